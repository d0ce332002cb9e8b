"""Strategy routing, the schema of gates and decisions, and the label of a canary.

python -m unittest trainer.tests.test_ablation_and_gates -v
"""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

from jimbot.agents import make_agent
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.live.backends import SimBackend
from jimbot.release.gates.ablation import COLUMNS, ablation
from jimbot.release.gates.canary import LEAST_DECISIONS, play_beside, run_canary
from jimbot.release.gates.challenge import conclude, enter
from jimbot.release.gates.decision import Findings, decide
from jimbot.release.gates.registry import STATUS_AFTER
from jimbot.release.gates.report import challenger_gates, finish
from jimbot.release.gates.run import GateRun, GateSettings
from jimbot.release.gates.statistics import perf
from jimbot.release.gates.strategies import STRATEGIES, Strategy, read_strategies, strategy
from jimbot.runs.console import plain

NAMES = "heuristic,pv,hybrid,rl,risk_aware,champion,deploy_student,search,bc"
SEEDS = [str(n) for n in range(1111111, 1111117)]


def games(agent: str, agent_seed: int = 0):
    options = RunOptions(agent, agent_seed=agent_seed)
    return [play_seed(make_agent(agent), options, i, seed) for i, seed in enumerate(SEEDS)]


class StrategyRouting(unittest.TestCase):
    def test_the_documented_names_are_known(self) -> None:
        self.assertEqual(read_strategies(NAMES), list(STRATEGIES))

    def test_an_unknown_name_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "unknown strategy 'heuristik'; some of heuristic, pv"):
            read_strategies("pv,heuristik")

    def test_a_name_twice_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "there twice"):
            read_strategies("pv,pv")

    def test_every_learned_strategy_needs_its_own_model(self) -> None:
        for name in ("pv", "hybrid", "rl", "risk_aware", "deploy_student", "bc"):
            with self.subTest(name), self.assertRaisesRegex(ValueError, f"'{name}' needs a"):
                strategy(name, {})
            with self.subTest(name), self.assertRaisesRegex(ValueError, "there is no model"):
                strategy(name, {name: Path("nowhere/best.pt")})

    def test_each_is_routed_to_its_own_agent(self) -> None:
        here = Path(__file__)
        shown = {name: strategy(name, dict.fromkeys(STRATEGIES, here), "greedy").agent for name in STRATEGIES}
        self.assertEqual(shown["heuristic"], "heuristic")
        self.assertEqual(shown["search"], "search")
        self.assertEqual(shown["champion"], "greedy")
        self.assertTrue(shown["hybrid"].startswith("hybrid:"))
        self.assertTrue(shown["risk_aware"].startswith("risk_aware:config="))
        for name in ("pv", "rl", "deploy_student", "bc"):
            self.assertEqual(shown[name], f"policy:checkpoint={here}")

    def test_there_is_no_champion_without_a_registry(self) -> None:
        with self.assertRaisesRegex(ValueError, "needs a registry"):
            strategy("champion", {}, None)

    def test_files_are_named_after_what_they_hold(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            seeds = place / "six.txt"
            seeds.write_text("\n".join(SEEDS))
            who = [Strategy("one", "planner:lite"), Strategy("two", "planner:default")]
            result = ablation(place, who, seeds, "one", stake="red")
            self.assertEqual(
                {path.name for path in (place / "games").iterdir()}, {"one_red_six", "two_red_six"}
            )
            self.assertEqual(result["stake"], "red")
            self.assertEqual(json.loads((place / "summary.json").read_text()), plain(result))
            table = (place / "tables" / "compare.csv").read_text().splitlines()
            self.assertEqual(table[0], ",".join(COLUMNS))
            self.assertEqual([row.split(",")[0] for row in table[1:]], ["two"])


class GateSchema(unittest.TestCase):
    def test_gates_and_decision_have_their_fields(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            settings = GateSettings(gate="p17", quick=True, artifacts=place, registry=place / "registry")
            with GateRun(settings) as run:
                contest = enter(run, Strategy("challenger", "planner:lite"))
                ours, theirs = games("planner:lite"), games("planner:lite", 1)
                found = Findings(perf=perf(ours, theirs), risk={"passed": True}, canary="SKIP")
                gates = challenger_gates(run, found, {"a check": True})
                decision = conclude(run, contest, found)
                code = finish(run, gates, fail_on_perf_gate=False, decision=decision)
            for gate in ("functional", "perf", "risk"):
                shown = json.loads((run.path / f"gate_{gate}.json").read_text())
                self.assertEqual(shown["schema"], "gate_v1")
                self.assertEqual(shown["gate"], gate)
                self.assertIsInstance(shown["passed"], bool)
                self.assertEqual(shown["passed"], not shown["failed"])
                self.assertEqual(set(shown["failed"]), {c for c, good in shown["checks"].items() if not good})
            shown = json.loads((run.path / "champion_decision.json").read_text())
            self.assertIn(shown["decision"], STATUS_AFTER)
            self.assertTrue(shown["reasons"])
            for key in ("artifacts", "commit", "code", "folders", "perf", "risk", "milestone", "canary"):
                self.assertIn(key, shown["evidence"])
            report = json.loads((run.path / "report.json").read_text())
            self.assertEqual(report["exit_code"], code)
            self.assertEqual(report["gates"].keys(), gates.keys())
            self.assertTrue((run.path / "PERF_GATE_SUMMARY.md").is_file())
            self.assertTrue((run.path / "registry.jsonl").is_file())

    def test_promotion_needs_leave(self) -> None:
        ours = games("planner:lite")
        found = Findings(perf=perf(ours, ours))
        self.assertNotEqual(decide(found, allow_promote=True)[0], "promote")


class CanaryLabel(unittest.TestCase):
    def test_a_canary_is_measured_and_says_so(self) -> None:
        backend = SimBackend(execute=True, calls_only=True)
        one, two = make_agent("heuristic:tier=lite,rounds=2"), make_agent("planner:lite")
        found = play_beside(backend, one, two, SEEDS, LEAST_DECISIONS + 5)
        shown = found.to_dict("jimbot serve", "the champion", "planner:lite", "heuristic")
        self.assertEqual((shown["label"], shown["synthetic"]), ("measured", False))
        self.assertEqual(shown["decisions"], LEAST_DECISIONS + 5)
        self.assertGreater(shown["divergence"], 0)
        self.assertIn(shown["status"], ("PASS", "FAIL"))

    def test_an_agent_does_not_diverge_from_itself(self) -> None:
        backend = SimBackend(execute=True)
        found = play_beside(backend, make_agent("planner:lite"), make_agent("planner:lite"), SEEDS, 40)
        self.assertEqual((found.divergence, found.status), (0.0, "PASS"))

    def test_no_game_leaves_a_skip_file(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            shown = run_canary(place, "planner:lite", "planner:lite", "http://127.0.0.1:9", 10, SEEDS)
            self.assertEqual(shown["status"], "SKIP")
            written = json.loads((place / "canary_skip.json").read_text())
            self.assertEqual(written["label"], "skipped")
            self.assertFalse(written["synthetic"])
            self.assertIn("no game", written["why"])
            self.assertFalse((place / "canary.json").exists())


if __name__ == "__main__":
    unittest.main()
