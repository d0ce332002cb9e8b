"""How each screen is made from what a command or the menu says."""

from __future__ import annotations

from pathlib import Path

from textual.screen import Screen

from jimbot.agents import ScriptedAgent, make_agent
from jimbot.apps import samples
from jimbot.apps.kept import KeptRuns
from jimbot.apps.tui.app import MenuScreen
from jimbot.apps.tui.assist import AssistScreen
from jimbot.apps.tui.new_run import NewRunScreen
from jimbot.apps.tui.play import PlayScreen
from jimbot.apps.tui.reel import ReelScreen
from jimbot.apps.tui.train import TrainScreen
from jimbot.evaluation.experiments.curves import Followed
from jimbot.game import Game
from jimbot.live.drive.reel import Reel, read_reel

BASE_URL = "http://127.0.0.1:12346"


def play(
    game: Game | None = None,
    agent: str = "heuristic",
    autosave: Path | None = None,
    replaces: bool = False,
) -> Screen[None]:
    """A new run of the Red Deck at White Stake, unless there is one. It is kept in a file of its own."""
    played = game or Game()
    return PlayScreen(played, agent, autosave or KeptRuns().file_for(played), replaces)


def resume(name: str) -> Screen[None]:
    """A kept run by its name; none: the unfinished one that was played last."""
    run = KeptRuns().to_resume(name or None)
    return play(run.game, autosave=run.path)


def watch(agent: str = "heuristic", game: Game | None = None, agent_seed: int = 0) -> Screen[None]:
    """A scripted agent plays the run of its transcript."""
    player = make_agent(agent)
    if game is None:
        game = player.start() if isinstance(player, ScriptedAgent) else Game()
    return ReelScreen(Reel.played(game, player, agent_seed), f"{agent}, seed {game.seed}", runs=True)


def replay(file: Path, agent: str | None = "heuristic") -> Screen[None]:
    reel = read_reel(file.expanduser(), None if agent is None else make_agent(agent))
    return ReelScreen(reel, str(file))


def assist(
    base_url: str = BASE_URL,
    agent: str = "heuristic",
    topk: int = 5,
    log: Path | None = None,
    poll_seconds: float = 0.5,
) -> Screen[None]:
    from jimbot.live.client.exceptions import BalatrobotError
    from jimbot.live.drive.companion import Companion
    from jimbot.live.drive.reach import Unreachable, reach

    companion = Companion(make_agent(agent), lambda: reach(base_url), (BalatrobotError, Unreachable), topk)
    return AssistScreen(companion, base_url, log, poll_seconds)


def train(place: Path) -> Screen[None]:
    return TrainScreen(Followed(place.expanduser()), str(place))


def menu() -> Screen[None]:
    return MenuScreen(
        {
            "play": lambda answer: NewRunScreen(play),
            "resume": resume,
            "watch": lambda answer: watch(),
            "replay": lambda answer: replay(Path(answer) if answer else samples.run()),
            "assist": lambda answer: assist(answer or BASE_URL),
            "train": lambda answer: train(Path(answer) if answer else samples.training()),
        },
        {"assist": BASE_URL},
    )
