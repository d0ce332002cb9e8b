"""jimbot seed find: what it prints, how it is interrupted and goes on, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jimbot.game.seeds import find, parse
from jimbot.view import holds, seed_report

BLUEPRINT = "ante<=1 shop j_blueprint"


def test_seeds_and_where_they_hold_it(jimbot):
    done = jimbot("seed", "find", BLUEPRINT, "--limit", "3")
    assert done.code == 0
    lines = done.out.splitlines()
    assert len(lines) == 3
    for line in lines:
        seed, _, words = line.partition("  ")
        queue = [card["key"] for card in seed_report(seed, antes=1)["antes"][0]["shop_queue"]]
        assert words.startswith("Ante 1: Blueprint")
        assert words.endswith(f"(shop {queue.index('j_blueprint') + 1})")
    assert done.err.startswith("3 found in ")


def test_json_is_a_line_for_each_seed_and_a_summary(jimbot):
    done = jimbot("seed", "find", "ante<=1 has j_perkeo and voucher v_telescope", "--limit", "2", "--json")
    *found, summary = map(json.loads, done.out.splitlines())
    query = parse("ante<=1 has j_perkeo and voucher v_telescope")
    assert all(holds(query, seed_report(line["seed"])) for line in found)
    assert {place["where"] for place in found[0]["places"]} == {"soul", "voucher"}
    assert (summary["found"], summary["done"]) == (2, False)
    assert summary["seeds_per_second"] > 0


def test_deck_stake_first_and_count(jimbot):
    text, options = (
        "ante<=1 shop eternal any joker",
        "--deck ghost --stake black --from zed --count 50 --limit 0",
    )
    done = jimbot("seed", "find", text, *options.split())
    assert done.code == 0
    assert "jimbot: seed zed is ZED, as the game reads it" in done.err
    seeds = [line.split()[0] for line in done.out.splitlines()]
    assert seeds == list(find(text, deck="ghost", stake="black", first="ZED", count=50))
    assert len(seeds) > 10
    assert all(seed.startswith("ZED") for seed in seeds)


def test_at_random(jimbot):
    one = jimbot("seed", "find", BLUEPRINT, *["--draw-seed", "3", "--limit", "4"])
    assert (
        one.out
        == jimbot("seed", "find", BLUEPRINT, *["--draw-seed", "3", "--limit", "4", "--threads", "1"]).out
    )
    assert len(jimbot("seed", "find", BLUEPRINT, *["--random", "--limit", "2"]).out.splitlines()) == 2


def test_it_goes_on_where_it_was(jimbot, tmp_path):
    state = str(tmp_path / "state.jsonl")
    first = jimbot("seed", "find", BLUEPRINT, "--limit", "2", "--state", state)
    assert "the same command goes on from here" in first.err
    more = jimbot("seed", "find", BLUEPRINT, "--limit", "5", "--state", state)
    assert more.out.splitlines()[:2] == first.out.splitlines()
    assert more.out == jimbot("seed", "find", BLUEPRINT, "--limit", "5").out
    again = jimbot("seed", "find", BLUEPRINT, "--limit", "5", "--state", state)
    assert again.out == more.out


def test_at_random_it_goes_on_with_the_same_seed(jimbot, tmp_path):
    words = ["--random", "--state", str(tmp_path / "state.jsonl")]
    first = jimbot("seed", "find", BLUEPRINT, "--limit", "2", *words)
    more = jimbot("seed", "find", BLUEPRINT, "--limit", "4", *words)
    assert more.code == 0
    assert more.out.splitlines()[:2] == first.out.splitlines()
    assert len(set(more.out.splitlines())) == 4


def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    words = ["ante<=8 legendary negative perkeo", "--state", str(state), "--threads", "1", "--json"]
    command = [sys.executable, "-m", "jimbot", "seed", "find", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as search:
        deadline = time.monotonic() + 60
        while not (state.exists() and state.read_text().count("\n") > 1) and time.monotonic() < deadline:
            time.sleep(0.05)
        search.send_signal(signal.SIGINT)
        out, err = search.communicate(timeout=60)
    assert search.returncode == 130, err
    assert "Traceback" not in err
    summary = json.loads(out.splitlines()[-1])
    kept = [json.loads(line) for line in state.read_text().splitlines()[1:]]
    assert kept[-1]["next"] == summary["seen"] > 0
    assert sum(len(line["found"]) for line in kept) == summary["found"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["has j_perko"], "at 'j_perko' (character 5): unknown item 'j_perko'; did you mean j_perkeo,"),
        (["ante<=1"], "at the end: expected a condition, such as has Perkeo"),
        (["has baron", "--deck", "pink"], "unknown deck 'pink'"),
        (["has baron", "--from", "O"], "seed 'O' is not in the order of names"),
        (["has baron", "--from", "B", "--random"], "--from SEED is about the order of names"),
        (["has baron", "--limit", "-1"], "must be a whole number, 0 or more, not '-1'"),
        (["has baron", "--state", "/proc/nowhere/state"], "/proc/nowhere"),
        ([], "Missing argument 'CONDITION'"),
    ],
)
def test_what_is_refused(jimbot, words, message):
    done = jimbot("seed", "find", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_seed_needs_no_command(jimbot):
    assert jimbot("seed TUTORIAL --antes 1").out == jimbot("seed show TUTORIAL --antes 1").out
    assert jimbot("seed --antes 1 TUTORIAL").out == jimbot("seed show TUTORIAL --antes 1").out
    assert "find" in jimbot("seed").out


def test_a_seed_in_lower_case_is_read_as_the_game_reads_it(jimbot):
    done = jimbot("seed tut0rial --antes 1 --json")
    assert done.json["seed"] == "TUTORIAL"
    assert done.err == "jimbot: seed tut0rial is TUTORIAL, as the game reads it\n"


def test_a_soul_names_its_joker(jimbot):
    seed = next(iter(find("ante<=1 legendary yorick")))
    assert "The Soul    Yorick" in jimbot("seed", seed, "--antes", "1").out
