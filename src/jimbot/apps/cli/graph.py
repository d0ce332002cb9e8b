"""`jimbot graph`: the knowledge graph, built, asked, exported and measured."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from jimbot.agents.judge.pairs import PairsFolder, jobs, work
from jimbot.agents.judge.pairs import table as table_of
from jimbot.agents.judge.settings import JokerMeasuring
from jimbot.apps.cli import options, telemetry
from jimbot.knowledge import (
    QUESTIONS,
    Graph,
    GraphStore,
    Knowledge,
    graph_of,
    open_store,
    package_graph,
    read_files,
    write_files,
)
from jimbot.knowledge.measured import read, write
from jimbot.knowledge.queries import asked
from jimbot.knowledge.vectors import embed, embeddings
from jimbot.knowledge.vectors import write as write_vectors
from jimbot.runs.commands import from_settings
from jimbot.runs.console import console, print_json, progress, table

app = options.group(
    "Ask what goes with what in the game: synergies, counters, strategies, from rules and measurements.\n\n"
    "Example: jimbot graph query synergies --jokers baron,mime"
)
Uri = Annotated[
    str | None,
    typer.Option(
        metavar="bolt://HOST:PORT",
        help="A Memgraph or Neo4j instead of the embedded engine.",
        envvar="JIMBOT_GRAPH_URI",
    ),
]
User = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="User at that server; the password is in JIMBOT_GRAPH_PASSWORD.",
        envvar="JIMBOT_GRAPH_USER",
    ),
]
File = Annotated[
    Path | None,
    options.text("FILE", "A graph that jimbot graph build made; default: the package's own.", "--graph"),
]
Name = str | None


@app.command()
def build(
    out: Annotated[Path | None, options.text("FILE", "Make the graph in this file.")] = None,
    uri: Uri = None,
    user: User = "",
    measured: Annotated[
        Path | None, options.text("FILE", "Your own measurements; default: those of the package.")
    ] = None,
    source: Annotated[
        Path | None, options.text("DIR", "Load what jimbot graph export wrote.", "--from")
    ] = None,
) -> None:
    """Make the graph in a file or on a server; what was there of it is replaced.

    Example: jimbot graph build --out runs/graph.lbug
    """
    if (out is None) == (uri is None):
        options.fail("the graph is made in a file or on a server: give --out FILE or --uri bolt://HOST:PORT")
    if measured is not None and source is not None:
        options.fail("--measured and --from do not go together")
    with options.bad_input():
        graph = _made(measured, source)
        with _store(uri, out, user) as store:
            store.load(graph)
    typer.echo(f"{len(graph.nodes)} nodes and {len(graph.edges)} edges in {uri or out}")


def _made(measured: Path | None, source: Path | None) -> Graph:
    if source is not None:
        return read_files(source)
    return package_graph() if measured is None else graph_of(read(measured))


@app.command()
def query(
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUESTION|CYPHER]", help="One of the questions listed without it, or Cypher."
        ),
    ] = None,
    jokers: Annotated[Name, options.text("NAMES", "Jokers, with commas between.")] = None,
    boss: Annotated[Name, options.text("NAME", "A boss.")] = None,
    deck: Annotated[Name, options.text("NAME", "A deck.")] = None,
    archetype: Annotated[Name, options.text("KEY", "An archetype.")] = None,
    key: Annotated[Name, options.text("NAME", "Any card, tag, voucher, poker hand.")] = None,
    start: Annotated[Name, options.text("NAME", "The joker that paths begin with.")] = None,
    goal: Annotated[Name, options.text("NAME", "The joker that they lead to.")] = None,
    hops: Annotated[int | None, options.whole("Edges of a path; default: 2.", 1, 3)] = None,
    budget: Annotated[int | None, options.whole("Dollars to spend.", 0)] = None,
    least: Annotated[float | None, options.real("Least strength of an edge.")] = None,
    source: Annotated[
        Literal["rows", "rounds", "judge", "games"] | None,
        typer.Option(help="Which strengths; default: judge."),
    ] = None,
    limit: Annotated[int | None, options.whole("Most rows.", 1, 10_000)] = None,
    file: File = None,
    uri: Uri = None,
    user: User = "",
    where: telemetry.Where = None,
    as_json: options.Json = False,
) -> None:
    """Ask the graph one of its questions, or anything in Cypher.

    Example: jimbot graph query synergies --jokers baron,mime
    """
    if question is None:
        rows = [
            {"question": name, "about": one.about, "takes": ", ".join(one.parameters)}
            for name, one in QUESTIONS.items()
        ]
        _show(rows, as_json)
        return
    telemetry.begin(where, "graph")
    given = {
        "jokers": jokers, "boss": boss, "deck": deck, "archetype": archetype, "key": key, "start": start,
        "goal": goal, "hops": hops, "budget": budget, "least": least, "source": source, "limit": limit,
    }  # fmt: skip
    given = {name: value for name, value in given.items() if value is not None}
    with options.bad_input():
        is_cypher = " " in question
        if is_cypher and given:
            raise ValueError(f"Cypher takes no --{next(iter(given))}: write it into the query")
        if not is_cypher:
            asked(question, given)  # before a graph is opened
        with _store(uri, file, user) as store:
            knowledge = Knowledge(store)
            rows = knowledge.cypher(question) if is_cypher else knowledge.ask(question, **given)
    _show(rows, as_json)


@app.command()
def export(
    out: Annotated[Path, options.text("DIR", "Folder for nodes.csv, edges.csv and embeddings.npy.")],
    file: File = None,
    uri: Uri = None,
    user: User = "",
) -> None:
    """Write the graph as files; jimbot graph build --from reads them.

    Example: jimbot graph export --out runs/graph
    """
    with options.bad_input():
        graph = _whole(file, uri, user)
        write_files(out, graph)
        if file is None and uri is None:
            write_vectors(out / "embeddings.npy", embeddings())
    typer.echo(f"{len(graph.nodes)} nodes and {len(graph.edges)} edges in {out}")


@app.command()
def stats(file: File = None, uri: Uri = None, user: User = "", as_json: options.Json = False) -> None:
    """Count nodes by label and edges by type and origin.

    Example: jimbot graph stats
    """
    with options.bad_input():
        found = _whole(file, uri, user).stats()
    if as_json:
        print_json(found)
        return
    shown = console()
    for name, counts in found.items():
        shown.print(table([{name: key, "count": count} for key, count in counts.items()]))
        shown.print()


@app.command()
@from_settings
def measure(
    settings: JokerMeasuring,
    out: Annotated[Path, options.text("DIR", "Folder for the parts; continues if it has some.")],
    threads: options.Threads = options.CORES,
    quiet: options.Quiet = False,
) -> None:
    """Measure jokers and pairs of jokers: positions with neither, each and both, played and judged.

    DIR/measured.npz and DIR/embeddings.npy are the tables; jimbot graph build --measured reads the former.
    After an interruption run the same command again; a higher number of games adds some. Seeds are train
    seeds.

    Example: jimbot graph measure --out runs/measured
    """
    manifest = {"format": PairsFolder.format, "settings": settings.as_json()}
    with PairsFolder(out, manifest) as folder:
        with progress("measuring", len(jobs(settings)), quiet) as advance:
            for _ in work(folder, settings, threads):
                advance(1)
        write(out / "measured.npz", table_of(folder, settings))
        measured = read(out / "measured.npz")
        write_vectors(out / "embeddings.npy", embed(graph_of(measured), measured))
    if not quiet:
        about, made = measured.about, f"{out}/measured.npz and {out}/embeddings.npy"
        typer.echo(f"{about['positions']} positions of {about['games']} games; {made}")


def _whole(file: Path | None, uri: str | None, user: str) -> Graph:
    if file is None and uri is None:
        return package_graph()
    with _store(uri, file, user) as store:
        return store.graph()


@contextmanager
def _store(uri: str | None, file: Path | None, user: str) -> Iterator[GraphStore]:
    if uri is None:
        options.need("ladybug", "graph", "the graph's engine")
    else:
        options.need("neo4j", "graph", "a graph behind Bolt")
    store = open_store(uri, file, user, os.environ.get("JIMBOT_GRAPH_PASSWORD", ""))
    try:
        yield store
    finally:
        store.close()


def _show(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
    elif rows:
        console().print(table([_named(row) for row in rows]))
    else:
        typer.echo("nothing was found")


def _named(row: dict[str, Any]) -> dict[str, Any]:
    """For people: names in place of keys."""
    names = {"joker": row.get("joker_name", row.get("name")), "partner": row.get("name")}
    left_out = {"joker_name", "confidence", "name" if "joker" in row else "key"}
    return {name: names.get(name) or value for name, value in row.items() if name not in left_out}
