"""save.jkr -> the notation of the position, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from jimbot import _core
from jimbot.game.action import Action
from jimbot.game.content import content
from jimbot.game.saved import checks, fields, things
from jimbot.game.saved.streams import Streams
from jimbot.saves.kinds import of_kind, steamodded, version_of
from jimbot.saves.section import Section, shown
from jimbot.saves.table import SaveError, Table

PHASES = {1: "SELECTING_HAND", 5: "SHOP", 7: "BLIND_SELECT", 8: "ROUND_EVAL"}
BLINDS = ("Small", "Big", "Boss")
BEATEN = ("Defeated", "Skipped")
STATES = ("Select", "Current", "Upcoming", *BEATEN)
CHALLENGE_DECKS = ("b_challenge", "b_red")
OLDEST = (1, 0, 1)  # builds before it have other rules
MAX_NOTES = 3
PILES = ("deck", "hand", "discard")
NUMBERED = (*PILES, "play", "jokers", "consumeables", "shop_jokers")


@dataclass
class SavedRun:
    """The position of a save and what was noticed: where the file says something else than what follows
    (``differs``), what it holds that is not understood (``unknown``), and what makes the position less
    certain (``warnings``)."""

    game: _core.Game
    version: str
    draws: int  # random numbers drawn so far
    warnings: list[str] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def notes(self) -> list[str]:
        """What a player should know of it, in few lines."""
        notes = [*self.warnings, *self.differs[:MAX_NOTES]]
        if len(self.differs) > MAX_NOTES:
            notes.append(f"{len(self.differs) - MAX_NOTES} more differences")
        if self.unknown:
            notes.append(f"{len(self.unknown)} fields are not understood, such as {self.unknown[0]}")
        return notes

    def check_strictly(self) -> None:
        """SaveError unless everything in the file is understood and follows."""
        if problems := [*self.differs, *(f"{place} is not understood" for place in self.unknown)]:
            more = f"; {len(problems) - 1} more" if len(problems) > 1 else ""
            raise SaveError(f"{problems[0]}{more}")


class _Run:
    """One file while it is read."""

    def __init__(self, run: Section, endless: bool = False) -> None:
        self.run, self.game, self.endless = run, run.section("GAME"), endless
        self.round, self.resets = self.game.section("current_round"), self.game.section("round_resets")
        self.areas, self.blind = run.section("cardAreas"), run.section("BLIND")
        state = run.whole("STATE")
        if state not in PHASES:
            raise SaveError(f"STATE is {state}: not a place where the game waits (1, 5, 7 or 8)")
        self.phase = PHASES[state]
        self.challenge = None
        if self.game.has("challenge"):
            self.challenge = things.known("challenge", self.game.word("challenge"), "GAME.challenge")
        self.in_round = self.phase == "SELECTING_HAND"
        self.blind_key = self.blind.word("config_blind", "")
        if self.phase in ("SELECTING_HAND", "ROUND_EVAL"):
            things.known("blind", self.blind_key, "BLIND.config_blind")
        self.streams = Streams(self.game.section("pseudorandom"))
        self.ante = self.resets.whole("ante")
        self.states = {name: self._state(name) for name in BLINDS}
        self.numbers = self._numbers()
        self.missing_hand_cards = 0

    def _state(self, name: str) -> str:
        states = self.resets.section("blind_states")
        if states.word(name) not in STATES:
            raise states.wrong(name, f"one of {', '.join(STATES)}")
        return states.word(name)

    @property
    def ante_is_over(self) -> bool:
        """All three blinds are done, and the next ante has not begun: builds before 1.0.1 begin it only when
        the shop is left."""
        return self.phase in ("SHOP", "BLIND_SELECT") and all(s in BEATEN for s in self.states.values())

    @property
    def on_deck(self) -> int:
        """The blind that is played, was just beaten or comes next. ``blind_on_deck`` may be an old one."""
        if self.phase in ("SELECTING_HAND", "ROUND_EVAL"):
            return ("bl_small", "bl_big", self.blind_key).index(self.blind_key)
        return next((i for i, name in enumerate(BLINDS) if self.states[name] not in BEATEN), 0)

    def cards(self, area: str) -> Iterator[Section]:
        return self.areas.part(area).part("cards").sections()

    def _numbers(self) -> dict[tuple[str, int], int]:
        """Creation numbers, from 1 on in the order of the file's, in which two things may share one."""
        order = sorted(
            (thing.whole("sort_id"), place, at)
            for place, area in enumerate(NUMBERED)
            for at, thing in enumerate(self.cards(area))
        )
        return {(NUMBERED[place], at): n for n, (_, place, at) in enumerate(order, 1)}

    def pile(self, area: str) -> list[int]:
        """The creation numbers of an area, in its order."""
        return [self.numbers[area, at] for at, _ in enumerate(self.cards(area))]

    def codes(self, area: str) -> list[str]:
        return [
            things.thing_code(thing, self.numbers[area, at], self.in_round, area == "hand")
            + (things.is_free(thing) if area == "shop_jokers" else "")
            for at, thing in enumerate(self.cards(area))
        ]

    # -- tokens -----------------------------------------------------------------------------------------

    def options(self) -> Iterator[str]:
        seed = self.streams.seed
        if not (1 <= len(seed) <= 8 and seed.isascii() and seed.isalnum()):
            raise SaveError(f"GAME.pseudorandom.seed is {shown(seed)}; 1 to 8 letters and digits are needed")
        yield f"seed={seed}"
        back = self.run.section("BACK").word("key")
        if self.challenge is None:
            yield f"deck={things.known('deck', back, 'BACK.key')}"
        elif back not in CHALLENGE_DECKS:
            raise self.run.section("BACK").wrong("key", "the deck of a challenge, 'b_challenge',")
        else:
            yield f"challenge={self.challenge}"
        stake = self.game.whole("stake")
        if not 1 <= stake <= (1 if self.challenge else len(content()["stake"])):
            raise self.game.wrong("stake", "1 in a challenge" if self.challenge else "1 to 8")
        yield f"stake={stake}"
        yield f"variant={'steamodded' if steamodded(self.run) else 'vanilla'}"
        yield f"endless={int(self.endless or self.game.flag('won'))}"

    def frame(self) -> Iterator[str]:
        choices = self.resets.section("blind_choices")
        yield f"phase={self.phase}"
        yield f"ante={self.ante}"
        yield f"on_deck={BLINDS[self.on_deck].lower()}"
        yield f"boss={things.known('blind', choices.word('Boss'), choices.place('Boss'))}"
        states = ["upcoming" if self.ante_is_over else self.states[name].lower() for name in BLINDS]
        own = {
            "SELECTING_HAND": "current",
            "ROUND_EVAL": "defeated",
            "SHOP": "upcoming",
            "BLIND_SELECT": "select",
        }
        states[self.on_deck] = own[self.phase]
        yield f"blind_states=[{','.join(states)}]"
        yield f"boss_rerolled={int(self.resets.flag('boss_rerolled'))}"

    def ante_tokens(self) -> Iterator[str]:
        tags = self.resets.section("blind_tags")
        hands = self.orbital.get(self.resets.whole("blind_ante", self.ante)) or self.orbital.get(
            self.ante, {}
        )
        names = BLINDS[:2]
        codes = [things.tag(tags.word(name), hands.get(name, ""), tags.place(name)) for name in names]
        yield f"ante_tags=[{','.join(codes)}]"
        # A shop has been seen since the ante began, unless it is the first of the run or the boss just fell.
        shops = any(key.startswith("cashout") for key in self.streams.state)
        fell = self.phase == "ROUND_EVAL" and self.on_deck == 2
        yield f"voucher_seen={int(shops and not fell)}"
        yield f"first_pack_given={int(shops)}"
        yield f"ante_voucher={self._voucher()}"
        uses = self.game.part("bosses_used")
        counts = {things.known("blind", str(key), uses.place(key)): uses.whole(key) for key in uses.table}
        yield f"boss_uses=[{','.join(f'{key}:{n}' for key, n in counts.items() if n)}]"

    @cached_property
    def orbital(self) -> dict[int, dict[str, str]]:
        """What an Orbital Tag of each blind would raise, by ante. The game draws it when the blinds of an
        ante are first shown: until then it follows from the stream, which is used here as it will be."""
        choices = self.game.part("orbital_choices")
        found = {
            ante: {name: choices.section(ante).word(name) for name in BLINDS}
            for ante in choices.table
            if isinstance(ante, int) and choices.section(ante).table
        }
        ante = self.resets.whole("blind_ante", self.ante) if self.phase == "ROUND_EVAL" else self.ante
        if ante not in found and not self.ante_is_over:
            hands = self.game.section("hands")
            seen = [name for name in things.DRAWN_HANDS if hands.section(name).flag("visible")]
            found[ante] = dict(
                zip(BLINDS, self.streams.drawn("orbital", seen or ["High Card"], len(BLINDS)), strict=True)
            )
        return found

    def _orbital_slugs(self) -> dict[int, list[str]]:
        return {
            ante: [things.slug(hand, f"GAME.orbital_choices.{ante}.{name}") for name, hand in hands.items()]
            for ante, hands in self.orbital.items()
        }

    def _voucher(self) -> str:
        """Plain in the game itself; in a table under Steamodded; missing once it is bought."""
        value = self.round.table.get("voucher")
        if isinstance(value, dict):
            value = value.get(1)
        return "none" if value is None else things.known("voucher", str(value), self.round.place("voucher"))

    def owned(self) -> Iterator[str]:
        game, base = self.game, self.game.section("starting_params")
        names = {"hands": "base_hands", "discards": "base_discards", "hand_size": "base_hand_size"}
        names |= {"joker_slots": "base_joker_slots", "consumable_slots": "base_consumable_slots"}
        for name, token in names.items():
            yield f"{token}={base.whole(name)}"
        for name in ("round", "skips", "inflation", "starting_deck_size"):
            yield f"{name}={game.whole(name, 0)}"
        yield f"money={game.whole('dollars')}"
        yield f"won={int(game.flag('won'))}"
        yield f"hands_played_run={game.whole('hands_played', 0)}"
        yield f"discards_unused={game.whole('unused_discards', 0)}"
        used = game.part("used_vouchers")
        yield f"vouchers=[{','.join(things.known('voucher', key, used.place(key)) for key in used.names())}]"
        yield f"hands=[{','.join(self._hands())}]"
        yield f"tarots_used={game.part('consumeable_usage_total').whole('tarot', 0)}"
        consumables = content()["consumable"]
        usage = game.part("consumeable_usage")
        planets = [
            k for k in map(str, usage.table) if k in consumables and consumables[k]["kind"] == "planet"
        ]
        yield f"planets_used=[{','.join(planets)}]"
        name = "last_tarot_planet"
        last = things.known("consumable", game.word(name), game.place(name)) if game.has(name) else "none"
        yield f"last_consumable={last}"
        name = "last_hand_played"
        hand = things.slug(game.word(name), game.place(name)) if game.has(name) else "none"
        yield f"last_hand={hand}"
        closed = self.areas.part("jokers").part("config").whole("card_limit", base.whole("joker_slots"))
        if self.challenge == "c_typecast_1":
            yield f"joker_slots_closed={int(closed < base.whole('joker_slots'))}"
        yield f"gros_michel_extinct={int(game.part('pool_flags').flag('gros_michel_extinct'))}"
        yield f"ectoplasms={max(0, game.whole('ecto_minus', 1) - 1)}"
        yield f"jokers=[{','.join(self.codes('jokers'))}]"
        yield f"consumables=[{','.join(self.codes('consumeables'))}]"
        yield f"tags=[{','.join(self._tags())}]"

    def _hands(self) -> Iterator[str]:
        hands = self.game.section("hands")
        for name in things.HAND_TYPES:
            hand = hands.section(name)
            played, now = hand.whole("played"), hand.whole("played_this_round", 0)
            yield f"{things.slug(name, '')}:{hand.whole('level')}:{played}:{now}"

    def _tags(self) -> Iterator[str]:
        for tag in self.run.part("tags").sections():
            yield things.tag(tag.word("key"), tag.part("ability").word("orbital_hand", ""), tag.place("key"))

    def targets(self) -> Iterator[str]:
        now = self.round
        idol, mail = now.section("idol_card"), now.section("mail_card")
        yield f"idol={things.one_of(things.SUITS, idol, 'suit')}_{things.one_of(things.RANKS, idol, 'rank')}"
        yield f"mail_rank={things.one_of(things.RANKS, mail, 'rank')}"
        for name in ("castle", "ancient"):
            yield f"{name}_suit={things.one_of(things.SUITS, now.section(f'{name}_card'), 'suit')}"
        sort = self.areas.part("hand").part("config").word("sort", "desc")
        yield f"sort_mode={'suit' if 'suit' in sort else 'rank'}"

    def now(self) -> Iterator[str]:
        now = self.round
        for name in ("hands_left", "discards_left", "hands_played", "discards_used", "free_rerolls"):
            yield f"{name}={now.whole(name, 0)}"
        paid = now.whole("reroll_cost_increase", 0)
        yield f"rerolls_paid={paid}"
        due = self.resets.whole("reroll_cost", 5) + paid
        cheap = self.phase == "SHOP" and not now.whole("free_rerolls", 0)
        yield f"d_six={int(cheap and due > now.whole('reroll_cost', due) == paid)}"
        if self.phase not in ("SELECTING_HAND", "ROUND_EVAL"):
            return
        yield f"score={self.game.real('chips')!r}"
        yield f"blind={self.blind_key}"
        yield f"target={self.blind.real('chips')!r}"
        yield f"reward={self.blind.whole('dollars', 0)}"
        disabled = self.blind.flag("disabled")
        yield f"blind_disabled={int(disabled)}"
        if self.phase == "ROUND_EVAL":
            yield f"saved={int(self.game.real('chips') < self.blind.real('chips'))}"
        yield from self._boss_memory()

    def _boss_memory(self) -> Iterator[str]:
        """What a boss remembers of the round; the file keeps that of bosses beaten before, too."""
        if self.blind_key == "bl_ox":
            hand = self.round.word("most_played_poker_hand")
            yield f"ox_hand={things.slug(hand, 'GAME.current_round.most_played_poker_hand')}"
        if self.blind_key == "bl_mouth" and isinstance(self.blind.table.get("only_hand"), str):
            yield f"mouth_hand={things.slug(self.blind.word('only_hand'), 'BLIND.only_hand')}"
        if self.blind_key == "bl_eye":
            seen = self.blind.part("hands").names()
            yield f"eye_hands=[{','.join(things.slug(hand, 'BLIND.hands') for hand in seen)}]"

    def piles(self) -> Iterator[str]:
        if list(self.cards("play")):
            raise SaveError("cardAreas.play holds cards: the game is in the middle of a play")
        hand, deck, discard = self.codes("hand"), self.codes("deck"), self.codes("discard")
        if self.in_round:
            yield f"hand=[{','.join(hand)}]"
        elif hand:
            raise SaveError(f"cardAreas.hand holds cards, but STATE is {self.run.whole('STATE')}")
        yield f"draw=[{','.join(deck)}]"
        yield f"discard=[{','.join(discard)}]"

    def shop(self) -> Iterator[str]:
        if self.phase != "SHOP":
            return
        yield f"shop=[{','.join(self.codes('shop_jokers'))}]"
        vouchers = [
            things.known("voucher", things.center(v), v.place("save_fields.center"))
            for v in self.cards("shop_vouchers")
        ]
        yield f"shop_vouchers=[{','.join(vouchers)}]"
        packs = [
            things.known("booster", things.center(p), p.place("save_fields.center")) + things.is_free(p)
            for p in self.cards("shop_booster")
        ]
        yield f"shop_packs=[{','.join(packs)}]"

    def tokens(self) -> list[str]:
        parts = (self.options, self.frame, self.ante_tokens, self.owned, self.targets, self.now)
        tokens = ["jimbot1", *(token for part in (*parts, self.piles, self.shop) for token in part())]
        unnumbered = [thing for area in ("shop_vouchers", "shop_booster") for thing in self.cards(area)]
        tokens.append(f"next_number={len(self.numbers) + len(unnumbered) + 1}")
        return tokens + self.streams.tokens(self.ante, self._orbital_slugs())

    def hand_size(self, game: _core.Game) -> list[str]:
        """What hand cards are missing or more: lost to Ectoplasm and Ouija for good, the rest for a round."""
        config = self.areas.part("hand").part("config")
        limits = (config.table.get(name) for name in ("real_card_limit", "true_card_limit", "card_limit"))
        limit = next((n for n in limits if isinstance(n, int)), game.hand_size)
        self.missing_hand_cards = game.hand_size - limit
        if self.phase in ("SHOP", "BLIND_SELECT"):
            return [f"hand_size_lost={self.missing_hand_cards}"]
        lost = self.hand_size_lost
        return [f"hand_size_lost={lost}", f"round_hand_size={lost - self.missing_hand_cards}"]

    @property
    def hand_size_lost(self) -> int:
        """By the number of Ectoplasms, of which each takes one more than the last, and Ouijas."""
        ectoplasms = max(0, self.game.whole("ecto_minus", 1) - 1)
        ouija = self.game.part("consumeable_usage").part("c_ouija").whole("count", 0)
        return ectoplasms * (ectoplasms + 1) // 2 + ouija

    def open_pack(self, game: _core.Game) -> None:
        """Opens the pack that was bought when the game was left, as the game does on loading: nothing of it
        is paid or drawn yet."""
        if not self.run.has("ACTION"):
            return
        action = self.run.section("ACTION")
        if action.word("type") != "use_card":
            raise action.wrong("type", "'use_card'")
        for at, pack in enumerate(self.cards("shop_booster")):
            if self.phase == "SHOP" and pack.whole("sort_id") == action.whole("card"):
                return game.apply(Action(f"buy_pack {at}"))
        raise action.wrong("card", "the sort_id of a pack in the shop")


def _begun(run: _Run, notation: str) -> str:
    """The same shop with the next ante begun, as later builds have it: boss and tags are rolled."""
    at_end = _core.Game.from_notation(notation)
    at_end.edit("phase=ROUND_EVAL on_deck=boss cash_out=[]")
    at_end.apply(Action("cash_out"))
    after = dict(token.partition("=")[::2] for token in at_end.notation().split(" ")[1:])
    rolled: dict[str, str] = {
        name: after[name] for name in ("boss", "ante_tags", "boss_uses", "orbital") if name in after
    }
    before = dict(token.partition("=")[::2] for token in notation.split(" ")[1:])
    streams = entries(before["rng"])
    for key, value in entries(after["rng"]).items():
        if key in ("boss", "orbital") or key.startswith(f"Tag{run.ante}"):
            streams[key] = value
    rolled["rng"] = f"[{','.join(f'{key}:{value}' for key, value in streams.items())}]"
    return " ".join(["jimbot1", *(f"{name}={value}" for name, value in (before | rolled).items())])


def entries(token: str) -> dict[str, str]:
    inside = token[1:-1]
    return dict(entry.rpartition(":")[::2] for entry in inside.split(",")) if inside else {}


def _locked(meta: Section) -> str:
    """What the profile has not unlocked, and the tags whose item it has not discovered."""
    unlocked, discovered = set(meta.section("unlocked").names()), set(meta.section("discovered").names())
    jokers = [k for k, row in content()["joker"].items() if row["rarity"] != "legendary"]
    keys = [key for key in (*jokers, *content()["voucher"]) if key not in unlocked]
    keys += [tag for tag, item in NEEDS_DISCOVERED.items() if item not in discovered]
    return f"locked=[{','.join(keys)}]"


NEEDS_DISCOVERED = {
    "tag_rare": "j_blueprint",
    "tag_negative": "e_negative",
    "tag_foil": "e_foil",
    "tag_holo": "e_holo",
    "tag_polychrome": "e_polychrome",
}


def read_run(table: Table, meta: Table | None = None, endless: bool = False) -> SavedRun:
    """The position of ``save.jkr``; with ``meta.jkr``, what the player has not unlocked is never drawn.
    ``endless``: it goes on after the win, as a run that is won does anyway. SaveError says what cannot be
    read."""
    run = _Run(of_kind(table, "run"), endless)
    version = version_of(run.run)
    tokens = run.tokens()
    if meta is not None:
        tokens.append(_locked(of_kind(meta, "meta")))
    try:
        notation = " ".join(tokens)
        notation = " ".join([notation, *run.hand_size(_core.Game.from_notation(notation))])
        if run.ante_is_over:
            notation = _begun(run, notation)
        game = _core.Game.from_notation(notation)
    except ValueError as error:
        raise SaveError(f"no position of the game: {error}") from None
    found = SavedRun(game, run.run.word("VERSION"), sum(run.streams.steps.values()))
    if version < OLDEST:
        found.warnings.append(
            f"{found.version}: rules before 1.0.1 differ; the position goes by those of 1.0.1"
        )
    if mods := steamodded(run.run):
        found.warnings.append(f"saved with {mods}: other mods may change rules without a mark in the file")
    found.differs += checks.differences(run, game)
    found.unknown += fields.not_understood(table) + [
        f"GAME.pseudorandom.{key}" for key in run.streams.unknown
    ]
    run.open_pack(game)
    return found
