"""The table in a real browser: played by mouse and touch, dragged, advised, calculated, searched, shared, offline."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import AXE, Open, link

from jimbot.game import Game
from jimbot.view.seed_report import seed_report

pytestmark = pytest.mark.browser

SUITS = {"♠": "Spades", "♥": "Hearts", "♣": "Clubs", "♦": "Diamonds"}
ROUND = "jimbot1 seed=TESTSEED phase=SELECTING_HAND"


def begin(page: Any, seed: str = "TESTSEED") -> None:
    page.get_by_label("Seed", exact=True).fill(seed)
    page.get_by_role("button", name="Begin").click()
    page.locator(".stage").get_by_role("button", name="Play this blind").click()
    page.wait_for_selector(".hand .slot")


def advised(page: Any) -> str:
    """What the coach says first, once it has said all."""
    page.wait_for_selector('.coach[aria-busy="false"] .doit')
    return str(page.locator(".doit .what").first.inner_text())


@pytest.mark.parametrize("phone", [False, True])
def test_a_blind_is_played_card_by_card(visit: Open, phone: bool) -> None:
    page = visit(phone=phone)
    begin(page)

    def press(part: Any) -> None:
        part.tap() if phone else part.click()

    for _ in range(12):
        words = advised(page)
        for rank, suit in re.findall(r"(10|[2-9JQKA])([♠♥♣♦])", words):
            press(page.get_by_role("button", name=f"{rank} {SUITS[suit]}", exact=True).first)
        before = page.get_by_role("group", name="Hand", exact=True).inner_html()
        button = "Play hand" if words.startswith("Play") else "Discard"
        press(page.locator(".buttons").get_by_role("button", name=button, exact=True))
        page.wait_for_function(
            "b => document.querySelector('.cashout') || document.querySelector('.row.hand')?.innerHTML !== b",
            arg=before,
        )
        if page.locator(".cashout").count():
            break
    press(page.locator(".stage").get_by_role("button", name="Cash out"))
    page.get_by_role("heading", name="Shop").wait_for()
    assert re.fullmatch(r"\$\d+", page.get_by_test_id("money").inner_text())


def names(page: Any) -> list[str]:
    return [str(one) for one in page.locator(".row.jokers .tile-name").all_inner_texts()]


def test_a_joker_is_dragged_and_moved_by_keys(visit: Open) -> None:
    page = visit(link(f"{ROUND} jokers=[j_blueprint,j_joker,j_baron]"))
    page.wait_for_selector(".row.jokers .slot")
    assert names(page) == ["Blueprint", "Joker", "Baron"]
    first, last = page.locator(".row.jokers .slot").nth(0), page.locator(".row.jokers .slot").nth(2)
    start, end = first.bounding_box(), last.bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 60)
    page.mouse.down()
    page.mouse.move(start["x"] + 90, start["y"] + 64, steps=4)
    page.mouse.move(end["x"] + 40, end["y"] + 60, steps=8)
    page.mouse.up()
    page.wait_for_function("() => document.querySelector('.row.jokers .tile-name').innerText === 'Joker'")
    assert names(page) == ["Joker", "Baron", "Blueprint"]
    page.locator(".row.jokers .slot").nth(2).press("Alt+ArrowLeft")
    page.wait_for_function(
        "() => document.querySelectorAll('.row.jokers .tile-name')[1].innerText === 'Blueprint'"
    )
    assert names(page) == ["Joker", "Blueprint", "Baron"]
    page.get_by_role("button", name="Undo").click()
    assert names(page) == ["Joker", "Baron", "Blueprint"]


def test_advice_is_followed_to_the_end_of_an_ante(visit: Open) -> None:
    page = visit()
    begin(page)
    for _ in range(150):
        advised(page)
        page.locator(".doit").first.click()
        page.wait_for_function(
            "() => !document.querySelector('.coach .doit') || document.querySelector('.coach')"
        )
        if page.locator(".f-ante dd").inner_text().startswith("2") or page.locator(".end").count():
            break
    assert page.locator(".f-ante dd").inner_text().startswith("2")


def test_why_not_is_answered(visit: Open) -> None:
    page = visit()
    begin(page)
    advised(page)
    page.locator(".row.hand .slot").last.click()
    page.get_by_role("button", name="Why not what I selected?").click()
    said = page.locator(".whynot [role=status]")
    said.wait_for()
    assert re.search(r"256 redrawn games|what the coach would do", said.inner_text())


def test_the_calculator_says_what_the_engine_scores(visit: Open) -> None:
    page = visit("#calculator")
    for card in ("K H", "K S", "K D", "5 C", "7 H", "7 C", "2 S"):
        page.get_by_role("button", name=card, exact=True).click()
    page.get_by_role("button", name="+ Add a joker").click()
    for joker in ("Joker.", "Photograph.", "Fibonacci."):
        page.locator(f".picks [aria-label^='{joker}']").click()
    page.keyboard.press("Escape")
    game = Game.from_notation(page.get_by_label("Notation").input_value())
    plays = [action.cards for action in game.legal_actions() if action.kind == "play"]
    best = max(game.score(cards).score or 0 for cards in plays)
    page.wait_for_function(
        "b => document.querySelector('[data-testid=best-score]')?.innerText === b", arg=f"{best:,.0f}"
    )


def test_a_seed_is_searched_and_holds_what_was_wanted(visit: Open) -> None:
    page = visit("#seeds")
    page.get_by_test_id("want").fill("Telescope")
    page.locator(".seedsearch input[type=number]").fill("1")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_test_id("search").click()
    page.locator(".foundseeds button").first.wait_for()
    if page.get_by_role("button", name="Stop").count():
        page.get_by_role("button", name="Stop").click()
    seeds = page.locator(".foundseeds code").all_inner_texts()[:5]
    assert seeds
    for seed in seeds:
        assert seed_report(seed, antes=1)["antes"][0]["voucher"] == "v_telescope"
    page.locator(".foundseeds button").first.click()
    assert "Ante 1" in page.locator(".route").inner_text()


def test_a_position_is_shared_by_link(visit: Open) -> None:
    page = visit()
    begin(page)
    hand = page.locator(".row.hand .slot").evaluate_all("cards => cards.map(c => c.innerText)")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => location.hash.includes('p=')")
    other = visit("#" + page.url.partition("#")[2])
    other.wait_for_selector(".row.hand .slot")
    assert other.locator(".row.hand .slot").evaluate_all("cards => cards.map(c => c.innerText)") == hand
    assert other.get_by_test_id("seed").inner_text() == "TESTSEED"


def test_it_works_offline_and_remembers_the_run(visit: Open) -> None:
    page = visit(workers="allow")
    begin(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".row.hand .slot")
    assert advised(page)
    page.context.set_offline(False)


def test_an_agent_is_watched(visit: Open) -> None:
    page = visit("#watch")
    page.get_by_label("Seed", exact=True).fill("TESTSEED")
    page.get_by_role("button", name="Start").click()
    for made in ("1", "2", "3"):
        page.get_by_role("button", name="Step").click()
        page.wait_for_function(
            "n => document.querySelector('[data-testid=decisions]').innerText === n", arg=made
        )
    page.get_by_role("button", name="Back").click()
    assert page.get_by_test_id("decisions").inner_text() == "2"


def test_a_transcript_is_opened(visit: Open, tmp_path: Path) -> None:
    page = visit("#open")
    golden = Path(__file__).resolve().parents[1] / "golden" / "transcripts" / "01_red_white.txt"
    page.get_by_test_id("file").set_input_files(golden)
    page.wait_for_function("() => document.querySelector('[data-testid=pasted]').value.length > 100")
    page.locator(".files").get_by_role("button", name="Play").click()
    page.wait_for_selector(".table")
    assert page.get_by_test_id("seed").inner_text() == "DT5GG95B"


@pytest.mark.parametrize(
    "where",
    [
        "#play?p=AAAA",
        "#play?p=%00%ff",
        "#play?p=" + "A" * 5000,
        "#play?p=<script>",
        "#nowhere",
        "#seeds?seed=%F0%9F%82%A1",
    ],
)
def test_a_bad_link_gives_a_message_and_a_page_that_lives(visit: Open, where: str) -> None:
    page = visit(where)
    if "p=" in where:
        page.locator(".message.on").wait_for()
    page.get_by_role("link", name="Play").click()
    page.wait_for_selector(".newrun, .table")


def test_bad_files_and_giant_numbers_give_a_message(visit: Open, tmp_path: Path) -> None:
    page = visit("#open")
    (tmp_path / "binary.bin").write_bytes(bytes(range(256)) * 64)
    (tmp_path / "large.txt").write_bytes(b"x" * 3_000_000)
    for name in ("binary.bin", "large.txt"):
        page.get_by_test_id("file").set_input_files(tmp_path / name)
        page.get_by_role("alert").wait_for()
    for text in (
        "hello",
        "jimbot1 money=1e999",
        "jimbot-run seed=A\nplay 99",
        "jimbot1 jokers=[" + "j_joker," * 5000,
    ):
        page.get_by_test_id("pasted").fill(text)
        page.locator(".files").get_by_role("button", name="Play").click()
        page.get_by_role("alert").wait_for()
    page.get_by_role("link", name="Calculator").click()
    page.get_by_role("button", name="K H", exact=True).click()
    page.get_by_label("Money").fill("99999999999999999999")
    page.locator(".results [role=alert]").wait_for()
    page.get_by_label("Money").fill("4")
    page.get_by_test_id("best-score").wait_for()


def test_it_speaks_chinese(visit: Open) -> None:
    page = visit()
    page.get_by_role("button", name="中文").click()
    assert page.locator("html").get_attribute("lang") == "zh"
    page.get_by_role("button", name="开始").click()
    page.locator(".stage").get_by_role("button", name="选择盲注").click()
    page.get_by_role("button", name="出牌", exact=True).wait_for()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("where", ["table", "", "#calculator", "#seeds", "#watch", "#open"])
def test_axe_finds_nothing_serious(visit: Open, where: str, dark: bool) -> None:
    page = visit("" if where == "table" else where, dark=dark)
    if where == "table":
        begin(page)
        advised(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert not serious, json.dumps(
        [(one["id"], [node["html"][:160] for node in one["nodes"][:4]]) for one in serious], indent=1
    )


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("where", ["table", "", "#calculator", "#seeds", "#watch", "#open"])
def test_nothing_is_wider_than_the_screen(visit: Open, where: str, phone: bool) -> None:
    page = visit("" if where == "table" else where, phone=phone)
    if where == "table":
        begin(page)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 1
