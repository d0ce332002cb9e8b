"""play, driven by piped keys as by a keyboard."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import combinations

import pytest

from jimbot import Game


@pytest.fixture
def play(jimbot):
    def run(keys: str, *options: str):
        done = jimbot("play", *(options or ("--seed", "TESTSEED")), keys=keys)
        assert (done.code, done.err) == (0, "")
        return done.out

    return run


def answers(out: str) -> list[str]:
    """What followed each typed line."""
    return re.split(r"^> \S.*$", out, flags=re.MULTILINE)[1:]


def test_the_first_screen(play):
    out = play("")
    for part in ("Ante 1", "$4", "Red Deck, White Stake, seed TESTSEED", "Small Blind", "300", "The Head"):
        assert part in out
    assert "n  play the Small Blind" in out
    assert "k  skip the Small Blind for the" in out
    assert out.endswith("Seed TESTSEED. Goodbye.\n")
    assert "\x1b" not in out


def test_quit_stops_reading(play):
    assert "unknown command" not in play("quit\nfoo\n")


def test_a_whole_blind_to_the_next_shop(play):
    """Best plays, cash-out, shop, then the next blind."""
    keys = _winning_keys("EASY")
    *_, won, shop, blind = answers(play(f"{keys}n\nn\n", "--seed", "EASY"))
    assert " × " in won
    assert "Cash-out" in won
    assert "reroll the shop for $5" in shop
    assert ">  Big Blind" in blind


def _winning_keys(seed: str) -> str:
    """Plays the best scoring cards until the blind is beaten."""
    game = Game(seed=seed)
    game.apply("select_blind")
    keys = "n\n"
    while game.phase == "SELECTING_HAND":
        plays = [cards for n in range(1, 6) for cards in combinations(range(len(game.hand)), n)]
        best = max(plays, key=lambda cards: game.score(cards).score or 0)
        game.apply("play " + ",".join(map(str, best)))
        keys += "p " + " ".join(str(c + 1) for c in best) + "\n"
    assert game.phase == "ROUND_EVAL"
    return keys


def test_buying_using_and_opening(play):
    """The first shop of EASY: Mars for $3 at 1, a Buffoon Pack for $4 at p1, $9 to spend."""
    keys = _winning_keys("EASY") + "n\ninfo 1\nub 1\nhands\nbp 1\nt 1\ns j1\nundo 3\nb 1\n"
    *_, shop, info, used, hands, opened, taken, sold, undone, bought = answers(play(keys, "--seed", "EASY"))
    assert re.search(r"ub 1 +buy and use Mars for \$3", shop)
    assert "Four of a Kind gains a level" in info
    assert "$6" in used
    assert re.search(r"Four of a Kind +2 +90 +10", hands)
    assert "Buffoon Pack: choose 1" in opened
    assert "skip the rest of the pack" in opened
    assert "Jokers (1 of 5)" in taken
    assert "Jokers (0 of 5)" in sold
    assert "$6" in undone
    assert "Banner" in bought
    assert "Jokers (1 of 5)" in bought


def test_a_play_is_explained_before_and_after(play):
    before, after = answers(play("n\nscore 4 5\np 4 5\n"))[1:]
    steps = before.strip().splitlines()
    assert [line.split()[0] for line in steps] == ["step", "Pair", "9♠", "9♣", "Pair:"]
    assert "28 × 2 = 56" in before
    assert "0 of 300" not in before
    assert "28 × 2 = 56" in after
    assert "56 of 300 chips  3 hands" in after


def test_chance_is_distinguished(jimbot, tmp_path):
    path = tmp_path / "lucky.txt"
    game = Game(seed="TESTSEED").edited("jokers=[j_misprint]")
    game.apply("select_blind")
    path.write_text(game.notation())
    out = jimbot("play", "--load", str(path), keys="p 1\n").out
    assert "0 to 23 at random, counted as the least" in out
    assert "without chance effects" in out
    assert re.search(r"It scored \d", out)


def test_undo_takes_back_any_number(play):
    first, *_, one, four = answers(play("n\nd 1\np 1 2\nsort suit\nundo\nundo 3\n"))
    assert "0 of 300 chips  4 hands  4 discards" in first
    assert "3 hands  3 discards" in one
    assert "n  play the Small Blind" in four


def test_save_and_load(play, tmp_path):
    path = tmp_path / "my run.jimbot"
    out = play(f"n\nd 1 2\nsave {path}\np 1\nload {path}\nundo\n")
    saved, played, loaded, undone = answers(out)[2:]
    assert f"Saved to {path}." in saved.replace("\n", "")
    assert "3 hands  3 discards" in played
    assert "4 hands  3 discards" in loaded
    assert "3 hands  3 discards" in undone
    assert "4 hands  3 discards" in play("", "--load", str(path))


def test_a_save_spares_other_files(play, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    assert "not a saved game" in play(f"save {path}\n")
    assert "File exists" in play(f"transcript {path}\n")
    assert path.read_text() == "mine"


def test_a_transcript_replays(play, jimbot, tmp_path):
    path = tmp_path / "run.txt"
    play(f"n\nd 1 2\nundo\np 4 5\ntranscript {path}\n")
    assert path.read_text().splitlines()[1:] == ["select_blind", "play 3,4"]
    assert jimbot("replay", str(path), "--json").json["round_score"] == 56
    assert "56 of 300 chips" in play("", "--load", str(path))


def test_a_loaded_save_has_no_whole_transcript(play, tmp_path):
    save, path = tmp_path / "run", tmp_path / "run.txt"
    out = play(f"n\nd 1\nsave {save}\nload {save}\ntranscript {path}\n")
    assert "its decisions are not known" in out.replace("\n", " ")
    assert not path.exists()


SLIPS = [
    ("foo", "unknown command 'foo'"),
    ("p", "1 to 5 cards"),
    ("p 0", "no card '0'; the hand has 1 to 8"),
    ("p 9", "no card '9'; the hand has 1 to 8"),
    ("p 1 1", "named twice"),
    ("p 1 2 3 4 5 6", "at most 5"),
    ("p one", "no card 'one'"),
    ("d ²", "no card '²'"),
    ("score 1 x", "no card 'x'"),
    ("score", "1 to 5 cards"),
    ("u 1", "no consumable '1'; there are none"),
    ("u", "write 'u 1'"),
    ("u 1 2", "write 'u 1'"),
    ("u on", "write 'u 1'"),
    ("b 1", "no shop card '1'; there are none"),
    ("bv", "'bv' takes one argument"),
    ("s 1", "cannot sell '1'"),
    ("s j1", "no joker '1'; there are none"),
    ("n", "nothing to continue to"),
    ("k", "nothing to skip"),
    ("r", "nothing to reroll"),
    ("n 3", "takes no arguments"),
    ("sort colour", "colour"),
    ("sort", "'sort' takes one argument"),
    ("move j 1 2", "no place '1'"),
    ("move x 1 2", "move j 2 1"),
    ("move h 1", "move j 2 1"),
    ("undo 99", "cannot undo 99"),
    ("undo x", "not 'x'"),
    ("save", "write 'save FILE'"),
    ("load", "write 'load FILE'"),
    ("load no/such/file", "No such file"),
    ("save no/such/folder/file", "No such file"),
    ("load /", "/"),
    ("info", "write 'info X'"),
    ("info barron", "j_baron"),
    ("info 1", "nothing is shown as '1'"),
    ("info j7", "nothing is shown as 'j7'"),
]


@pytest.mark.parametrize(("typed", "message"), SLIPS, ids=[slip[0] for slip in SLIPS])
def test_a_slip_is_answered_and_changes_nothing(play, typed, message):
    start, slip, shown = answers(play(f"n\n{typed}\nshow\n"))
    answer = " ".join(slip.split())
    assert answer.startswith("! ")
    assert message in answer
    assert shown.replace("Seed TESTSEED. Goodbye.\n", "") == start


def test_deck_hands_help_and_info(play):
    deck, hands, help_text, joker, tag = answers(play("n\ndeck\nhands\n?\ninfo j_baron\ninfo tag double\n"))[
        1:
    ]
    assert "44" in deck.splitlines()[-1]
    assert "Straight Flush" in hands
    assert "Flush Five" not in hands
    assert "undo" in help_text
    assert "X1.5 Mult" in joker
    assert "Double Tag" in tag


def test_consumables_moving_and_selling(play, tmp_path):
    path = tmp_path / "shop.txt"
    game = Game(seed="TESTSEED").edited("money=90 jokers=[j_joker,j_baron] consumables=[c_magician,c_hermit]")
    path.write_text(game.notation())
    screens = answers(
        play("n\nu 1 on 2 3\nmove j 2 1\ninfo j1\nu 1\ns j1\n" + "undo\n", "--load", str(path)),
    )
    assert "lucky" in screens[1]
    assert re.search(r"j1 +Baron", screens[2])
    assert "King held in hand" in screens[3]
    assert "$110" in screens[4]
    assert "Jokers (1 of 5)" in screens[5]
    assert "Jokers (2 of 5)" in screens[6]


def test_a_lost_run_can_be_taken_back(play):
    *_, lost, after, undone = answers(play("n\n" + "p 8\n" * 4 + "p 1\nundo\n"))
    assert "The run is lost" in lost
    assert "the run is over" in after
    assert "1 hand " in undone


def test_options_reach_the_run(play):
    assert "Plasma Deck, Gold Stake, seed 0[red]" in play(
        "", "--seed", "0[red]", "--deck", "plasma", "--stake", "8"
    )
    assert "The Omelette" in play("", "--challenge", "c_omelette_1")


def test_input_that_is_not_text_and_output_without_suits():
    """Bytes that are no UTF-8 are answered; a terminal that only knows ASCII gets ? for suits."""
    done = subprocess.run(
        [sys.executable, "-m", "jimbot", "play", "--seed", "TESTSEED"],
        input=b"n\np \xff\xfe\nsort rank\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii:strict", "NO_COLOR": "1"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"! " in done.stdout
    assert b"A?" in done.stdout
    assert done.stdout.endswith(b"Goodbye.\n")
