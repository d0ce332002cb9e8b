"""`jimbot advisor`: what the adviser has cost, and what a language model says of lost runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.runs.console import console, print_json, table

app = typer.Typer(
    help="Costs of the agent 'advisor', and why runs were lost, by a language model.", rich_markup_mode=None
)
FAILED = 1  # exit code


@app.command("costs")
def costs(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="The agent's option 'folder'.")
    ] = "runs/advisor",
    as_json: options.Json = False,
) -> None:
    """Show questions, tokens and dollars so far, by provider and outcome.

    Example: jimbot advisor costs runs/advisor
    """
    from jimbot.agents.advisor.book import Book

    file = Path(folder) / "advisor.sqlite"
    if not file.is_file():
        options.fail(f"there is no {file}; agent 'advisor' has not kept anything there")
    rows = Book(file, 1).costs()
    if as_json:
        print_json(rows)
    else:
        console().print(table(rows))


@app.command("post-mortem")
def post_mortem(
    transcript: Annotated[
        str, typer.Argument(metavar="FILE", help="Transcript of a lost run, as jimbot eval --out keeps them.")
    ],
    provider: Annotated[str, typer.Option(metavar="anthropic|openai", help="Who is asked.")] = "anthropic",
    model: Annotated[str, typer.Option(metavar="NAME", help="Name of the model.")] = "",
    url: Annotated[str, typer.Option(metavar="URL", help="Address of an OpenAI-compatible server.")] = "",
) -> None:
    """Ask a language model why a run was lost; it sees the last ten positions and decisions.

    Example: jimbot advisor post-mortem runs/real/transcripts/ABC.txt --provider openai --url http://localhost:8080/v1
    """
    from jimbot.agents.advisor.post_mortem import post_mortem as ask
    from jimbot.agents.advisor.providers import make_provider

    with options.bad_input():
        text = Path(transcript).read_text()
        asked = make_provider(provider, model, url)
        try:
            reply = ask(text, asked)
        except (ValueError, FileNotFoundError):
            raise
        except Exception as error:  # whatever a provider raises
            typer.echo(f"jimbot: {provider} did not answer: {error}".replace("\n", " "), err=True)
            raise typer.Exit(FAILED) from None
    typer.echo(reply.text)
