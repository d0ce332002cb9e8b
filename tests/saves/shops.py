"""The shop of a save, made again: its random streams are stepped back to before the row was dealt, and the engine
deals it once more."""

from __future__ import annotations

from itertools import combinations

from jimbot import _core
from jimbot.game import Action
from jimbot.game.saved import read_run
from jimbot.game.saved.run import entries
from jimbot.saves import Table

TRIALS = 12
DEEP = 3  # of repeated draws that the engine counts apart


class Shop:
    """A shop as it was saved, and what its streams say that it was made of."""

    def __init__(self, table: Table) -> None:
        self.game = read_run(table).game
        self.seed = self.game.seed
        self.used = {key: self._steps(key, float(state)) for key, state in entries(self.game.streams).items()}

    def _steps(self, key: str, state: float) -> int:
        steps = _core.stream_steps(_core.hash_text(key + self.seed), state, 100_000)
        assert steps is not None, key
        return steps

    def _streams(self, back: dict[str, int]) -> str:
        """Each stream as it was that number of steps before."""
        kept = []
        for key, steps in self.used.items():
            state = _core.hash_text(key + self.seed)
            for _ in range(max(0, steps - back.get(key, 0))):
                state = _core.advance_stream(state)
            if steps > back.get(key, 0):
                kept.append(f"{key}:{state!r}")
        return f"rng=[{','.join(kept)}]"

    def dealt(self, changes: str, action: str, only: str = "") -> _core.Game | None:
        """The position after an action that ends with the streams of the file. None if there is none."""
        back: dict[str, int] = {}
        for _ in range(TRIALS):
            game = self.game.clone()
            game.edit(f"{changes} {self._streams(back)} deep=[]")
            game.apply(Action(action))
            after = {k: self._steps(k, float(state)) for k, state in entries(game.streams).items()}
            over = {k: after.get(k, 0) - n for k, n in self.used.items() if k.startswith(only)}
            if not any(over.values()):
                return game
            back = {key: max(0, back.get(key, 0) + n) for key, n in over.items()}
        return None

    def row(self) -> tuple[int, int]:
        """Cards of the row that lie in the row dealt again, and cards there. What was bought of it lies
        among the jokers: it is put back first."""
        given = row_of(self.game)
        missing = self.game.shop_slots - len(given)
        best = 0
        jokers = entries_of(self.game.notation(), "jokers")
        newest = sorted(jokers, key=lambda code: -int(code.rpartition("#")[2]))[: missing + 2]
        for count in range(missing + 1):
            for bought in combinations(newest, count):
                owned = ",".join(code for code in jokers if code not in bought)
                game = self.dealt(f"shop=[] free_rerolls=1 jokers=[{owned}]", "reroll")
                made = [] if game is None else row_of(game)
                best = max(best, sum(one in made for one in given))
                if best == len(given):
                    return best, len(given)
        return best, len(given)

    def packs(self, given: list[str]) -> tuple[int, int]:
        """The packs of the shop, opened ones among them."""
        stream = f"shop_pack{self.game.ante}"
        game = self.dealt("phase=ROUND_EVAL on_deck=small cash_out=[] tags=[]", "cash_out", only=stream)
        made = [] if game is None else [key for key, _ in game.shop_packs]
        return sum(one in made for one in given), len(given)


def entries_of(notation: str, name: str) -> list[str]:
    token = next((t for t in notation.split(" ") if t.startswith(f"{name}=")), f"{name}=[]")
    inside = token.partition("=")[2][1:-1]
    return inside.split(",") if inside else []


def row_of(game: _core.Game) -> list[str]:
    """The cards for sale, without their creation numbers."""
    return [code.partition("#")[0].removesuffix("!free") for code in entries_of(game.notation(), "shop")]
