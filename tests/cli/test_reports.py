"""seed, playouts, bench and replay: their JSON and their tables."""

from __future__ import annotations

import importlib.util
import json
import re

import pytest

from jimbot import Game
from jimbot.view.seed_report import seed_report


def test_seed_json_is_the_report(jimbot):
    done = jimbot("seed TUTORIAL --deck ghost --stake gold --antes 3 --json")
    assert (done.code, done.err) == (0, "")
    assert done.json == seed_report("TUTORIAL", "ghost", "gold", 3)
    assert done.json["deck"] == "b_ghost"
    assert done.json["stake"] == 8
    assert jimbot("seed TUTORIAL --deck b_ghost --stake 8 --antes 3 --json").out == done.out


def test_seed_defaults(jimbot):
    report = jimbot("seed TUTORIAL --json").json
    assert (report["deck"], report["stake"], len(report["antes"])) == ("b_red", 1, 8)
    assert set(report) == {
        *("seed", "deck", "stake", "antes", "first_shop", "walk"),
        *("draw_order", "initial_hand", "run_start_targets"),
    }


def test_seed_table_names_what_the_report_holds(jimbot):
    done = jimbot("seed TUTORIAL --antes 2")
    assert done.code == 0
    for part in ("Seed TUTORIAL, Red Deck, White Stake", "Ante 1", "Ante 2", "Boss", "Voucher", "Skip tags"):
        assert part in done.out
    assert "Buffoon Pack: " in done.out
    assert re.search(r"First hand: .*[♠♥♣♦]", done.out)


def test_a_seed_may_look_like_markup(jimbot):
    assert "Seed [bold]x[/], " in jimbot("seed", "[bold]x[/]", "--antes", "1").out


def test_playouts_json(jimbot):
    report = jimbot("playouts --games 60 --one-chip --threads 1 --json").json
    assert report["games"] == 60
    assert (report["deck"], report["stake"], report["challenge"]) == ("b_red", "stake_white", None)
    assert report["decisions"] > 60 * 20
    assert 0 <= report["wins"] <= 60
    assert 1 <= report["mean_ante"] <= 9
    assert report["decisions_per_second"] > 0
    assert re.fullmatch("[0-9a-f]{16}", report["signature"])


def test_playouts_do_not_depend_on_threads_or_chunks(jimbot):
    whole = jimbot("playouts --games 250 --all-content --threads 1 --json").json
    threads = jimbot("playouts --games 250 --all-content --threads 2 --json").json
    parts = [
        jimbot(f"playouts --all-content --json --games {n} --first {i}").json for i, n in ((0, 90), (90, 160))
    ]
    assert threads["signature"] == whole["signature"]
    assert sum(part["decisions"] for part in parts) == whole["decisions"]
    assert f"{sum(int(p['signature'], 16) for p in parts) % 2**64:016x}" == whole["signature"]


@pytest.mark.parametrize("options", ["--deck plasma --stake 5", "--challenge c_omelette_1", "--all-content"])
def test_playouts_table(jimbot, options):
    done = jimbot(f"playouts --games 20 {options}")
    assert (done.code, done.err) == (0, "")
    assert "decisions/s" in done.out


def test_bench_core_json_file_and_table(jimbot, tmp_path):
    """The signature is of a fixed set of games, however many are measured."""
    done = jimbot("bench", "core", "--games", "20", "--json", "--out", str(tmp_path))
    assert (done.code, done.err) == (0, "")
    result = done.json
    for name in (
        *("decisions_per_second", "games_per_second", "all_cores_decisions_per_second", "threads"),
        *("clone_ns", "reset_ns", "determinize_ns", "state_bytes"),
    ):
        assert result[name] > 0
    assert re.fullmatch("[0-9a-f]{16}", result["signature"])
    assert isinstance(result["machine"], str)
    assert result["commit"] is None or isinstance(result["commit"], str)
    (file,) = tmp_path.iterdir()
    assert re.fullmatch(r"core-\d{8}-\w+\.json", file.name)
    assert json.loads(file.read_text()) == result
    table = jimbot("bench core --games 5").out
    assert "decisions per second" in table
    assert result["signature"] in table


@pytest.fixture
def transcript(tmp_path):
    game = Game(seed="REPLAY", deck="blue")
    for action in ("select_blind", "discard 0,1", "play 0,1,2"):
        game.apply(action)
    path = tmp_path / "run.txt"
    path.write_text(game.transcript)
    return path, game


def test_replay_json_is_the_position(jimbot, transcript):
    path, game = transcript
    done = jimbot("replay", str(path), "--json")
    assert (done.code, done.err) == (0, "")
    assert (done.json["seed"], done.json["deck"], done.json["decisions"]) == ("REPLAY", "b_blue", 3)
    assert [card["code"] for card in done.json["hand"]] == [card.code for card in game.hand]
    assert done.json["round_score"] == game.round_score
    assert Game.from_notation(done.json["notation"]) == game


def test_replay_draws_the_position(jimbot, transcript):
    path, game = transcript
    done = jimbot("replay", str(path))
    assert done.out.startswith("3 decisions\n")
    assert f"{game.hands_left} hands" in done.out


ADAPTERS = {"stable_baselines3": "sb3_steps_per_second", "ray": "rllib_steps_per_second"}


def test_bench_env_json_and_file(jimbot, tmp_path, monkeypatch):
    """Without the libraries of the adapters, whose figures are then left out."""
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name in ADAPTERS else find(name, *rest)
    )
    done = jimbot("bench", "env", "--steps", "1000", "--json", "--out", str(tmp_path))
    result = done.json
    assert [result[name] for name in ADAPTERS.values()] == [None, None]
    for name in ("single", "vector", "vector_copy", "vector_flat", "vector_full_length", "vector_planner"):
        assert result[f"{name}_steps_per_second"] > 0
    assert result["vector_steps_per_second_all_cores"] >= result["vector_steps_per_second"]
    assert 0 < result["observation_bytes"] <= 4096
    assert 0 < result["memory_bytes_per_env"] < 40_000
    assert {row["num_envs"] for row in result["vector_settings"]} >= {64, 1024}
    (path,) = tmp_path.glob("env-*.json")
    assert json.loads(path.read_text()) == result


@pytest.mark.deep
def test_bench_env_measures_the_adapters(jimbot):
    for module in ADAPTERS:
        pytest.importorskip(module)
    result = jimbot("bench env --steps 2000 --json").json
    assert all(result[name] > 0 for name in ADAPTERS.values())


@pytest.mark.deep
def test_bench_telemetry_json(jimbot):
    result = jimbot("bench telemetry --pairs 2 --json").json
    assert result["evaluation_seconds"] > 0
    assert 0 < result["training_share_percent"] < 50


def test_bench_planner_json(jimbot):
    rows = jimbot("bench planner --games 3 --json").json["tiers"]
    assert [row["tier"] for row in rows] == ["lite", "default", "deep"]
    assert all(row["decisions_per_second"] > 0 and row["blinds_beaten"] >= 0 for row in rows)


def test_bench_agents_json(jimbot):
    rows = {row["agent"]: row for row in jimbot("bench agents --games 2 --json").json["agents"]}
    assert list(rows) == ["heuristic", "policy", "search:worlds=32", "self-play"]
    assert all(row["decisions_per_second"] > row["games_per_second"] > 0 for row in rows.values())
    assert rows["search:worlds=32"]["worlds_per_second"] > 0


def test_bench_policy(jimbot) -> None:
    pytest.importorskip("torch")
    found = jimbot("bench policy --games 2 --json").json
    assert found["decisions"] > 200
    assert found["decisions_per_second"] == pytest.approx(1e6 / found["microseconds_per_decision"])
    assert [row["stake"] for row in found["integers"]] == ["white", "gold"]
    for row in found["integers"]:
        assert row["agreement"] > 0.98
        assert 0 < row["millinats"] < 0.1


def test_bench_advice(jimbot):
    rows = jimbot("bench advice --decisions 12 --agent greedy --json").json["advice"]
    assert [row["decisions"] for row in rows] == ["all", "elsewhere", "of cards"]
    assert rows[0]["count"] == 12 == rows[1]["count"] + rows[2]["count"]
    for row in rows:
        assert 0 < row["median_ms"] <= row["p99_ms"] <= row["most_ms"]
    wrong = jimbot("bench advice --agent nobody")
    assert (wrong.code, "unknown agent 'nobody'" in wrong.err) == (2, True)
