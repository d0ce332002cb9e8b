"""`jimbot graph`: the knowledge graph, built, asked, exported and measured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options, telemetry
from jimbot.apps.cli.evaluate import Workers
from jimbot.runs.console import console, print_json, progress, table
from jimbot.runs.machine import cores

if TYPE_CHECKING:
    from jimbot.knowledge import Graph, GraphStore

app = typer.Typer(
    help="Ask what goes with what in the game: synergies, counters, strategies, from rules and measurements.",
    rich_markup_mode=None,
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
    typer.Option(
        "--graph", metavar="FILE", help="A graph that jimbot graph build made; default: the package's own."
    ),
]


@app.command("build")
def build(
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Make the graph in this file.")] = None,
    uri: Uri = None,
    user: User = "",
    measured: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own measurements; default: those of the package."),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="DIR", help="Load what jimbot graph export wrote.")
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
    from jimbot.knowledge import graph_of, package_graph, read_files
    from jimbot.knowledge.measured import read

    if source is not None:
        return read_files(source)
    return package_graph() if measured is None else graph_of(read(measured))


@app.command("query")
def query(
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUESTION|CYPHER]", help="One of the questions listed without it, or Cypher."
        ),
    ] = None,
    jokers: Annotated[str | None, typer.Option(metavar="NAMES", help="Jokers, with commas between.")] = None,
    boss: Annotated[str | None, typer.Option(metavar="NAME", help="A boss.")] = None,
    deck: Annotated[str | None, typer.Option(metavar="NAME", help="A deck.")] = None,
    archetype: Annotated[str | None, typer.Option(metavar="KEY", help="An archetype.")] = None,
    key: Annotated[
        str | None, typer.Option(metavar="NAME", help="Any card, tag, voucher, poker hand.")
    ] = None,
    start: Annotated[
        str | None, typer.Option(metavar="NAME", help="The joker that paths begin with.")
    ] = None,
    goal: Annotated[str | None, typer.Option(metavar="NAME", help="The joker that they lead to.")] = None,
    hops: Annotated[
        int | None, typer.Option(parser=options.whole(1, 3), metavar="N", help="Edges of a path; default: 2.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(parser=options.whole(0), metavar="N", help="Dollars to spend.")
    ] = None,
    least: Annotated[float | None, typer.Option(metavar="X", help="Least strength of an edge.")] = None,
    source: Annotated[
        str | None, typer.Option(metavar="rows|rounds|judge|games", help="Which strengths; default: judge.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(parser=options.whole(1, 10_000), metavar="N", help="Most rows.")
    ] = None,
    file: File = None,
    uri: Uri = None,
    user: User = "",
    where: telemetry.Where = None,
    as_json: options.Json = False,
) -> None:
    """Ask the graph one of its questions, or anything in Cypher.

    Example: jimbot graph query synergies --jokers baron,mime
    """
    from jimbot.knowledge import QUESTIONS, Knowledge

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
            from jimbot.knowledge.queries import asked

            asked(question, given)  # before a graph is opened
        with _store(uri, file, user) as store:
            knowledge = Knowledge(store)
            rows = knowledge.cypher(question) if is_cypher else knowledge.ask(question, **given)
    _show(rows, as_json)


@app.command("export")
def export(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for nodes.csv, edges.csv and embeddings.npy.")
    ],
    file: File = None,
    uri: Uri = None,
    user: User = "",
) -> None:
    """Write the graph as files; jimbot graph build --from reads them.

    Example: jimbot graph export --out runs/graph
    """
    from jimbot.knowledge import write_files
    from jimbot.knowledge.vectors import embeddings, write

    with options.bad_input():
        graph = _whole(file, uri, user)
        write_files(out, graph)
        if file is None and uri is None:
            write(out / "embeddings.npy", embeddings())
    typer.echo(f"{len(graph.nodes)} nodes and {len(graph.edges)} edges in {out}")


@app.command("stats")
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


@app.command("measure")
def measure(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the parts; continues if it has some.")],
    games: Annotated[
        int, typer.Option(parser=options.whole(1, 100_000), metavar="N", help="Games that give positions.")
    ] = 800,
    pairs: Annotated[
        int, typer.Option(parser=options.whole(1, 11_175), metavar="N", help="Pairs of jokers a position.")
    ] = 4_000,
    workers: Workers = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only errors.")] = False,
) -> None:
    """Measure jokers and pairs of jokers: positions with neither, each and both, played and judged.

    DIR/measured.npz and DIR/embeddings.npy are the tables; jimbot graph build --measured reads the former.
    After an interruption run the same command again; a higher number of games adds some. Seeds are train
    seeds.

    Example: jimbot graph measure --out runs/measured
    """
    from dataclasses import asdict

    from jimbot.agents.judge.pairs import PairsFolder, Settings, jobs, table, work
    from jimbot.knowledge import graph_of
    from jimbot.knowledge.measured import read, write
    from jimbot.knowledge.vectors import embed
    from jimbot.knowledge.vectors import write as write_vectors

    settings = Settings(games=games, pairs=pairs)
    with (
        options.bad_input(),
        PairsFolder(out, {"format": PairsFolder.format, "settings": asdict(settings)}) as folder,
    ):
        with progress("measuring", len(jobs(settings)), quiet) as advance:
            for _ in work(folder, settings, workers or cores()):
                advance(1)
        write(out / "measured.npz", table(folder, settings))
        measured = read(out / "measured.npz")
        write_vectors(out / "embeddings.npy", embed(graph_of(measured), measured))
    if not quiet:
        about, made = measured.about, f"{out}/measured.npz and {out}/embeddings.npy"
        typer.echo(f"{about['positions']} positions of {about['games']} games; {made}")


def _whole(file: Path | None, uri: str | None, user: str) -> Graph:
    from jimbot.knowledge import package_graph

    if file is None and uri is None:
        return package_graph()
    with _store(uri, file, user) as store:
        return store.graph()


@contextmanager
def _store(uri: str | None, file: Path | None, user: str) -> Iterator[GraphStore]:
    import os

    from jimbot.knowledge import open_store

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
        console().print(table(rows))
    else:
        typer.echo("nothing was found")
