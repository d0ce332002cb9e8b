"""jimbot seed odds, route, rate and index; finds in files and by rank; interruptions that lose nothing."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jimbot.game.seeds import find

BLUEPRINT = "ante<=1 shop j_blueprint"


@pytest.mark.parametrize("kind", ["csv", "json", "txt"])
def test_finds_in_a_file(jimbot, tmp_path, kind):
    path = tmp_path / "new" / f"seeds.{kind}"
    done = jimbot("seed", "find", BLUEPRINT, "--limit", "4", "--out", str(path))
    assert done.code == 0
    shown = [line.split()[0] for line in done.out.splitlines()]
    text = path.read_text()
    if kind == "txt":
        assert text.splitlines() == shown
    elif kind == "csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert [row["seed"] for row in rows] == shown
        assert all("Blueprint" in row["places"] for row in rows)
    else:
        data = json.loads(text)
        assert (data["condition"], data["deck"], data["stake"]) == (BLUEPRINT, "b_red", "stake_white")
        assert [row["seed"] for row in data["seeds"]] == shown
        assert data["seeds"][0]["places"][0]["key"] == "j_blueprint"
    assert not list(path.parent.glob("*.tmp"))


def test_the_best_finds_come_first(jimbot, tmp_path):
    words = ["ante<=3 shop j_blueprint", "--count", "400", "--limit", "0", "--json"]
    plain = [json.loads(line) for line in jimbot("seed", "find", *words).out.splitlines()][:-1]
    for order, key in (
        ("early", lambda row: row["ante"]),
        ("cheap", lambda row: row["dollars"]),
        ("extras", lambda row: -len(row["extras"])),
    ):
        done = jimbot("seed", "find", *words, "--rank", order, "--extra", "ante<=3 has c_fool")
        rows = [json.loads(line) for line in done.out.splitlines()][:-1]
        assert {row["seed"] for row in rows} == {row["seed"] for row in plain}
        assert [key(row) for row in rows] == sorted(map(key, rows))
        first = rows[0]["places"][0]
        assert rows[0]["ante"] <= first["ante"]
    assert any(row["extras"] for row in rows)


def test_what_a_find_costs(jimbot):
    """Blueprint costs $10; the fifth place of ante 1 takes a reroll, the ninth three."""
    for place, dollars in ((1, 10), (4, 10), (5, 15), (7, 20), (9, 26)):
        text = f"ante=1 shop={place} blueprint and not shop any foil joker and not shop any holo joker"
        done = jimbot("seed", "find", text, "--rank", "cheap", "--limit", "1")
        assert f"[by ante 1, ${dollars}]" in done.out


def test_odds(jimbot):
    words = ["ante<=1 voucher v_telescope", "--count", "100000", "--from", "B"]
    found = jimbot("seed", "odds", *words, "--json").json
    assert found["looked_at"] == 100_000
    assert found["share"]["low"] < 1 / 16 < found["share"]["high"]
    assert found["found"] == len(list(find(words[0], first="B", count=100_000)))
    assert found["expected"]["value"] == pytest.approx(found["share"]["value"] * 34**8)
    text = jimbot("seed", "odds", *words).out
    assert text.startswith(f"1 in 16 (95 %: 1 in 15 to 1 in 16): {found['found']:,} of 100,000 seeds.")
    assert "The first one takes" in text
    nothing = jimbot("seed", "odds", "ante<=1 legendary negative perkeo and boss hook", "--count", "5000")
    assert nothing.out.startswith("Rarer than 1 in 1,303 (95 %): 0 of 5,000 seeds.")


def test_a_route(jimbot):
    seed = next(iter(find("ante=1 shop=1 j_joker")))
    done = jimbot("seed", "route", seed, "ante=1 shop=1 j_joker")
    assert done.out == "1. Ante 1, shop 1: buy Joker ($2)\n"
    data = jimbot("seed", "route", seed, "ante=1 shop=1 j_joker", "--json").json
    assert data["actions"][-1] == "buy_card 0"
    assert data["steps"][0]["name"] == "Joker"


def test_what_an_agent_makes_of_a_seed(jimbot):
    done = jimbot("seed", "rate", "TUTORIAL", "--agent", "random", "--stake", "gold", "--games", "5")
    assert done.out.startswith("random at Gold Stake: 0.0 % (95 %: 0.0 % to 43.4 %), 0 of 5 games won")


def test_the_index(jimbot, tmp_path):
    shown = jimbot("seed", "index", "show", "ante 1 legendary perkeo", "--limit", "2")
    assert [line.split()[0] for line in shown.out.splitlines()] == list(
        find("ante<=1 legendary perkeo", count=20_000)
    )[:2]
    rows = jimbot("seed", "index", "show", "--json").json
    assert len(rows) > 300
    path = tmp_path / "index.gz"
    built = jimbot("seed", "index", "build", str(path), "--minutes", "0.01", "--most", "1")
    assert built.code == 0
    assert path.is_file()
    assert jimbot("seed", "index", "show", "--index", str(path)).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("find|has baron|--out|seeds.xls", "seeds.xls: a file of seeds ends in .csv, .json or .txt"),
        ("find|has baron|--rank|late", "unknown order 'late'; early, cheap, extras are allowed"),
        ("find|has baron|--extra|has baro", "unknown item 'baro'; did you mean j_baron"),
        ("find|wins nobody", "unknown agent 'nobody'"),
        ("find|ante=1 boss hook and boss club", "ante 1 has one boss, not The Hook and The Club"),
        ("odds|has j_perko", "at 'j_perko' (character 5): unknown item 'j_perko'"),
        ("odds|wins heuristic", "leave out 'wins'"),
        ("route|11111111|ante<=1 legendary perkeo", "seed 11111111 does not hold it"),
        ("rate|TUTORIAL|--agent|nobody", "unknown agent 'nobody'"),
        ("rate|TUTORIAL|--stake|golden", "unknown stake 'golden'"),
        ("index|show|ante=1 boss hook", "the index has no seeds for 'ante=1 boss hook'"),
        ("index|show|--index|/nowhere/x.gz", "/nowhere/x.gz"),
        ("index|build|/proc/nowhere/x.gz|--minutes|0.01|--most|1", "/proc/nowhere/x.gz"),
    ],
)
def test_what_is_refused(jimbot, words, message):
    done = jimbot("seed", *words.split("|"))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def _search(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "jimbot", "seed", "find", *words, "--threads", "1"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def test_a_killed_search_leaves_whole_files_and_goes_on(jimbot, tmp_path: Path) -> None:
    text, state, out = (
        "ante<=1 legendary perkeo and boss the hook",
        tmp_path / "state.jsonl",
        tmp_path / "seeds.json",
    )
    words = [text, "--limit", "0", "--state", str(state), "--out", str(out)]
    with _search(*words) as search:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (
            not out.exists() or len(json.loads(out.read_text())["seeds"]) < 5
        ):
            time.sleep(0.05)
        search.send_signal(signal.SIGKILL)
        search.communicate(timeout=60)
    written = [row["seed"] for row in json.loads(out.read_text())["seeds"]]
    assert len(written) >= 5
    done = jimbot(
        "seed", "find", text, "--limit", str(len(written) + 5), "--state", str(state), "--out", str(out)
    )
    assert done.code == 0
    after = [row["seed"] for row in json.loads(out.read_text())["seeds"]]
    assert after[: len(written)] == written
    there = list(find(text, count=3_000_000))
    assert len(there) >= 5
    assert after[: len(there)] == there[: len(after)]


def test_a_full_disk_is_said_and_loses_nothing(jimbot, tmp_path: Path) -> None:
    """A file may have 4,000 bytes: some 400 seeds."""
    state, out = tmp_path / "state.jsonl", tmp_path / "seeds.txt"
    whole = list(find(BLUEPRINT, count=100_000))
    full = (
        "import resource, sys, jimbot._core; resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000));"
        "from jimbot.__main__ import main; main()"
    )
    words = ["seed", "find", BLUEPRINT, "--limit", "0", "--count", "100000"]
    for option, path in (("--out", out), ("--state", state)):
        command = [sys.executable, "-B", "-c", full, *words, option, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        assert done.returncode == 2, done.stderr
        assert "File too large" in done.stderr
        assert "Traceback" not in done.stderr
    kept = out.read_text().split()
    assert kept == whole[: len(kept)]
    assert not list(tmp_path.glob("*.tmp"))
    more = jimbot(*words, "--state", str(state))
    assert [line.split()[0] for line in more.out.splitlines()] == whole
