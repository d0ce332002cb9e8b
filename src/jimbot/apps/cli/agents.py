"""`jimbot agents`: what the adviser has cost, and what a language model says of lost runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from jimbot.agents.advisor.book import Book
from jimbot.agents.advisor.post_mortem import post_mortem as ask
from jimbot.agents.advisor.providers import make_provider
from jimbot.apps.cli import options
from jimbot.runs.reading import read_text

app = options.group(
    "What the agent 'advisor' has cost, and why runs were lost, by a language model.\n\n"
    "Example: jimbot agents costs"
)
FAILED = 1  # exit code


@app.command()
def costs(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The agent's option 'folder'.")] = Path(
        "runs/advisor"
    ),
    as_json: options.Json = False,
) -> None:
    """Show questions, tokens and dollars so far, by provider and outcome.

    Example: jimbot agents costs runs/advisor
    """
    file = folder / "advisor.sqlite"
    if not file.is_file():
        options.fail(f"there is no {file}; agent 'advisor' has not kept anything there")
    rows = Book(file, 1).costs()
    options.show(rows, as_json)


@app.command()
def post_mortem(
    transcript: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Transcript of a lost run, as jimbot eval --out keeps them."),
    ],
    provider: Annotated[Literal["anthropic", "openai"], typer.Option(help="Who is asked.")] = "anthropic",
    model: Annotated[str, options.text("NAME", "Name of the model.")] = "",
    url: Annotated[str, options.text("URL", "Address of an OpenAI-compatible server.")] = "",
) -> None:
    """Ask a language model why a run was lost; it sees the last ten positions and decisions.

    Example: jimbot agents post-mortem runs/real/transcripts/ABC.txt --provider openai --url http://localhost:8080/v1
    """
    with options.bad_input():
        run = read_text(transcript)
        asked = make_provider(provider, model, url)
        try:
            reply = ask(run, asked)
        except (ValueError, FileNotFoundError):
            raise
        except Exception as error:  # whatever a provider raises
            typer.echo(f"jimbot: {provider} did not answer: {error}".replace("\n", " "), err=True)
            raise typer.Exit(FAILED) from None
    typer.echo(reply.text)
