"""`jimbot bench balatrobot`: how fast servers of the game's protocol are."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.serve import read_ports
from jimbot.console import console, print_json, progress, table

if TYPE_CHECKING:
    pass


FIRST_PORT = 12346


class Mode(enum.StrEnum):
    action_only = enum.auto()
    rl_step = enum.auto()


class Backend(enum.StrEnum):
    stdlib = enum.auto()
    orjson = enum.auto()


class Launch(enum.StrEnum):
    none = enum.auto()
    sim = enum.auto()
    direct = enum.auto()
    uvx = enum.auto()


Steps = Annotated[
    int, typer.Option(parser=options.whole(1), metavar="N", help="Actions per server; resets do not count.")
]
JsonBackend = Annotated[Backend, typer.Option(help="What the client reads and writes JSON with.")]
CpuAffinity = Annotated[
    bool, typer.Option("--cpu-affinity", help="Keep each client, and a server launched here, on one core.")
]
NoFastRestart = Annotated[
    bool,
    typer.Option(
        "--no-fast-restart", help="Poll the gamestate for the menu and the first blind at each reset."
    ),
]
StaggerStart = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="Time between the starts of two servers or clients.")
]
LaunchInstances = Annotated[
    Launch, typer.Option(help="Start servers: our own (sim), or the real game by its launcher (direct, uvx).")
]
BalatrobotCmd = Annotated[
    str,
    typer.Option("--balatrobot-cmd", metavar="COMMAND", help="With direct: the command that has `serve`."),
]
LovePath = Annotated[str | None, typer.Option(metavar="FILE", help="Of the real game: the LÖVE executable.")]
LovelyPath = Annotated[str | None, typer.Option(metavar="FILE", help="Of the real game: the Lovely library.")]
Headless = Annotated[bool, typer.Option("--headless", help="Of the real game: without a window.")]
Fast = Annotated[bool, typer.Option("--fast", help="Of the real game: without its pace.")]


def balatrobot(
    mode: Annotated[
        Mode, typer.Option(help="Actions alone, or a gamestate before each as an agent asks.")
    ] = Mode.action_only,
    instances: Annotated[
        int | None,
        typer.Option(parser=options.whole(1, 64), metavar="N", help="How many servers to drive at once."),
    ] = None,
    ports: Annotated[
        str | None,
        typer.Option(metavar="FIRST-LAST", help="Their ports on this machine; default 12346 and up."),
    ] = None,
    base_url: Annotated[
        list[str] | None,
        typer.Option(
            "--base-url",
            "--base-urls",
            metavar="URL",
            help="A server anywhere; repeat it, or separate by commas.",
        ),
    ] = None,
    steps_per_instance: Steps = 2000,
    json_backend: JsonBackend = Backend.stdlib,
    cpu_affinity: CpuAffinity = False,
    no_fast_restart: NoFastRestart = False,
    stagger_start: StaggerStart = 0.0,
    launch_instances: LaunchInstances = Launch.none,
    balatrobot_cmd: BalatrobotCmd = "balatrobot",
    love_path: LovePath = None,
    lovely_path: LovelyPath = None,
    headless: Headless = False,
    fast: Fast = False,
    as_json: options.Json = False,
) -> None:
    """Measure servers of the balatrobot protocol.

    Tells throughput, latency by method, and resets. One client process per server plays the first five
    cards of each hand. The servers run already (--ports, --base-url), or are started here and ended
    afterwards (--launch-instances).

    Example: jimbot bench balatrobot --launch-instances sim --instances 2 --mode rl_step
    """
    from jimbot.balatrobot.client.exceptions import BalatrobotError
    from jimbot.balatrobot.client.raw_client import json_backend as backend_named
    from jimbot.bench import balatrobot as benchmark
    from jimbot.bench.servers import servers
    from jimbot.bench.timed_player import Settings

    settings = Settings(
        mode.value, steps_per_instance, json_backend.value, cpu_affinity, not no_fast_restart, stagger_start
    )
    real = {
        "balatrobot_cmd": balatrobot_cmd,
        "love_path": love_path,
        "lovely_path": lovely_path,
        "headless": headless,
        "fast": fast,
    }
    if launch_instances in (Launch.direct, Launch.uvx):
        options.need("httpx", "live", f"--launch-instances {launch_instances.value}")
    with options.bad_input():
        backend_named(json_backend.value)
        urls = _urls(base_url, instances, ports is not None or launch_instances is not Launch.none)
        numbers = [] if urls else _ports(ports, instances, any_free=launch_instances is Launch.sim)
        try:
            with servers(launch_instances.value, urls, numbers, settings, real) as served:
                total = len(served) * steps_per_instance
                with progress(f"{len(served)} x {mode.value}", total, quiet=as_json) as advance:
                    report = benchmark.measure(served, settings, advance)
        except (RuntimeError, BalatrobotError) as error:
            options.fail(str(error))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _urls(given: list[str] | None, instances: int | None, others: bool) -> list[str]:
    urls = [url.strip() for words in given or () for url in words.split(",")]
    if urls and others:
        raise ValueError("--base-url names running servers; --ports and --launch-instances do not go with it")
    if urls:
        _check_count(instances, len(urls), "--base-url")
    return urls


def _ports(given: str | None, instances: int | None, any_free: bool) -> list[int]:
    if given is None:
        count = instances or 1
        return [0] * count if any_free else list(range(FIRST_PORT, FIRST_PORT + count))
    found = read_ports(given)
    _check_count(instances, len(found), "--ports")
    return found


def _check_count(instances: int | None, given: int, option: str) -> None:
    if instances is not None and instances != given:
        raise ValueError(f"--instances {instances} was given with {given} in {option}; as many are needed")


def _print(report: dict[str, Any]) -> None:
    out = console()
    work = f"{report['instances']} instances, {report['steps']} steps"
    out.print(f"{report['mode']}: {work} in {report['wall_s']:.2f} s")
    out.print(f"throughput              {report['steps_s_total']:10.1f} steps/s")
    out.print(f"throughput, no resets   {report['steps_s_without_reset']:10.1f} steps/s")
    out.print(f"calls                   {report['calls_s_total']:10.1f} calls/s")
    spreads = {"reset": report["reset_ms"], "wait sleep": report["wait_sleep_ms"], **report["latency_ms"]}
    out.print(table([{"ms": name, **spread} for name, spread in spreads.items()]))
    out.print(table(report["per_instance"]))
    scaling = report["scaling"]
    out.print(
        f"scaling: {scaling['steps_s_per_instance']:.1f} steps/s per instance"
        f" (slowest {scaling['slowest']:.1f}, fastest {scaling['fastest']:.1f});"
        f" total = {scaling['efficiency']:.0%} of {report['instances']} x fastest"
    )
