"""Starts at the positions of a run."""

from __future__ import annotations

from jimbot.envs.batch import Start, one_of
from jimbot.game import Game

PHASES = ("BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP")


def positions_of(run: Game | str, every: str = "BLIND_SELECT") -> list[Start]:
    """Starts at the positions of a run (a game or its transcript), one for each time it entered the phase
    ``every``: each blind offered, each round begun, each shop entered. Their hidden part is drawn again for
    every episode."""
    phase = one_of("phase", every.upper(), PHASES)
    transcript = run.transcript if isinstance(run, Game) else run
    Game.replay(transcript)  # refuses a wrong line by its number
    first, *lines = transcript.splitlines()
    game = Game.replay(first)
    found: list[Start] = []
    seen = set()
    for line in ("", *lines):  # the beginning is a position too
        if line and not line.startswith("#"):
            game.apply(line)
        # coming back from a pack is no new visit
        visit = (game.ante, game.round, *(blind.status for blind in game.blinds))
        if game.phase == phase and visit not in seen:
            seen.add(visit)
            found.append(Start(position=game.clone()))
    return found
