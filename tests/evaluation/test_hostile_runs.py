"""Evaluations under bad conditions: killed workers, a full disk, foreign records, agents that look for the seed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from tests.evaluation.processes import children
from tests.evaluation.test_evaluate import SLOW, WILD, without_text

from jimbot.evaluation import evaluate
from jimbot.evaluation.folder import read_folder
from jimbot.evaluation.parallel import Unplayed
from jimbot.evaluation.runs import RunOptions, agent_seed
from jimbot.game.seeds import mix, seed_list

# Kills its process from outside: in its third decision, while fewer files than `times` say that it has.
KILLED = """
import os, signal
from jimbot.agents import RandomAgent, register

@register("killed {folder}")
class Killed(RandomAgent):
    def reset(self, seed):
        self.step, self.seed = 0, seed

    def act(self, view):
        self.step += 1
        if self.step == 3 and self.seed % 3 == 0:
            mark = f"{folder}/{{self.seed}}"
            before = sum(name.startswith(str(self.seed)) for name in os.listdir("{folder}"))
            if before < {times}:
                open(f"{{mark}}.{{before}}", "w").close()
                os.kill(os.getpid(), signal.SIGKILL)
        return super().act(view)
"""


def killed_agent(tmp_path: Path, times: int) -> str:
    (tmp_path / "marks").mkdir()
    path = tmp_path / "killed.py"
    path.write_text(KILLED.format(folder=tmp_path / "marks", times=times))
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("isolate", [False, True])
def test_a_game_whose_worker_is_killed_is_played_again(tmp_path: Path, isolate: bool) -> None:
    hidden = {"isolate": isolate, "secret": "S" if isolate else None}
    found = evaluate(killed_agent(tmp_path, 1), seeds="dev-12", workers=2, **hidden)
    assert os.listdir(tmp_path / "marks")
    assert found.summary["failures"] == []
    assert without_text(found.records) == without_text(evaluate("random", seeds="dev-12", **hidden).records)


@pytest.mark.slow
def test_an_isolated_agent_that_is_killed_costs_no_game_here_either(tmp_path: Path) -> None:
    found = evaluate(killed_agent(tmp_path, 1), seeds="dev-12", isolate=True, secret="S")
    assert os.listdir(tmp_path / "marks")
    calm = evaluate("random", seeds="dev-12", isolate=True, secret="S")
    assert without_text(found.records) == without_text(calm.records)


@pytest.mark.slow
def test_a_game_whose_worker_is_killed_twice_is_nobody_s_loss(tmp_path: Path) -> None:
    agent, out = killed_agent(tmp_path, 2), tmp_path / "out"
    with pytest.raises(Unplayed, match=r"killed the worker process twice over seed \w+ \(exit code -9"):
        evaluate(agent, seeds="dev-12", workers=2, out=out)
    _, kept = read_folder(out)
    assert 0 < len(kept) < 12
    assert not any(record.failure for record in kept)
    found = evaluate(agent, seeds="dev-12", workers=1, out=out)  # nobody kills any more
    assert found.n == 12
    assert found.summary["failures"] == []


@pytest.mark.slow
def test_the_command_reports_games_that_were_not_played(tmp_path: Path) -> None:
    command = ["eval", "--agent", killed_agent(tmp_path, 2), "--seeds", "dev-12", "--workers", "2"]
    done = subprocess.run([sys.executable, "-m", "jimbot", *command], capture_output=True, text=True)
    assert done.returncode == 1
    assert "not played: somebody killed the worker process twice" in done.stderr
    assert "Traceback" not in done.stderr


def is_worker(pid: int) -> bool:
    try:
        return b"jimbot.evaluation.parallel" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.mark.slow
def test_a_worker_killed_by_a_user_costs_no_game(tmp_path: Path) -> None:
    """Killed after the first game of forty, so that it always meets a worker that plays."""
    (tmp_path / "slow.py").write_text(SLOW)
    out, agent = tmp_path / "out", str(tmp_path / "slow.py")
    command = ["eval", "--agent", agent, "--seeds", "dev-40", "--workers", "1", "--out", str(out), "--json"]
    process = subprocess.Popen([sys.executable, "-m", "jimbot", *command], stdout=subprocess.PIPE, text=True)
    games, end = out / "games.jsonl", time.monotonic() + 60
    while not (games.is_file() and games.stat().st_size):
        assert time.monotonic() < end
        time.sleep(0.02)
    (worker,) = (pid for pid in children(process.pid) if is_worker(pid))
    os.kill(worker, signal.SIGKILL)
    shown, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    result = json.loads(shown)
    assert result["n"] == 40
    assert result["failures"] == []


# -- the folder -------------------------------------------------------------------------------------------


def test_a_full_disk_cuts_no_record(tmp_path: Path) -> None:
    """The next evaluation in the folder goes on, and nothing is counted twice or lost."""
    out = tmp_path / "out"
    script = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from pathlib import Path
from jimbot.evaluation import evaluate
def full(records):
    if len(records) == 3:
        size = Path({str(out)!r}, "games.jsonl").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, resource.RLIM_INFINITY))
evaluate("random", seeds="dev-8", out=Path({str(out)!r}), each=full)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "OSError" in done.stderr
    assert len((out / "games.jsonl").read_text().splitlines()) == 3
    assert (out / "games.jsonl").read_bytes().endswith(b"\n")
    assert evaluate("random", seeds="dev-8", out=out).summary["n"] == 8


def test_a_folder_with_half_a_line_inside_repairs_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = evaluate("random", seeds="dev-6", out=tmp_path).records
    games = tmp_path / "games.jsonl"
    lines = games.read_text().splitlines(keepends=True)
    games.write_text(lines[0] + lines[1][:50] + lines[2] + "".join(lines[3:]))
    with pytest.raises(ValueError, match="line 2: no record of a game"):
        read_folder(tmp_path)
    again = evaluate("random", seeds="dev-6", out=tmp_path).records
    assert "line 2 was cut off; its game is played again" in capsys.readouterr().err
    assert without_text(again) == without_text(first)
    assert len(games.read_text().splitlines()) == 6
    assert without_text(read_folder(tmp_path)[1]) == without_text(first)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"seed": "FOREIGN"}, "seed 'FOREIGN' is not number 1 of this evaluation"),
        ({"index": 0}, "is not number 0 of this evaluation"),
        ({"won": "yes"}, "won is 'yes'; true or false is needed"),
        ({"blinds": 1e300}, "blinds is 1e\\+300; a whole number is needed"),
        ({"jokers": "j_joker"}, "jokers is 'j_joker'; a list is needed"),
        ({"seconds": None}, "seconds is None; a number is needed"),
        ({"death": {"ante": "x", "blind": "big", "boss": ""}}, "death.ante is 'x'; a whole number is needed"),
        ({"failure": {"step": 1}}, "reason"),
        ({"more": 1}, "more"),
    ],
)
def test_a_record_of_something_else_is_refused(tmp_path: Path, change: dict[str, object], part: str) -> None:
    evaluate("random", seeds="dev-2", out=tmp_path)
    games = tmp_path / "games.jsonl"
    first, second = (json.loads(line) for line in games.read_text().splitlines())
    second |= change
    games.write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n")
    for opened in (
        lambda: read_folder(tmp_path),
        lambda: evaluate("random", seeds="dev-2", out=tmp_path),
    ):
        with pytest.raises(ValueError, match=rf"line 2: .*{part}"):
            opened()


# -- agents that look for the seed ------------------------------------------------------------------------

# Writes down what it can find: the seed of the list whose number its own seed gives away, the true game in the
# frames above, and seeds in what its process was started with.
SPY = """
import sys
from jimbot.agents import RandomAgent, register
from jimbot.game import Game
from jimbot.game.seeds import mix, seed_list

@register("spy {file}")
class Spy(RandomAgent):
    def reset(self, seed):
        draw_seed = {{mix(mix(0) + index): each for index, each in enumerate(seed_list("dev-50"))}}
        self.write(draw_seed.get(seed, "-"))

    def act(self, view):
        frame = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, Game):
                    self.write(value.seed)
            frame = frame.f_back
        for name in ("environ", "cmdline"):
            text = open(f"/proc/self/{{name}}").read()
            self.write(*(each for each in seed_list("dev-50") if each in text))
        return super().act(view)

    def write(self, *found):
        with open({file!r}, "a") as file:
            for each in found:
                file.write(each + "\\n")
"""


def spied(tmp_path: Path, **options: object) -> set[str]:
    file = tmp_path / f"found{len(list(tmp_path.iterdir()))}"
    agent = tmp_path / f"{file.name}.py"
    agent.write_text(SPY.format(file=str(file)))
    evaluate(str(agent), seeds="dev-3", **options)  # type: ignore[arg-type]
    return set(file.read_text().split())


def test_an_isolated_agent_finds_no_seed(tmp_path: Path) -> None:
    dev = set(seed_list("dev-50"))
    assert spied(tmp_path) & dev == set(seed_list("dev-3")), "in the same process nothing is hidden"
    assert spied(tmp_path, isolate=True) & dev == set()


def test_the_secret_decides_an_isolated_agent_s_seed() -> None:
    options = RunOptions("random", isolate=True, secret="mine")
    seeds = [agent_seed(options, index) for index in range(200)]
    assert len(set(seeds)) == 200
    assert not set(seeds) & {mix(mix(0) + index) for index in range(100_000)}
    assert seeds != [agent_seed(options.changed(secret="other"), index) for index in range(200)]
    assert agent_seed(RunOptions("random"), 3) == mix(mix(0) + 3), "published results are made with this"
    with pytest.raises(ValueError, match="a secret needs isolated agents"):
        RunOptions("random", secret="mine")


@pytest.mark.slow
def test_an_isolated_evaluation_can_be_repeated_from_its_manifest(tmp_path: Path) -> None:
    how = {"agent": "planner:lite", "seeds": "dev-4", "isolate": True}
    first = evaluate(**how, workers=2, out=tmp_path / "first")
    manifest, _ = read_folder(tmp_path / "first")
    assert len(manifest["secret"]) == 32
    again = evaluate(**how, secret=manifest["secret"])
    assert without_text(again.records) == without_text(first.records)
    other = evaluate(**how, out=tmp_path / "other")
    assert read_folder(tmp_path / "other")[0]["secret"] != manifest["secret"]
    assert [r.seed for r in other.records] == [r.seed for r in first.records]
    games = tmp_path / "first" / "games.jsonl"
    games.write_text("".join(games.read_text().splitlines(keepends=True)[:2]))
    taken_up = evaluate(**how, out=tmp_path / "first")  # goes on with the secret of the folder
    assert without_text(taken_up.records) == without_text(first.records)
    with pytest.raises(ValueError, match="has another secret"):
        evaluate(**how, secret="x", out=tmp_path / "first")
    with pytest.raises(ValueError, match="isolate is True there and None here"):
        evaluate("planner:lite", seeds="dev-4", out=tmp_path / "first")


@pytest.mark.parametrize(
    "spec", ["heuristic", pytest.param("search:worlds=2,candidates=2", marks=pytest.mark.slow)]
)
def test_isolation_changes_no_decision(spec: str) -> None:
    """With the same seed of its own, an agent decides the same in another process."""
    from jimbot.agents import make_agent
    from jimbot.evaluation.parallel import Isolated
    from jimbot.evaluation.runs import play_game
    from jimbot.game import Game

    isolated = Isolated(spec)
    try:
        apart, here = (play_game(a, Game("APART"), 0, 77) for a in (isolated, make_agent(spec)))
    finally:
        isolated.close()
    assert apart.transcript == here.transcript
    assert apart.failure is None


@pytest.mark.slow
def test_an_isolated_agent_that_fails_is_reported(tmp_path: Path) -> None:
    (tmp_path / "wild.py").write_text(WILD.replace('"wild"', '"wild apart"'))
    found = evaluate(str(tmp_path / "wild.py"), seeds="dev-30", isolate=True)
    failures = found.summary["failures"]
    reasons = " ".join(str(failure["reason"]) for failure in failures)
    assert "RuntimeError: thought too hard" in reasons
    assert "'cash_out' is not legal" in reasons
    assert "the agent's process died (exit code -6)" in reasons
    assert len(failures) < 30


@pytest.mark.slow
def test_isolate_is_an_option_of_the_command(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = ["eval", "--agent", "greedy", "--seeds", "dev-2", "--isolate", "--out", str(out), "--json"]
    done = subprocess.run([sys.executable, "-m", "jimbot", *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["isolate"] is True
    assert "secret" not in json.loads(done.stdout)


# -- isolated agents that attack who asks them -----------------------------------------------------------

ATTACKER = """
import os
from jimbot.agents import RandomAgent, register

def say(text):
    for name in os.listdir("/proc/self/fd"):
        try:
            if int(name) > 2 and os.readlink("/proc/self/fd/" + name).startswith("pipe:"):
                os.write(int(name), text)
        except OSError:
            pass

@register({name!r})
class Attacker(RandomAgent):
    def act(self, view):
        {attack}
        return super().act(view)
"""
ATTACKS = {
    "noise": r"say(b'noise\n')",
    "no text": r"say(b'\xff\xfe\n')",
    "a list": r"say(b'[]\n')",
    "no action": r"""say(b'{"action": null}\n')""",
    "a failure that is no text": r"""say(b'{"failure": [1], "trace": {}}\n')""",
    "a failure without trace": r"""say(b'{"failure": "x"}\n')""",
    "nested": r"say(b'[' * 60_000 + b'\n')",
    "a line without end": "while True: say(b'x' * 65_536)",
    "more answers than questions": r"""say(b'{"action": "select_blind"}\n' * 1_000)""",
    "a reason of 200 MB": "raise ValueError('x' * 200_000_000)",
    "no memory": "[0] * 10**12",
    "the note of another": "import sys; os.ftruncate(int(sys.argv[1]), 0); os._exit(5)",
    "two who answer": "os.fork()",
    "its end": "os._exit(0)",
    "a game of its own": "view._g.apply(view.legal_actions()[0])",
    "files that it never read": r"""say(b'{"action": "", "read": {"%s": 1, "b": []}}\n' % (b"a" * 9_000_000))""",
    "no descriptors": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))",
    "an interrupt": "raise KeyboardInterrupt",
    "a crash": "import ctypes; ctypes.string_at(0)",
    "an exit code of ours": "os._exit(137)",
    "no question any more": "os.close(0)",
    "who watches stopped": "os.kill(os.getppid(), 19)",
    "a hundred children elsewhere": "[os.fork() or (os.setsid(), __import__('time').sleep(999)) for _ in range(100)]; os._exit(3)",
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_isolated_agent_harms_its_own_games_alone(tmp_path: Path, attack: str) -> None:
    """All games are counted, at most as its losses, and what is kept of its words is short."""
    path = tmp_path / "attacker.py"
    path.write_text(ATTACKER.format(name=f"attacker: {attack}", attack=ATTACKS[attack]))
    found = evaluate(str(path), seeds="dev-2", isolate=True, secret="S", workers=1, out=tmp_path / "out")
    assert [record.index for record in found.records] == [0, 1]
    assert not any(record.won for record in found.records)
    assert all(len(record.failure.reason) <= 2_000 for record in found.records if record.failure)
    assert (tmp_path / "out" / "games.jsonl").stat().st_size < 1_000_000


@pytest.mark.slow
def test_an_isolated_agent_that_ends_who_watches_it_is_not_counted(tmp_path: Path) -> None:
    """As if somebody else had killed it; its child elsewhere ends with it."""
    attack = "os.kill(os.getppid(), 15)"
    path, file = tmp_path / "attacker.py", tmp_path / "child"
    child = f"os.fork() or (os.setsid(), open({str(file)!r}, 'a').write(str(os.getpid()) + chr(10)), __import__('time').sleep(99))"
    path.write_text(
        ATTACKER.format(name=f"attacker: {attack}", attack=f"{child}; __import__('time').sleep(1); {attack}")
    )
    with pytest.raises(Unplayed, match="killed the worker process twice"):
        evaluate(str(path), seeds="dev-1", isolate=True, secret="S", workers=1)
    left = [process for process in processes(file) if lives(process)]
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert len(processes(file)) >= 2
    assert not left


# -- isolated agents that never answer ----------------------------------------------------------------------

STUCK = """
import os, signal, time
from jimbot.agents import RandomAgent, register

@register({name!r})
class Stuck(RandomAgent):
    def act(self, view):
        watcher = os.getppid()
        {first}
        with open({file!r}, "a") as file:
            file.write(f"{{os.getpid()}}\\n")
        {then}
"""
STOPS = "os.kill(os.getpid(), signal.SIGSTOP)"
HANGS = {  # what it does before it says who it is, and then
    "stops": ("pass", STOPS),
    "sleeps": ("pass", "time.sleep(1e6)"),
    "lets no thread run": ("import re", "re.match('(a+)+$', 'a' * 60 + 'b')"),
    "hangs up": ("pass", "os.closerange(0, 1000); time.sleep(1e6)"),
    "with a child": ("os.fork()", STOPS),
    "with a child elsewhere": ("os.fork() or os.setsid()", STOPS),
    "with a child of nobody": ("os.fork() or (os.setsid(), os.fork() and os._exit(0))", STOPS),
    "with a child, and stops who watches": ("os.fork() or (os.setsid(), os.kill(watcher, 19))", STOPS),
}


def stuck_agent(tmp_path: Path, how: str) -> tuple[str, Path]:
    """Its specification, and the file with the numbers of its processes."""
    path, file = tmp_path / "stuck.py", tmp_path / "processes"
    first, then = HANGS[how]
    path.write_text(STUCK.format(name=f"stuck: {how}", file=str(file), first=first, then=then))
    return str(path), file


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def processes(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()] if file.is_file() else []


def lives(process: int) -> bool:
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("how", HANGS)
def test_an_isolated_agent_that_never_answers_loses_its_game_and_ends(tmp_path: Path, how: str) -> None:
    agent, file = stuck_agent(tmp_path, how)
    found = evaluate(agent, seeds="dev-1", isolate=True, secret="S", workers=1, patience=8)
    (failure,) = found.summary["failures"]
    assert failure["reason"] in ("no answer within 8 seconds", "it hung up and did not end")
    assert processes(file)
    wait_until(lambda: not any(map(lives, processes(file))))


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["0", "1"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
@pytest.mark.parametrize("how", HANGS)
def test_an_isolated_agent_ends_with_its_evaluator(
    tmp_path: Path, how: str, number: signal.Signals, workers: str
) -> None:
    agent, file = stuck_agent(tmp_path, how)
    command = ["eval", "--agent", agent, "--seeds", "dev-1", "--isolate", "--workers", workers]
    evaluator = subprocess.Popen([sys.executable, "-m", "jimbot", *command], stderr=subprocess.PIPE)
    wait_until(lambda: len(processes(file)) == 1 + ("child" in how))
    evaluator.send_signal(number)
    evaluator.communicate(timeout=30)
    wait_until(lambda: not any(map(lives, processes(file))))
