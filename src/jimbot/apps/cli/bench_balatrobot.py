"""`jimbot bench balatrobot`: how fast servers of the game's protocol are."""

from __future__ import annotations

from typing import Annotated, Any

from jimbot.apps.bench import balatrobot as benchmark
from jimbot.apps.bench.servers import servers
from jimbot.apps.bench.timed_player import ServerBench
from jimbot.apps.cli import options
from jimbot.apps.cli.serve import read_ports
from jimbot.game.records import number, percent
from jimbot.live.client.exceptions import BalatrobotError
from jimbot.live.client.raw_client import json_backend as backend_named
from jimbot.runs.commands import from_settings
from jimbot.runs.console import console, progress, table

FIRST_PORT = 12346


@from_settings
def balatrobot(
    settings: ServerBench,
    instances: Annotated[
        int | None, options.whole("Number of servers to use at once; default: 1.", 1, 64)
    ] = None,
    ports: Annotated[
        str | None,
        options.text("FIRST-LAST", "Ports of the servers on this machine; default: 12346 and up."),
    ] = None,
    base_url: Annotated[
        list[str] | None,
        options.text(
            "URL",
            "Address of a running server; repeat the option or separate by commas for several.",
            "--base-url",
            "--base-urls",
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the speed of servers that speak the balatrobot protocol.

    Reports throughput, latency by method, and resets. One client process per server plays the first five
    cards of each hand. Use servers that are already running (--ports, --base-url), or start them for this
    benchmark (--launch-instances).

    Example: jimbot bench balatrobot --launch-instances sim --instances 2 --mode rl_step
    """
    launch = settings.launch_instances
    if launch in ("direct", "uvx"):
        options.need("httpx", "live", f"--launch-instances {launch}")
    backend_named(settings.json_backend)
    urls = _urls(base_url, instances, ports is not None or launch != "none")
    numbers = [] if urls else _ports(ports, instances, any_free=launch == "sim")
    try:
        with servers(settings, urls, numbers) as served:
            total = len(served) * settings.steps
            with progress(f"{len(served)} x {settings.mode}", total, quiet=as_json) as advance:
                report = benchmark.measure(served, settings, advance)
    except (RuntimeError, BalatrobotError) as error:
        options.fail(str(error))
    options.show(report, as_json, _print)


def _urls(given: list[str] | None, instances: int | None, others: bool) -> list[str]:
    urls = [url.strip() for words in given or () for url in words.split(",")]
    if urls and others:
        raise ValueError("--base-url cannot be combined with --ports or --launch-instances")
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
        raise ValueError(f"--instances {instances} does not match the {given} servers in {option}")


def _print(report: dict[str, Any]) -> None:
    out = console()
    work = f"{report['instances']} instances, {report['steps']} steps"
    out.print(f"{report['mode']}: {work} in {report['wall_s']:.2f} s")
    out.print(f"throughput              {number(round(report['steps_s_total'], 1)):>10} steps/s")
    out.print(f"throughput, no resets   {number(round(report['steps_s_without_reset'], 1)):>10} steps/s")
    out.print(f"calls                   {number(round(report['calls_s_total'], 1)):>10} calls/s")
    spreads = {"reset": report["reset_ms"], "wait sleep": report["wait_sleep_ms"], **report["latency_ms"]}
    out.print(table([{"ms": name, **spread} for name, spread in spreads.items()]))
    out.print(table(report["per_instance"]))
    scaling = report["scaling"]
    out.print(
        f"scaling: {number(round(scaling['steps_s_per_instance'], 1))} steps/s per instance"
        f" (slowest {number(round(scaling['slowest'], 1))}, fastest {number(round(scaling['fastest'], 1))});"
        f" total = {percent(scaling['efficiency'], 0)} of {report['instances']} x fastest"
    )
