"""`jimbot package`: deploy packages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from jimbot.agents.registry import make_agent
from jimbot.apps.cli import options
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.game import random_seed
from jimbot.release.packages.runner import agent_spec, decide_once
from jimbot.release.packages.store import PackageStore
from jimbot.release.packages.verify import faults_of
from jimbot.release.packages.verify import verify as check
from jimbot.runs.console import console, print_json

app = options.group(
    "Pack a model to play elsewhere, check packages, install and run them.\n\n"
    "Example: jimbot package verify packages/student --once"
)

Package = Annotated[Path, typer.Argument(metavar="PACKAGE", help="Folder of a package.")]
Channel = Literal["dev", "canary", "stable"]
Key = Annotated[Path | None, options.text("FILE", "Public key (PEM): the package must be signed by it.")]
StoreFolder = Annotated[Path, options.text("DIR", "Installed packages and channels.", "--store")]
STORE = Path("docs/artifacts/store")


@app.command()
def export(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Folder to make; its name is the package's id.")],
    strategy: Annotated[
        Literal["pv", "hybrid", "rl", "risk_aware", "deploy_student", "judge"],
        typer.Option(help="How it plays."),
    ],
    model: Annotated[Path, options.text("FILE|DIR", "A model or a run of any trainer.")],
    evaluation: Annotated[
        Path, options.text("DIR", "Folder of jimbot eval with its games: the package's metrics.")
    ],
    risk_config: Annotated[Path | None, options.text("FILE", "YAML of risks; for risk_aware.")] = None,
    sign: Annotated[Path | None, options.text("FILE", "Private key (PEM, Ed25519) to sign with.")] = None,
    as_json: options.Json = False,
) -> None:
    """Make a package of a network, or of a judge, with the games that these very weights have played.

    Example: jimbot package export packages/student --strategy deploy_student --model runs/student
    --evaluation runs/student_eval
    """
    options.need("torch", "train", "package export")
    from jimbot.release.packages.layout import PackageContent, measured
    from jimbot.release.packages.layout import export as make

    with options.bad_input():
        metrics = measured(model, evaluation)
        seeds = (Path(metrics["seeds"]).name,)
        out.parent.mkdir(parents=True, exist_ok=True)
        about = make(out, PackageContent(strategy, model, metrics, risk_config, seed_files=seeds))
        if sign is not None:
            from jimbot.release.packages.signature import sign as sign_package

            sign_package(out, sign)
    if as_json:
        print_json(about)
    else:
        console().print(f"{out}: {about['model_id']}, {about['source_strategy']}")


@app.command()
def verify(
    package: Package,
    key: Key = None,
    once: Annotated[bool, options.flag("--once", "Also make one decision with it.")] = False,
    as_json: options.Json = False,
) -> None:
    """Check layout, hashes, compatibility and signature. The exit code is 1 if something is wrong.

    Example: jimbot package verify packages/student --once
    """
    with options.bad_input():
        report = check(package, key, once)
    if as_json:
        print_json(report)
    else:
        console().print(f"{package}: {'passed' if report['passed'] else 'refused'}")
        for fault in report["faults"]:
            console().print(f"  {fault}")
    raise typer.Exit(0 if report["passed"] else 1)


@app.command()
def install(
    package: Package,
    channel: Annotated[Channel, typer.Option(help="Which channel points to it.")] = "dev",
    key: Key = None,
    store: StoreFolder = STORE,
) -> None:
    """Verify a package, copy it into a store and point a channel to it.

    Example: jimbot package install packages/student --channel dev
    """
    with options.bad_input():
        pointer = PackageStore(store).install(package, channel, key)
    console().print(f"{channel}: {pointer['package_id']}")


@app.command()
def run(
    context: typer.Context,
    package: Annotated[
        Path | None, typer.Argument(metavar="PACKAGE", help="Folder of a package; default: --channel.")
    ] = None,
    channel: Annotated[Channel | None, typer.Option(help="What this channel points to.")] = None,
    key: Key = None,
    store: StoreFolder = STORE,
    once: Annotated[bool, options.flag("--once", "Make one decision and end.")] = False,
    seed: options.Seed = None,
    as_json: options.Json = False,
) -> None:
    """Play with a package: one decision, or a whole run on the simulator.

    The package is verified first. To play the real game or a server, use its agent, which is printed, with
    jimbot drive or jimbot assist.

    Example: jimbot package run packages/student --once
    """
    with options.bad_input():
        if (package is None) == (channel is None):
            raise ValueError("either a package or --channel is needed")
        if package is not None:
            options.refuse_given(context, ("store",), "with a package")
        place = package if package is not None else PackageStore(store).package(channel or "")
        faults = faults_of(place, key)
        if faults:
            raise ValueError(f"{place} is refused: {'; '.join(faults)}")
        spec = agent_spec(place)
        if once:
            found = decide_once(place, seed or "PACKAGE1") | {"agent": spec}
        else:
            record = play_seed(make_agent(spec), RunOptions(spec), 0, seed or random_seed())
            found = {
                "agent": spec,
                "seed": record.seed,
                "won": record.won,
                "ante": record.ante,
                "blinds": record.blinds,
                "decisions": record.decisions,
                "seconds": record.seconds,
            }
    if as_json:
        print_json(found)
    else:
        for name, value in found.items():
            typer.echo(f"{name.replace('_', ' ')}: {value}")


@app.command()
def keys(
    out: Annotated[
        Path, typer.Argument(metavar="FILE", help="Private key to write; FILE.pub lies beside it.")
    ],
) -> None:
    """Make a pair of keys (Ed25519) to sign packages with.

    Example: jimbot package keys release.pem
    """
    from jimbot.release.packages.signature import make_keys

    with options.bad_input():
        console().print(str(make_keys(out)))
