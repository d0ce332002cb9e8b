"""Measurements: the native worth of added jokers, a small run of the command, the shipped table and embeddings."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot import _core
from jimbot.agents import View, make_agent
from jimbot.agents.judge import weights
from jimbot.agents.judge.jokers import JokerJudge, with_jokers
from jimbot.agents.judge.pairs import PairsFolder, empty, jobs, table, work
from jimbot.agents.judge.settings import JokerMeasuring
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.seeds import draw_seed, list_of, seed
from jimbot.knowledge import embeddings, graph_of, joker_embeddings, package_graph
from jimbot.knowledge.measured import FILE, package, pair_places, read, write
from jimbot.knowledge.vectors import DIM, embed

TINY = JokerMeasuring(games=1, pairs=40, decks=1, ends=50, rounds=2, first=900_000_000)


def shop() -> Game:
    """The first shop of a run."""
    game, agent = Game("TESTSEED"), make_agent("heuristic")
    for step in range(100):
        if game.phase == "SHOP":
            return game
        game.apply(agent.act(View(game, draw_seed(0, step))))
    raise AssertionError("no shop was reached")


def test_the_native_worth_is_that_of_the_judge() -> None:
    """The same figure as `jimbot judge jokers` works out, one joker at a time, and the same for any threads."""
    game = shop()
    keys = list(content()["joker"])
    asked = ["j_baron", "j_cavendish", "j_joker", "j_stuntman"]
    rows = np.array([[255, 255], *([keys.index(key), 255] for key in asked), [61, 15]], np.uint8)
    found = _core.worth_with(game.reveal(), weights().core, rows, 16, 1)
    judge = JokerJudge()
    base = [joker.key.removeprefix("j_") for joker in game.jokers]
    positions = [game, *(with_jokers(game, [*base, key]) for key in asked)]
    assert np.allclose(found[:5, 2], judge.win_probabilities(positions, 0), atol=1e-6)
    assert np.array_equal(found, _core.worth_with(game.reveal(), weights().core, rows, 16, 2))
    assert found[2, 0] > found[0, 0] + 0.5  # Cavendish scores


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (np.array([[150]], np.uint8), "joker"),
        (np.zeros((1, 9), np.uint8), "jokers of a row"),
    ],
)
def test_what_cannot_be_added_is_refused(rows: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        _core.worth_with(shop().reveal(), weights().core, rows, 2, 1)
    game = Game("TESTSEED")
    game.apply("select_blind")
    with pytest.raises(ValueError, match="between rounds only"):
        _core.worth_with(game.reveal(), weights().core, np.array([[1]], np.uint8), 2, 1)


def test_a_measurement_is_taken_up_where_it_ended(tmp_path: Path) -> None:
    manifest = {"format": PairsFolder.format, "settings": TINY.as_json()}
    with PairsFolder(tmp_path / "a", manifest) as folder:
        assert list(work(folder, TINY, 1)) == jobs(TINY)
        whole = table(folder, TINY)
    with PairsFolder(tmp_path / "b", manifest) as folder:
        next(work(folder, TINY, 2))  # killed after the first part
    with PairsFolder(tmp_path / "b", manifest) as folder:
        list(work(folder, TINY, 2))
        again = table(folder, TINY)
    assert np.array_equal(whole.pair_judge.mean, again.pair_judge.mean)
    assert np.array_equal(whole.deck_rounds.mean, again.deck_rounds.mean)
    assert whole.games[0] == 51
    assert whole.pair_judge.count.sum() == 40 * whole.about["positions"]
    write(tmp_path / "m.npz", whole)
    assert read(tmp_path / "m.npz").about == whole.about
    assert graph_of(read(tmp_path / "m.npz")).nodes
    other = manifest | {"settings": TINY.as_json() | {"pairs": 41}}
    with pytest.raises(ValueError, match="pairs is 40 there and 41 here"):
        PairsFolder(tmp_path / "a", other)


def test_positions_of_one_game_are_one_measurement(tmp_path: Path) -> None:
    """Five games, each with the same value in all of its positions: the error is that of five values."""
    values, times = [0.1, 0.5, 0.2, 0.9, 0.4], [4, 4, 4, 4, 4]
    settings = TINY.changed(games=len(values), decks=0, ends=0)
    with PairsFolder(
        tmp_path / "a", {"format": PairsFolder.format, "settings": settings.as_json()}
    ) as folder:
        for number, (value, positions) in enumerate(zip(values, times, strict=True)):
            sums = empty()
            sums["pair_judge_count"][7] = positions
            sums["pair_judge_sum"][7] = positions * value
            folder.add(f"game-{number}", sums)
        found = table(folder, settings).pair_judge
    assert found.count[7] == 20
    assert found.mean[7] == pytest.approx(np.mean(values))
    assert found.error[7] == pytest.approx(np.std(values, ddof=1) / np.sqrt(5))
    assert found.error[8] == np.inf


def test_only_train_seeds_are_played() -> None:
    for number in (JokerMeasuring().first + more for more in (0, JokerMeasuring().games, 1_100_000)):
        found = list_of(seed("train", number))
        assert found is not None
        assert found[0] == "train"


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.npz").write_bytes(b"nonsense")
    with pytest.raises(ValueError, match=r"x\.npz is no file of measurements of jokers"):
        read(tmp_path / "x.npz")
    with pytest.raises(FileNotFoundError, match=r"missing\.npz"):
        read(tmp_path / "missing.npz")
    np.save(tmp_path / "small.npy", np.zeros(3))
    small = (tmp_path / "small.npy").read_bytes()
    with zipfile.ZipFile(tmp_path / "large.npz", "w") as archive:  # its head claims far more than there is
        archive.writestr("jokers.npy", small.replace(b"(3,), }" + b" " * 9, b"(3000000000,), }"))
    with pytest.raises(ValueError, match="claims 24,000,000,000 bytes"):
        read(tmp_path / "large.npz")


def test_the_shipped_table_covers_every_pair() -> None:
    measured = package()
    assert FILE.stat().st_size < 1_000_000
    assert measured.pair_rounds.count.min() >= 300
    assert measured.pair_rounds.count.shape == (150 * 149 // 2,)
    assert measured.about["positions"] >= 1000
    keys = list(content()["joker"])
    first, second = pair_places()
    of = {(keys[a], keys[b]): place for place, (a, b) in enumerate(zip(first, second, strict=True))}
    for pair in (
        ("j_pareidolia", "j_smiley"),
        ("j_photograph", "j_hanging_chad"),
        ("j_mime", "j_shoot_the_moon"),
    ):
        assert measured.pair_rounds.low()[of[min(pair, key=keys.index), max(pair, key=keys.index)]] > 0


def test_embeddings_are_those_of_the_graph() -> None:
    vectors = embeddings()
    assert vectors.shape == (len(package_graph().nodes), DIM)
    assert joker_embeddings().shape == (150, DIM)
    rebuilt = embed(
        package_graph(), package()
    )  # a singular vector may turn round; what stays is who is like whom
    assert np.corrcoef((rebuilt @ rebuilt.T).ravel(), (vectors @ vectors.T).ravel())[0, 1] > 0.999
    keys = list(content()["joker"])

    def alike(a: str, b: str) -> float:
        one, other = (joker_embeddings()[keys.index(key)] for key in (a, b))
        return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))

    assert alike("j_greedy_joker", "j_lusty_joker") > alike("j_greedy_joker", "j_perkeo")
    assert alike("j_jolly", "j_sly") > alike("j_jolly", "j_crazy")


def test_a_network_takes_them(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from jimbot.models.balatro_net import BalatroNet, NetShape, read_knowledge

    known = read_knowledge("graph", DIM)
    net = BalatroNet(NetShape(32, 8, DIM, True), known)
    assert net.knowledge is not None
    assert np.array_equal(net.knowledge.weight[1:].detach().numpy(), joker_embeddings())
    np.save(tmp_path / "all.npy", embeddings())  # as jimbot graph export writes them
    assert np.array_equal(read_knowledge(tmp_path / "all.npy", DIM).numpy(), known.numpy())
    with pytest.raises(ValueError, match=r"\(150, 64\) is needed"):
        read_knowledge("graph", 64)


ANTES = {"early": slice(0, 2), "mid": slice(2, 5), "late": slice(5, 8)}  # a rating; rows of the measurements


@pytest.mark.shared
def test_players_agree(shared: Path) -> None:
    """Ratings of experienced players and measurements rank jokers alike, and the pairs that they name have more
    synergy than others."""
    stats = pytest.importorskip("scipy.stats")
    with (shared / "strategy_jokers.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["key"]: row for row in csv.DictReader(file)}
    ratings = [rows[key] for key in content()["joker"]]
    for part, antes in ANTES.items():
        worth = package().joker_judge.mean[antes].mean(0)
        correlation = stats.pearsonr(
            stats.rankdata(worth), stats.rankdata([float(row[part]) for row in ratings])
        )
        assert correlation.confidence_interval().low > 0.2, part  # Spearman's, by Fisher's transformation
    named = named_pairs(ratings)
    assert named.sum() > 50
    for means in (package().pair_rounds, package().pair_judge):
        above = stats.mannwhitneyu(means.mean[named], means.mean[~named]).statistic
        assert above / named.sum() / (~named).sum() > 0.6


def named_pairs(ratings: list[dict[str, str]]) -> np.ndarray:
    """Of all pairs, those of which players name one joker as a reason for the other."""
    names = {row["name"]: place for place, row in enumerate(content()["joker"].values())}
    short = {name.removesuffix(" Joker").removeprefix("The "): place for name, place in names.items()}
    words = {name: place for name, place in (names | short).items() if len(name) > 3 and name != "Joker"}
    found: set[tuple[int, int]] = set()
    for place, row in enumerate(ratings):
        for word, other in words.items():
            if other != place and re.search(rf"\b{re.escape(word)}\b", row["better_when"]):
                found.add((min(place, other), max(place, other)))
    first, second = pair_places()
    return np.array([(a, b) in found for a, b in zip(first.tolist(), second.tolist(), strict=True)])


def test_the_commands(tmp_path: Path) -> None:
    pytest.importorskip("ladybug")

    def jimbot(*arguments: str, code: int = 0) -> str:
        command = [sys.executable, "-m", "jimbot", "graph", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr

    assert '"PlayingCard": 52' in jimbot("stats", "--json")
    jimbot("export", "--out", "files")
    shown = jimbot("build", "--from", "files", "--out", "graph.lbug")
    assert shown == f"406 nodes and {len(package_graph().edges)} edges in graph.lbug\n"
    assert "j_mime" in jimbot(
        "query", "synergies", "--jokers", "baron", "--source", "rows", "--graph", "graph.lbug", "--json"
    )
    assert "synergies" in jimbot("query")
    assert jimbot("query", "nonsense", code=2).startswith("jimbot: unknown question 'nonsense'; one of")
    assert "give --out FILE or --uri" in jimbot("build", code=2)
