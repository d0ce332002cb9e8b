"""Prompts: how a language model may begin."""

from __future__ import annotations

from jimbot.apps.mcp.server import McpServer


def add_prompts(server: McpServer) -> None:
    @server.prompt()
    def play_a_run(deck: str = "red", stake: str = "white") -> str:
        """Play a whole run of Balatro."""
        return (
            f"Play a run of Balatro on the deck {deck!r} at the stake {stake!r} to its end, as well as you "
            "can. Read the resource jimbot://rules, begin by start_game, then look, think and play. Before "
            "you play a hand, compare candidates by score_hand or explain; in a shop look_up what you do not "
            "know. Do not undo. At the end say how far the run got and which decisions mattered."
        )

    @server.prompt()
    def advise_me(game: str) -> str:
        """Advice on the present position of a game, with reasons."""
        return (
            f"Look at the game {game!r}, ask advise for the suggestions of the agents heuristic and "
            "planner:deep, and tell me what to do and why, in a few sentences. Name the cards, not their "
            "positions. Do not play."
        )

    @server.prompt()
    def review_a_run(game: str) -> str:
        """What was good and bad in a finished run."""
        return (
            f"Read the history of the game {game!r} and its last position. Find the three decisions that "
            "cost most, say what would have been better, and what to learn from it."
        )
