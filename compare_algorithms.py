"""Train several algorithms with the same settings and compare reward, blinds, wins and speed.

    python compare_algorithms.py --quick
    python compare_algorithms.py --algorithms PPO A2C DQN --timesteps 200000 --seeds 3

Results go to benchmarks/<name>_<date>_<time>: results.json, results.csv, results.txt, comparison.png, and a
report.html with learning curves. If an algorithm fails, it is listed and the exit code is 1.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence

from jimbot.runs.console import console
from jimbot.training import scripts
from jimbot.training.experiment import ExperimentConfig, ExperimentsFailed, MultiAlgorithmBenchmark
from jimbot.training.framework import algorithms
from jimbot.training.performance_analysis import PerformanceAnalyzer
from jimbot.training.utils import create_balatro_env

QUICK_TIMESTEPS = 20_000


@scripts.script
def main(arguments: Sequence[str] | None = None) -> int:
    p = scripts.parser(__doc__)
    p.add_argument(
        "--algorithms",
        nargs="+",
        choices=algorithms(),
        default=["PPO", "A2C", "DQN"],
        metavar="NAME",
        help=f"algorithms to compare, from {', '.join(algorithms())}; default: PPO A2C DQN",
    )
    scripts.add_common(p, timesteps=100_000, n_envs=8)
    p.add_argument(
        "--quick",
        action="store_true",
        help=f"small networks, {QUICK_TIMESTEPS:,} timesteps, 64 parallel games",
    )
    p.add_argument(
        "--seeds", type=scripts.whole, default=1, metavar="N", help="runs of each algorithm; default: 1"
    )
    p.add_argument(
        "--eval-episodes",
        type=scripts.whole,
        default=50,
        metavar="N",
        help="games per evaluation; default: 50",
    )
    p.add_argument(
        "--benchmark-name",
        default="comparison",
        metavar="NAME",
        help="start of the folder name; default: comparison",
    )
    p.add_argument(
        "--output-dir", default="benchmarks", metavar="DIR", help="folder for results; default: benchmarks"
    )
    options = p.parse_args(arguments)
    if options.quick:
        options.n_envs = 64
        options.timesteps = min(options.timesteps, QUICK_TIMESTEPS)

    creator = functools.partial(create_balatro_env, deck=options.deck, stake=options.stake)
    benchmark = MultiAlgorithmBenchmark(creator, options.benchmark_name, options.output_dir)
    for algorithm in options.algorithms:
        override = scripts.quick_hyperparams(algorithm).to_dict() if options.quick else {}
        for run in range(options.seeds):
            benchmark.add_experiment(
                ExperimentConfig(
                    algorithm=algorithm,
                    group=algorithm,
                    name=f"{algorithm}_{options.seed + run}" if options.seeds > 1 else algorithm,
                    total_timesteps=options.timesteps,
                    n_envs=options.n_envs,
                    seed=options.seed + run,
                    eval_episodes=options.eval_episodes,
                    use_curriculum=options.use_curriculum,
                    use_behavioral_cloning=options.use_behavioral_cloning,
                    hyperparams_override=override,
                    trainer_override={"use_wandb": options.use_wandb, "device": options.device},
                )
            )
    try:
        benchmark.run_all()
    except ExperimentsFailed as failed:
        for failure in failed.failures:
            sys.stderr.write(f"{failure.name} failed: {failure.error}\n")
        if not failed.results:
            return 1
        _report(benchmark)
        return 1
    _report(benchmark)
    return 0


def _report(benchmark: MultiAlgorithmBenchmark) -> None:
    benchmark.print_summary()
    analyzer = PerformanceAnalyzer(benchmark.run_dir)
    analyzer.add_results(benchmark.results)
    console().print(f"report: {analyzer.generate_html_report('report.html')}")


if __name__ == "__main__":
    sys.exit(main())
