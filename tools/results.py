"""Plays the evaluations behind docs/results.md and writes that page from their folders.

    python tools/results.py            play what is not played yet, then write the page
    python tools/results.py --no-play  only write the page, from the games already played
    python tools/results.py --test     also play the test seeds: once per release, never to choose anything
    python tools/results.py --quick    play a few games for a few rows, to see that it works

Each evaluation is a folder of `jimbot eval` under runs/results; after an interruption run the command again.
A folder made by other code is rejected: remove it, or choose another place with --out.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docs import DOCS, table
from jimbot.evaluation import compare, evaluate
from jimbot.evaluation.folder import read_folder, transcript_path
from jimbot.evaluation.manifest import code_hash
from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import Evaluation
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.seeds import read_seeds
from jimbot.runs.console import progress
from jimbot.runs.machine import cores, write_whole

PARTS = {
    "skips": "skipping blinds for tags",
    "rerolls": "rerolling the shop",
    "packs": "buying packs",
    "vouchers": "buying vouchers",
    "swaps": "selling a joker for another",
    "consumables": "buying consumables",
    "sales": "selling Luchador, Diet Cola, Invisible Joker and jokers that cost rent or have failed",
    "order": "putting jokers in order",
    "boss": "measuring builds against the boss",
}
SETTINGS = {
    "trust=0": "the judge alone, without the network",
    "tier=lite": "hand planner without looking ahead",
    "tier=deep": "hand planner that looks longer",
    "rounds=4": "builds measured in 4 rounds, not 16",
    "rounds=64": "builds measured in 64 rounds, not 16",
}
BASELINES = {
    "policy": "the network of the package, alone",
    "planner": "the same hand planner, buys nothing",
    "greedy": "best hand now, cheapest joker",
    "random": "any legal action",
}
FULL = "heuristic"


# -- what is played ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """One evaluation and the folder it is kept in."""

    folder: str
    agent: str
    seeds: str
    deck: str = "red"
    stake: str = "white"
    challenge: str | None = None
    endless: bool = False

    @property
    def command(self) -> str:
        stake = "" if self.stake == "white" else f" --stake {self.stake}"
        endless = " --endless" if self.endless else ""
        what = f"--agent {self.agent} --seeds {self.seeds}{stake}{endless}"
        return f"jimbot eval {what} --out runs/results/{self.folder}"


TESTS = {
    run.folder: run
    for run in (
        *(
            Run(f"heuristic-test-{stake}", FULL, "test-1000", stake=stake)
            for stake in ("white", "black", "gold")
        ),
        *(Run(f"search-test-{stake}", "search", "test-100", stake=stake) for stake in ("white", "gold")),
        *(Run(f"policy-test-{stake}", "policy", "test-1000", stake=stake) for stake in ("white", "gold")),
    )
}


@dataclass(frozen=True)
class Plan:
    """How much is played."""

    games: int  # for each deck with each stake, and for each challenge
    pairs: int  # for each row that is compared with the full agent
    decks: Sequence[str]
    stakes: Sequence[str]
    challenges: Sequence[str]
    endless: Sequence[str]  # stakes
    parts: Sequence[str]
    settings: Sequence[str]
    baselines: Sequence[str]

    @property
    def seeds(self) -> str:
        return f"dev-{self.games}@50000"

    @property
    def paired_seeds(self) -> str:
        return f"dev-{self.pairs}@60000"

    @property
    def variants(self) -> dict[str, tuple[str, str]]:
        """Folder -> agent and what it is: everything that is compared with the full agent."""
        return {
            **{
                f"without-{part}": (f"{FULL}:without={part}", f"without {PARTS[part]}") for part in self.parts
            },
            **{text.replace("=", "-"): (f"{FULL}:{text}", SETTINGS[text]) for text in self.settings},
            **{name: (name, BASELINES[name]) for name in self.baselines},
        }

    @property
    def endless_runs(self) -> list[Run]:
        return [
            Run(f"endless-{stake}", FULL, self.seeds, stake=stake, endless=True) for stake in self.endless
        ]

    def runs(self, test: bool) -> list[Run]:
        settings = [(deck, stake) for stake in self.stakes for deck in self.decks]
        return [
            Run(FULL, FULL, self.paired_seeds),
            *(Run(folder, agent, self.paired_seeds) for folder, (agent, _) in self.variants.items()),
            *(Run(f"{deck}-{stake}", FULL, self.seeds, deck, stake) for deck, stake in settings),
            *(Run(key, FULL, self.seeds, challenge=key) for key in self.challenges),
            *self.endless_runs,
            *(TESTS.values() if test else ()),
        ]


def whole_plan(games: int, pairs: int) -> Plan:
    decks = [key.removeprefix("b_") for key in content()["deck"]]
    stakes = [key.removeprefix("stake_") for key in content()["stake"]]
    challenges = list(content()["challenge"])
    endless = ["white", "black", "gold"]
    return Plan(
        games, pairs, decks, stakes, challenges, endless, list(PARTS), list(SETTINGS), list(BASELINES)
    )


QUICK = Plan(
    4,
    4,
    ["red", "blue"],
    ["white", "gold"],
    ["c_omelette_1"],
    ["white"],
    ["skips"],
    ["tier=lite"],
    ["planner", "random"],
)


def play(runs: Sequence[Run], out: Path, workers: int) -> int:
    """Plays what is not played yet, behind one bar. Returns in how many games an agent failed."""
    failures = 0
    seeds = {run.seeds: read_seeds(run.seeds) for run in runs}
    with progress("results", sum(len(seeds[run.seeds]) for run in runs)) as advance:
        for number, run in enumerate(runs, 1):
            seen = 0

            def say(records: Sequence[Record], label: str = f"{number}/{len(runs)} {run.folder}") -> None:
                nonlocal seen
                advance(len(records) - seen, label)
                seen = len(records)

            result = evaluate(
                run.agent, seeds=seeds[run.seeds], source=run.seeds, deck=run.deck, stake=run.stake,
                challenge=run.challenge, endless=run.endless, workers=workers, out=out / run.folder,
                each=say,
            ).summary  # fmt: skip
            figures = f"{result['n']} games, {wins(result)}, {blinds(result)} blinds"
            print(f"{number}/{len(runs)} {run.folder}: {figures}", flush=True)
            failures += len(result["failures"])
    return failures


# -- what is read -----------------------------------------------------------------------------------------


class Results:
    """The folders that are there."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self._read: dict[str, Evaluation | None] = {}

    def get(self, folder: str) -> Evaluation | None:
        if folder not in self._read:
            there = (self.out / folder / "games.jsonl").is_file()
            found = Evaluation(*read_folder(self.out / folder)) if there else None
            self._read[folder] = found if found is not None and found.records else None
        return self._read[folder]

    def all(self, folders: Iterable[str]) -> dict[str, Evaluation]:
        return {folder: found for folder in folders if (found := self.get(folder)) is not None}


def bosses_met(path: Path, evaluated: Evaluation) -> Counter[str] | None:
    """How often each boss was played, from the transcripts played again; None if the engine is another."""
    if evaluated.manifest["code"] != code_hash():
        return None
    met: Counter[str] = Counter()
    for record in evaluated.records:
        file = path / transcript_path(record.seed)
        if not file.is_file():  # the agent killed its process
            continue
        game = Game(record.seed, evaluated.manifest["deck"], evaluated.manifest["stake"])
        for line in file.read_text().splitlines()[1:]:
            if line == "select_blind" and game.blind_on_deck == 2:
                met[game.blinds[2].key] += 1
            game.apply(line)
    return met


# -- the page ---------------------------------------------------------------------------------------------


def page(plan: Plan, results: Results) -> str:
    sections = [
        main_section(results),
        settings_section("Decks", "deck", plan, results),
        settings_section("Stakes", "stake", plan, results),
        grid_section(plan, results),
        challenges_section(plan, results),
        endless_section(plan, results),
        parts_section(plan, results),
        deaths_section("Where runs end", FULL, results),
        deaths_section("Where runs end at Gold Stake", "red-gold", results),
        failures_section(plan, results),
    ]
    return "\n".join(["# Results", "", *text(HEAD), *(line for section in sections for line in section)])


HEAD = """
`make results` writes this page from its evaluations (`runs/results`). A run is won when the boss of ante 8 is
beaten; the furthest blind counts from 0 to 24 ([agents.md](agents.md#jimbot-eval)). Brackets hold 95 %
intervals: Wilson intervals for wins, bootstrap over seeds for blinds and for differences. All runs are on Red
Deck and White Stake unless stated otherwise. Seconds are for one core that was also doing other work.
"""


def main_section(results: Results) -> list[str]:
    lines = heading("On test seeds", [run.command for run in TESTS.values()])
    found = results.all(TESTS)
    if found:
        rows = (
            (
                f"`{e.manifest['agent']}`",
                title_of("stake", TESTS[folder].stake),
                e.summary["seeds"],
                *figures(e),
            )
            for folder, e in found.items()
        )
        lines += [*table(["agent", "stake", "seeds", *FIGURES], rows), "", *origin(found.values()), ""]
    for stake in ("white", "gold"):
        pair = f"search-test-{stake}", f"heuristic-test-{stake}"
        if set(pair) <= set(found):
            better = compare(*(found[folder].records for folder in pair))
            lines += text(
                f"At {title_of('stake', stake)}, on the {better['n']} seeds that both have played, the "
                f"difference `search` minus `heuristic` is {points(better['win_rate'])} percentage points in "
                f"wins and {steps(better['blinds'])} blinds "
                f"(`jimbot compare runs/results/{pair[0]} runs/results/{pair[1]}`)."
            )
    missing = [folder for folder in TESTS if folder not in found]
    if missing:
        lines += [f"Not played yet: {', '.join(missing)}. Test seeds are played only with `--test`.", ""]
    return lines


def settings_section(title: str, kind: str, plan: Plan, results: Results) -> list[str]:
    """A table by deck on White Stake, or by stake on Red Deck."""
    names = {
        f"{name}-white" if kind == "deck" else f"red-{name}": name
        for name in (plan.decks if kind == "deck" else plan.stakes)
    }
    option, folder = ("--deck DECK", "DECK-white") if kind == "deck" else ("--stake STAKE", "red-STAKE")
    command = f"jimbot eval --agent {FULL} --seeds {plan.seeds} {option} --out runs/results/{folder}"
    found = results.all(names)
    rows = ((title_of(kind, names[folder]), *figures(e)) for folder, e in found.items())
    return [*heading(title, [command]), *table([kind, *FIGURES], rows), "", *origin(found.values()), ""]


def grid_section(plan: Plan, results: Results) -> list[str]:
    """Wins in percent, by deck and stake."""
    command = f"jimbot eval --agent {FULL} --seeds {plan.seeds} --deck DECK --stake STAKE"
    lines = heading("Decks by stakes", [f"{command} --out runs/results/DECK-STAKE"])
    found = results.all(f"{deck}-{stake}" for deck in plan.decks for stake in plan.stakes)

    def percent(deck: str, stake: str) -> str:
        cell = found.get(f"{deck}-{stake}")
        return f"{100 * cell.summary['win_rate']:.0f}" if cell is not None else ""

    rows = [(title_of("deck", deck), *(percent(deck, stake) for stake in plan.stakes)) for deck in plan.decks]
    stakes = [title_of("stake", stake).removesuffix(" Stake") for stake in plan.stakes]
    answer = text(f"Wins in percent, of {plan.games} games each: an interval is 20 points wide at 50 %.")
    return [*lines, *answer, *table(["deck", *stakes], rows), "", *origin(found.values()), ""]


def challenges_section(plan: Plan, results: Results) -> list[str]:
    command = f"jimbot eval --agent {FULL} --seeds {plan.seeds} --challenge NAME --out runs/results/NAME"
    found = results.all(plan.challenges)
    rows = ((title_of("challenge", key), *figures(e)) for key, e in found.items())
    lines = heading("Challenges", [command])
    return [*lines, *table(["challenge", *FIGURES], rows), "", *origin(found.values()), ""]


def endless_section(plan: Plan, results: Results) -> list[str]:
    """How far runs go after the win; all agents of the package play to win ante 8."""
    runs = {run.folder: run for run in plan.endless_runs}
    found = results.all(runs)
    rows = []
    for folder, e in found.items():
        antes = [record.ante for record in e.records]
        reached = (share(sum(ante >= goal for ante in antes), len(antes)) for goal in ENDLESS_ANTES)
        stake = title_of("stake", runs[folder].stake)
        rows.append((stake, len(antes), f"{e.summary['mean_ante']:.2f}", max(antes), *reached))
    columns = ["stake", "games", "ante reached, mean", "most", *(f"reached {ante}" for ante in ENDLESS_ANTES)]
    answer = text(
        "Runs that go on after ante 8 until they are lost. The agents have learned to win ante 8, no more."
    )
    commands = [run.command for run in runs.values()]
    return [*heading("Endless", commands), *answer, *table(columns, rows), "", *origin(found.values()), ""]


ENDLESS_ANTES = (9, 10, 11, 12, 13)


def parts_section(plan: Plan, results: Results) -> list[str]:
    agents = {FULL: FULL, "without-packs": f"{FULL}:without=packs"}
    command = [
        f"jimbot eval --agent {agent} --seeds {plan.paired_seeds} --out runs/results/{folder}"
        for folder, agent in agents.items()
    ]
    command.append(f"jimbot compare runs/results/without-packs runs/results/{FULL}")
    lines = heading("What each part is worth", command)
    full = results.get(FULL)
    if full is None:
        return [*lines, "Not played yet.", ""]
    found = results.all(plan.variants)
    rows: list[tuple[str, ...]] = [(f"`{FULL}`", "the full agent", *figures(full)[1:], "", "")]
    for folder, evaluated in found.items():
        agent, what = plan.variants[folder]
        pair = compare(evaluated.records, full.records)
        shown = (
            (f"**{text}**" if "better" in part["verdict"] else text)
            for text, part in (
                (points(pair["win_rate"]), pair["win_rate"]),
                (steps(pair["blinds"]), pair["blinds"]),
            )
        )
        rows.append((f"`{agent}`", what, *figures(evaluated)[1:], *shown))
    columns = ["agent", "", *FIGURES[1:], "wins, difference in points", "blinds, difference"]
    return [
        *lines,
        *text(
            f"Every row is played on the same {full.summary['n']} seeds as the full agent and compared with "
            "it seed by seed: a negative difference means worse than the full agent. Differences whose "
            "interval excludes 0 are bold; by chance alone, one in twenty would be."
        ),
        *table(columns, rows),
        "",
        *origin([full, *found.values()]),
        "",
    ]


def deaths_section(title: str, folder: str, results: Results) -> list[str]:
    evaluated = results.get(folder)
    lines = [f"## {title}", ""]
    if evaluated is None:
        return [*lines, "Not played yet.", ""]
    records = evaluated.records
    killed = Counter((r.death.ante, r.death.blind) for r in records if r.death)
    rows = []
    for ante in sorted({*range(1, 9), *(ante for ante, _ in killed)}):
        reached = sum(r.ante >= ante for r in records)
        by_blind = [killed[ante, blind] for blind in ("small", "big", "boss")]
        rows.append((ante, reached, *by_blind, share(sum(by_blind), reached)))
    bosses = Counter(r.death.boss for r in records if r.death and r.death.blind == "boss")
    met = bosses_met(results.out / folder, evaluated)
    most = [key for key, _ in bosses.most_common()]
    most += sorted(set(met or ()) - set(most))
    boss_rows = (
        (
            title_of("blind", key),
            met[key] if met else "",
            bosses[key],
            share(bosses[key], met[key]) if met else "",
        )
        for key in most
    )
    return [
        *lines,
        *text(
            f"`{FULL}` on {evaluated.summary['seeds']} (`runs/results/{folder}`): "
            f"{evaluated.summary['wins']} of {len(records)} runs were won, {sum(killed.values())} lost."
        ),
        *table(["ante", "runs that reached it", "lost to small", "to big", "to boss", "lost there"], rows),
        "",
        *table(["boss", "met", "runs it ended", "share"], boss_rows),
        "",
        *origin([evaluated]),
        "",
    ]


def failures_section(plan: Plan, results: Results) -> list[str]:
    """Nothing, unless an agent failed in a game."""
    rows = [
        (folder, failure["seed"], failure["step"], failure["reason"])
        for folder, evaluated in results.all([*(run.folder for run in plan.runs(test=False)), *TESTS]).items()
        for failure in evaluated.summary["failures"]
    ]
    if not rows:
        return []
    return [
        "## Failures",
        "",
        "These games count as lost.",
        "",
        *table(["folder", "seed", "decision", "reason"], rows),
        "",
    ]


# -- words ------------------------------------------------------------------------------------------------

FIGURES = ["games", "wins", "furthest blind", "seconds per game"]


def figures(evaluated: Evaluation) -> tuple[str, ...]:
    result = evaluated.summary
    played, asked = result["n"], len(evaluated.manifest["seeds"])
    games = str(played) if played == asked else f"{played} of {asked}"
    return games, wins(result), blinds(result), f"{result['seconds_per_game']:.2g}"


def wins(result: dict[str, Any]) -> str:
    low, high = 100 * result["win_rate_low"], 100 * result["win_rate_high"]
    return f"{100 * result['win_rate']:.1f} % [{low:.1f}, {high:.1f}]"


def blinds(result: dict[str, Any]) -> str:
    return f"{result['mean_blinds']:.2f} [{result['mean_blinds_low']:.2f}, {result['mean_blinds_high']:.2f}]"


def points(part: dict[str, Any]) -> str:
    """A difference of win rates, in points of a hundred."""
    return f"{100 * part['difference']:+.1f} [{100 * part['low']:+.1f}, {100 * part['high']:+.1f}]"


def steps(part: dict[str, Any]) -> str:
    return f"{part['difference']:+.2f} [{part['low']:+.2f}, {part['high']:+.2f}]"


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def title_of(kind: str, name: str) -> str:
    prefix = {"deck": "b_", "stake": "stake_"}.get(kind, "")
    return str(content()[kind][prefix + name]["name"])


def text(words: str) -> list[str]:
    """A paragraph."""
    return [*textwrap.wrap(words.strip(), 130, break_long_words=False, break_on_hyphens=False), ""]


def heading(title: str, commands: Sequence[str]) -> list[str]:
    return [f"## {title}", "", "```sh", *commands, "```", ""]


def origin(evaluated: Iterable[Evaluation]) -> list[str]:
    """Where the figures above come from: commit, day and machine."""
    manifests = [e.manifest for e in evaluated]
    if not manifests:
        return ["Not played yet."]
    commits = sorted(
        {m["commit"][:10] + "+" * m["commit"].endswith("+") if m["commit"] else "none" for m in manifests}
    )
    days = sorted({m["started"][:10] for m in manifests})
    machines = sorted(
        {
            f"{m['machine'].get('processor', m['machine']['system'])}, {m['machine']['cores']} cores"
            for m in manifests
        }
    )
    note = " (+: with changes that were not committed)" if any(c.endswith("+") for c in commits) else ""
    when = " to ".join(dict.fromkeys((days[0], days[-1])))
    return [f"Commit {', '.join(commits)}{note}; {when}; {'; '.join(machines)}."]


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Play the evaluations of docs/results.md and write that page."
    )
    parser.add_argument(
        "--games", type=int, default=200, help="games for each deck and stake, 100 or more; default: 200"
    )
    parser.add_argument(
        "--pairs", type=int, default=1000, help="games for each compared row, 300 or more; default: 1000"
    )
    parser.add_argument(
        "--workers", type=int, default=cores(), help="number of worker processes; default: all cores"
    )
    parser.add_argument("--out", type=Path, help="folder for the evaluations; default: runs/results")
    parser.add_argument("--page", type=Path, help="file to write; default: docs/results.md")
    parser.add_argument(
        "--no-play", action="store_true", help="only write the page, from the games already played"
    )
    parser.add_argument(
        "--quick", action="store_true", help="play only a few games; writes to runs/results-quick"
    )
    parser.add_argument("--test", action="store_true", help="also play the test seeds: once per release")
    answer = parser.parse_args(given)
    if answer.games < 100 or answer.pairs < 300 or answer.workers < 1:
        parser.error("--games must be 100 or more, --pairs 300 or more, --workers 1 or more")
    if answer.test and (answer.quick or answer.no_play):
        parser.error("--test cannot be combined with --quick or --no-play")
    answer.out = answer.out or DOCS.parent / "runs" / ("results-quick" if answer.quick else "results")
    answer.page = answer.page or (answer.out if answer.quick else DOCS) / "results.md"
    return answer


def main() -> int:
    answer = arguments()
    plan = QUICK if answer.quick else whole_plan(answer.games, answer.pairs)
    failures = 0
    try:
        if not answer.no_play:
            failures = play(plan.runs(answer.test), answer.out, answer.workers)
        write_whole(answer.page, page(plan, Results(answer.out)))
    except (ValueError, OSError) as error:
        print(f"results: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("results: interrupted; run the same command again to continue", file=sys.stderr)
        return 130
    print(answer.page)
    if failures:
        print(f"results: agents failed in {failures} games, listed in {answer.page}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
