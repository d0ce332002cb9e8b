"""Tools of one game: begin, look, play, take back, score, explain, ask for advice."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.server.mcpserver import Context, Image
from pydantic import Field

from jimbot.agents.advice import why_not as compare
from jimbot.apps.mcp.position import score, suggested
from jimbot.apps.mcp.server import McpServer, client_of
from jimbot.apps.mcp.tables import OwnTable
from jimbot.apps.sitting import Sitting
from jimbot.apps.spoken import read_decision, written
from jimbot.apps.typed_cards import hand_positions
from jimbot.game import Action, Game
from jimbot.game.planner import clear_chance
from jimbot.runs.console import plain
from jimbot.view import decision_words
from jimbot.view.picture import draw, png

Name = Annotated[str, Field(max_length=64, description="Name of the game, from start_game or join_game.")]
Decision = Annotated[
    str,
    Field(
        max_length=300,
        description="As look writes it under choices, or in words: play 1,2, play A♥ K♥, buy Blueprint.",
    ),
]
Cards = Annotated[
    list[Annotated[int, Field(ge=1, le=99)] | Annotated[str, Field(max_length=16)]],
    Field(min_length=1, max_length=5, description="Positions in the hand, from 1, or names such as 10♥."),
]
Short = Annotated[str, Field(max_length=64)]
MAX_UNDO = 100


def add_game_tools(server: McpServer) -> None:
    tables = server.tables

    @server.tool()
    async def start_game(
        context: Context,
        seed: Annotated[
            Short | None, Field(description="1 to 16 characters; none: one is drawn and shown at the end.")
        ] = None,
        deck: Short = "red",
        stake: Short = "white",
        challenge: Short | None = None,
    ) -> dict[str, Any]:
        """Begin a run of Balatro. The answer has the name of the game and its first position."""
        sitting = Sitting(Game(seed, deck, stake, challenge), max_undo=MAX_UNDO)
        table = OwnTable(sitting, seed_is_known=seed is not None)
        return {"game": tables.add(client_of(context), table)} | table.shown()

    @server.tool()
    async def join_game(context: Context) -> dict[str, Any]:
        """Look at the external game that this server was started with: the real game or jimbot serve."""
        if server.outside is None:
            raise ValueError("this server was started without --base-url: there is no external game")
        tables.check_room(client_of(context))
        table = await server.aside(server.outside)
        return {"game": tables.add(client_of(context), table)} | table.shown()

    @server.tool()
    async def look(game: Name) -> dict[str, Any]:
        """What a player sees of the game now, and the legal decisions."""
        table = tables.get(game)
        await table.refresh()
        return table.shown()

    @server.tool()
    async def picture(game: Name) -> Image:
        """The position as an image."""
        table = tables.get(game)
        await table.refresh()
        return Image(data=png(draw(table.drawn())), format="png")

    @server.tool()
    async def play(game: Name, decision: Decision) -> dict[str, Any]:
        """Make a decision. One that is not legal changes nothing, and the answer says why."""
        table = tables.get(game)
        await table.act(read_decision(table.view(), decision))
        return table.shown()

    @server.tool()
    async def undo(game: Name, count: Annotated[int, Field(ge=1, le=MAX_UNDO)] = 1) -> dict[str, Any]:
        """Take back the last decisions. The position counts how many were taken back."""
        table = tables.get(game)
        table.undo(count)
        return table.shown()

    @server.tool()
    async def score_hand(game: Name, cards: Cards) -> dict[str, Any]:
        """What playing these cards would score, step by step, without playing them."""
        view = tables.get(game).view()
        return score(view, hand_positions(view, [str(card) for card in cards]))

    @server.tool()
    async def explain(game: Name, decision: Decision) -> dict[str, Any]:
        """What a decision means here: in words, whether it is legal or why not, and for a play or discard the
        chance to clear the blind. Nothing is done."""
        view = tables.get(game).view()
        action = read_decision(view, decision)
        refused = view.why_illegal(action)
        shown: dict[str, Any] = {"decision": written(action), "text": decision_words(view, action)}
        if refused is not None:
            return shown | {"legal": False, "why_not": refused}
        shown["legal"] = True
        if action.kind == "play":
            shown["score"] = score(view, list(action.cards))
        if action.kind in ("play", "discard"):
            shown["chance_to_clear_the_blind"] = await server.aside(clear_chance, view, action)
        return shown

    @server.tool()
    async def advise(
        game: Name,
        agent: Annotated[
            str,
            Field(max_length=200, description="Such as heuristic, planner:deep, search:ms=2000, policy."),
        ] = "heuristic",
        topk: Annotated[int, Field(ge=1, le=20)] = 3,
    ) -> dict[str, Any]:
        """What an agent would do here: its best decisions with probability, chance, score and reason. It sees
        what a player sees, nothing else."""
        view = tables.get(game).view()
        adviser = await server.aside(tables.adviser, game, agent)
        found = await server.aside(adviser.suggest, view, topk)
        return {"agent": agent, "suggestions": [suggested(one) for one in found]}

    @server.tool()
    async def why_not(
        game: Name,
        decision: Decision,
        agent: Annotated[str, Field(max_length=200, description="Who advises.")] = "heuristic",
    ) -> dict[str, Any]:
        """Why a legal decision is not the advised one: its rank, what it costs in chance to win, and what was
        seen in redrawn games."""
        view = tables.get(game).view()
        action = read_decision(view, decision)
        adviser = await server.aside(tables.adviser, game, agent)
        found = await server.aside(compare, adviser, view, action)
        shown: dict[str, Any] = plain(found)
        return shown | {
            "action": written(Action(found.action)),
            "best": written(Action(found.best)),
            "in_words": str(found),
        }

    @server.tool()
    async def history(game: Name) -> str:
        """The decisions of the run so far, one a line."""
        return tables.get(game).transcript()

    @server.tool()
    async def end_game(game: Name) -> str:
        """Forget a game, to make room for another. An external game goes on."""
        tables.end(game)
        return "the game is forgotten"

    @server.resource("jimbot://game/{game}/position", mime_type="application/json")
    async def position_of(game: str) -> dict[str, Any]:
        """What a player sees of a game."""
        return await look(game)

    @server.resource("jimbot://game/{game}/picture.png", mime_type="image/png")
    async def picture_of(game: str) -> bytes:
        """A game as an image."""
        return png(draw(tables.get(game).drawn()))

    @server.resource("jimbot://game/{game}/history", mime_type="text/plain")
    async def history_of(game: str) -> str:
        """The decisions of a run so far."""
        return tables.get(game).transcript()
