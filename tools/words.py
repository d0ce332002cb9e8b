"""Plain words: finds those that the project does not use, and says what to write (part of `make lint`).

python tools/words.py [FILE ...]      all text files of the repository without arguments
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = {".py", ".pyi", ".md", ".ipynb", ".h", ".cpp", ".toml", ".yml", ".yaml", ".sh", ".ps1", ".txt"}
LEFT_OUT = (
    "tests/golden/",
    "recordings/",
    "tools/words.py",
    "tests/docs/test_words.py",
    "docs/log/wording.md",
)
# A word of the list, whole or as a part of a name (`was_told`, `kLuck`), and what to write.
WORDS = {
    r"told|untold": "given, shown, reported, known: say what happens",
    r"(?<!\.)tells?(?! (me|them to)\b)(?!.* (apart|from)\b)|telling": "describes, says, reports, shows",
    r"so (many|much)(?! (as|that|more|less|easier|faster))": "how many: give the number or its name",
    r"anew": "again",
    r"stands": "is, means",
    r"stand(?=[ _](on|twice|there|here|at|beside|before|above|below|behind|first|last)\b)": "is",
    r"hears?|heard": "receives, reads",
    r"(?<!--)lucks?": "seed, draw_seed, random; `luck` says neither",
    r"chances": "probabilities, log-probabilities",
    r"whoever": "a user, a policy: name who",
    r"(?<![\"_])most_(?!common|played|probable|likely|frequent|decisions|curious|and)\w+": "max_...",
    r"(?<=k_)most": "kMax...",
    r"outlook": "chance to win, to clear, value: say which",
    r"digs?|digging": "discard",
    r"sights?(?<!in sight)(?<!in_sight)": "what is seen: view, inputs, observation",
    r"doubts?(?<!in doubt)(?<!in_doubt)|doubted": "temperature, limit, uncertainty: say which",
    r"(came|comes) to|what (came|became) of": "the result, reached, gives: name what it is",
    r"(taken|takes?) up(?! to)": "resumed",
    r"(is|are|was|were) said": "is reported, printed, defined",
    r"foretold|foretells?": "predicted",
    r"handed on": "forwarded, inherited",
    r"at hand": "available, current",
    r"one's own": "your own",
    r"for want of": "for lack of",
    r"(?<=_)ties|ties(?=_|\.\w|\[|\(| =)": "relations",
}
PATTERN = re.compile("|".join(rf"(?<![A-Za-z])(?P<w{i}>{w})(?![A-Za-z])" for i, w in enumerate(WORDS)), re.I)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def files() -> list[Path]:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in tracked.stdout.splitlines() if not name.startswith(LEFT_OUT)]
    return [ROOT / name for name in names if Path(name).suffix in KINDS or Path(name).name == "Makefile"]


def is_seed(line: str, match: re.Match[str]) -> bool:
    """Seeds are any capitals (`Game("TOLD")`); a constant (`TOLD_APART`) is a name."""
    around = line[max(match.start() - 1, 0) : match.end() + 1]
    return match[0].isupper() and "_" not in around


def found(path: Path) -> list[str]:
    faults = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = CAMEL.sub("_", line)
        for match in PATTERN.finditer(line):
            if not is_seed(line, match):
                better = list(WORDS.values())[int(str(match.lastgroup)[1:])]
                faults.append(f"{path.relative_to(ROOT)}:{number}: {match[0]!r}; better: {better}")
    return faults


def main() -> int:
    paths = [Path(name).resolve() for name in sys.argv[1:]] or files()
    faults = [fault for path in paths if path.is_file() for fault in found(path)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
