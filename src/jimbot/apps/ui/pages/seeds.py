"""What a seed holds: antes, shops, packs, vouchers, tags, bosses; seeds compared, found, shared by a link."""

from __future__ import annotations

from typing import Any

import streamlit as st

from jimbot.apps.seed_output import KINDS
from jimbot.apps.things import odds_lines, route_lines
from jimbot.apps.ui import explorer
from jimbot.apps.ui.hunt import MAX_FOUND, MAX_SECONDS, Hunt
from jimbot.apps.ui.widgets import drawn, faint, pick, plain, say, table
from jimbot.game import check_seed
from jimbot.game.content import content
from jimbot.game.seeds import odds, parse
from jimbot.view.picture.svg import row_html
from jimbot.view.seed_route import route

MAX_SEEDS = 4
EVERY = 1.0  # seconds between two looks at a search
ODDS_SECONDS = 3.0
ORDERS = {"as found": None, "earliest first": "early", "cheapest first": "cheap"}
EXAMPLE = "ante<=1 has j_perkeo and voucher v_telescope"
HELP = """
| fact | true where |
|---|---|
| `has THING` | it is in a shop, in a pack or from The Soul; or it is a voucher, tag, boss, pack |
| `shop CARD` | it is in the shop queue; `shop<=4 CARD`: among its first 4 cards |
| `pack CARD` | it is in a pack; `pack mega spectral`: there is such a pack |
| `legendary JOKER` | The Soul makes it |
| `voucher NAME` | it is the voucher of the ante; likewise `boss`, `tag`, `small tag`, `big tag` |

Facts are joined by `and`, `or`, `not` and parentheses. `ante<=2`, `ante 2..4` before a fact holds up to the
next ante; without one the antes are 1 to 8. `... and wins heuristic at gold`: the agent wins the game on it,
which is played. Cards may carry marks: `negative j_blueprint`, `any rare joker`.

```
ante<=1 shop<=4 negative any joker
ante<=2 (has j_blueprint or has j_brainstorm) and not boss the needle
legendary negative perkeo
```
"""


def page() -> None:
    st.title("Seed explorer")
    given = st.query_params
    _from_link(given)
    left, middle, right, last = st.columns([3, 2, 2, 1])
    text = left.text_input("Seeds", key="seeds", help="one, or several with commas to compare them")
    with middle:
        deck = pick("deck", "Deck", "seed deck")
    with right:
        stake = pick("stake", "Stake", "seed stake")
    antes = last.number_input("Antes", 1, 16, key="antes")
    with st.container():
        _find(deck, stake)
    try:
        seeds = [check_seed(seed.strip()) for seed in text.split(",") if seed.strip()][:MAX_SEEDS]
    except ValueError as error:
        st.error(str(error), icon=None)
        return
    if not seeds:
        return
    reports = [explorer.report(seed, deck, stake, int(antes)) for seed in seeds]
    st.caption("Link to share")
    st.code(explorer.share_link(seeds, deck, stake, int(antes)), language=None)
    if len(reports) > 1:
        table(explorer.compared(reports))
    shown = (
        reports[0] if len(reports) == 1 else reports[seeds.index(st.radio("Show", seeds, horizontal=True))]
    )
    _search(shown)
    _antes(shown)


def _from_link(given: Any) -> None:
    """What a link says, once."""
    if "seeds" in st.session_state:
        return
    known = content()
    st.session_state["seeds"] = given.get("seed", "TUTORIAL")[:80]
    st.session_state["seed deck"] = given["deck"] if given.get("deck") in known["deck"] else "b_red"
    st.session_state["seed stake"] = given["stake"] if given.get("stake") in known["stake"] else "stake_white"
    antes = given.get("antes", "8")
    st.session_state["antes"] = (
        int(antes) if antes.isascii() and antes.isdigit() and 1 <= int(antes) <= 16 else 8
    )


def _find(deck: str, stake: str) -> None:
    """Seeds that meet a condition, with links to them."""
    with st.expander("Find seeds", key="find seeds", on_change="rerun"):
        with st.form("condition", border=False):
            condition = st.text_input("Condition", placeholder=EXAMPLE, help=HELP, max_chars=1000)
            find, odds_first = st.columns([1, 5])
            wanted = find.form_submit_button("Find", type="primary")
            asked = odds_first.form_submit_button("Odds")
        faint(f"For the deck and stake above. It stops after {MAX_FOUND} seeds or {MAX_SECONDS:.0f} seconds.")
        if asked:
            _odds(condition, deck, stake)
        if wanted:
            _begin(condition, deck, stake)
        hunt: Hunt | None = st.session_state.get("hunt")
        if hunt is not None:
            going = hunt.going
            st.fragment(_show, run_every=EVERY if going else None)(hunt, going)


def _odds(condition: str, deck: str, stake: str) -> None:
    """How rare it is, and how long a search takes."""
    try:
        query = parse(condition, deck, stake)
    except ValueError as error:
        st.error(plain(str(error)))
        return
    with st.spinner(f"Looking at seeds for {ODDS_SECONDS:.0f} seconds"):
        say(" ".join(odds_lines(odds(query, ODDS_SECONDS))))


def _begin(condition: str, deck: str, stake: str) -> None:
    old: Hunt | None = st.session_state.pop("hunt", None)
    if old is not None:
        old.stop()
    try:
        hunt = Hunt(condition, deck, stake)
    except ValueError as error:
        st.error(plain(str(error)))
        return
    st.session_state["hunt"] = hunt
    hunt.go_on()


def _show(hunt: Hunt, watched: bool) -> None:
    """How far a search is, and what it has found."""
    going = hunt.going
    if going:
        st.progress(hunt.share, plain(hunt.words))
        st.button("Stop", on_click=hunt.stop)
    elif watched:
        st.rerun()  # no refresh is needed
    else:
        say(f"{hunt.words}.{' These are all.' if hunt.search.done else ''}")
        st.button("Go on", on_click=hunt.go_on, disabled=hunt.search.done)
    query = hunt.search.query
    faint(f"{query.text} ({_name('deck', query.deck)}, {_name('stake', query.stake)})")
    order = None if going else ORDERS[st.selectbox("Order", list(ORDERS), label_visibility="collapsed")]
    for seed, words in hunt.ranked(order).items():
        link = explorer.share_link([seed], query.deck, query.stake, 8)
        st.markdown(f"[{seed}]({link}) {plain(words)}")
    if hunt.found and not going:
        _more(hunt)


def _more(hunt: Hunt) -> None:
    """The way to a find, and all finds as a file."""
    query = hunt.search.query
    seed = st.selectbox("Route to", ["", *hunt.found], format_func=lambda seed: seed or "choose a seed")
    if seed:
        try:
            for line in route_lines(route(query, seed)):
                say(line)
        except ValueError as error:
            st.error(plain(str(error)))
    for column, kind in zip(st.columns(len(KINDS)), KINDS, strict=True):
        column.download_button(kind[1:].upper(), hunt.text(kind), f"seeds{kind}", key=f"download {kind}")


def _name(kind: str, key: str) -> str:
    return str(content()[kind][key]["name"])


def _search(shown: dict[str, Any]) -> None:
    words = st.text_input("Search in this seed", placeholder="a joker, tarot, planet or spectral card")
    found = explorer.search(shown, words)
    if words:
        faint(", ".join(f"{one.name}: {one.where}" for one in found) or "Nothing of that name is in it.")
    legendary = explorer.legendaries(shown)
    if legendary:
        faint("Legendary: " + ", ".join(f"{one.name}: {one.where}" for one in legendary))


def _antes(shown: dict[str, Any]) -> None:
    tabs = st.tabs([f"Ante {ante['ante']}" for ante in shown["antes"]])
    for tab, ante in zip(tabs, shown["antes"], strict=True):
        with tab:
            faint("Boss, voucher, tags for skipping")
            drawn(row_html(explorer.head(ante)))
            faint("Shop queue, in order; a reroll takes the next ones")
            drawn(row_html(one.drawing for one in explorer.queue(ante)))
            for name, cards in explorer.packs(ante):
                faint(name)
                drawn(row_html(one.drawing for one in cards))
