"""The risk-aware controller: settings from YAML, routes by risk, a log that says why, fallbacks, time."""

from __future__ import annotations

import json

import pytest

from jimbot.agents import View, make_agent, parse
from jimbot.agents.familiar import Familiar
from jimbot.agents.risk_aware import Risks, RiskWeights
from jimbot.evaluation.manifest import manifest, refuse_trained_on_test
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.game import Game
from jimbot.game.seeds import seed

pytest.importorskip("torch")

from jimbot.models.decisions import DecisionNet, Shape, save_net


@pytest.fixture(scope="module")
def network(networks):
    return networks / "decisions"


def config(tmp_path, network, text=""):
    path = tmp_path / "risk.yaml"
    path.write_text(f"checkpoint: {network}/best.pt\n{text}")
    return path


def test_the_documented_weights_and_bands_are_the_default():
    assert RiskWeights() == RiskWeights(0.35, 0.30, 0.20, 0.10, 0.05)
    assert dict(Risks().hand) == {"policy": 0.40, "hybrid": 0.70, "search": 0.90, "heuristic": 1.0}
    assert dict(Risks().shop) == {"policy": 0.45, "hybrid": 0.75, "heuristic": 1.0}


def test_every_decision_says_its_route_and_why(tmp_path, network):
    log = tmp_path / "log"
    spec = f"risk_aware:config={config(tmp_path, network)},log={log}"
    agent = make_agent(spec)
    record = play_seed(agent, RunOptions(spec), 0, "1111111")
    assert record.failure is None
    assert len(agent.log) == record.decisions
    weights = vars(agent.risks.weights)
    for shown in agent.log:
        assert shown.route in ("policy", "hybrid", "search", "heuristic")
        assert shown.risk == pytest.approx(sum(weights[name] * part for name, part in shown.terms.items()))
        assert all(0 <= part <= 1 for part in shown.terms.values())
        bands = agent.risks.bands(shown.phase)
        if "not legal" not in shown.why:
            assert shown.route == next(who for who, bound in bands if shown.risk < bound or bound == 1)
    (file,) = log.iterdir()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["action"] for line in lines] == [shown.action for shown in agent.log]
    assert {"route", "why", "risk", "terms", "milliseconds", "phase"} <= set(lines[0])


@pytest.mark.parametrize(("route", "like"), [("heuristic", "heuristic"), ("policy", "policy")])
def test_a_single_band_plays_like_its_member(tmp_path, network, route, like):
    text = f"bands: {{hand: {{{route}: 1.0}}, shop: {{{route}: 1.0}}}}"
    agent = make_agent(f"risk_aware:config={config(tmp_path, network, text)}")
    own = f"policy:checkpoint={network}" if like == "policy" else "heuristic"
    one = play_seed(agent, RunOptions("x"), 0, "2222222")
    two = play_seed(make_agent(own), RunOptions("x"), 0, "2222222")
    assert one.transcript == two.transcript


def test_search_without_time_falls_back(tmp_path, network):
    text = "bands: {hand: {search: 1.0}, shop: {search: 1.0}}\nms: 0.0001"
    agent = make_agent(f"risk_aware:config={config(tmp_path, network, text)}")
    agent.consider(View(Game("1111111"), 1))
    assert agent.log[0].route == "heuristic"
    assert "no time is left" in agent.log[0].why


def test_an_illegal_choice_of_the_policy_is_never_played(tmp_path, network):
    text = "bands: {hand: {policy: 1.0}, shop: {policy: 1.0}}"
    agent = make_agent(f"risk_aware:config={config(tmp_path, network, text)}")

    class Wrong:
        def consider(self, view):
            from jimbot.agents import Advice, Alternative
            from jimbot.game import Action

            return Advice((Alternative(Action("cash_out"), 0.5, "", 0.9),))

        def reset(self, seed):
            pass

    agent.policy = Wrong()
    advice = agent.consider(View(Game("1111111"), 1))
    assert str(advice.action) in ("select_blind", "skip_blind")
    assert agent.log[0].route == "heuristic"
    assert agent.log[0].terms["illegal"] == pytest.approx(0.9)


def test_hybrid_follows_the_policy_only_where_it_costs_little(network):
    agent = make_agent(f"hybrid:checkpoint={network}")
    record = play_seed(agent, RunOptions("x"), 0, "3333333")
    assert record.failure is None
    assert {shown.route for shown in agent.log} == {"hybrid"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("bands: {hand: {policy: 0.5}}", "rising bounds up to 1"),
        ("bands: {hand: {magic: 1.0}}", "some of policy, hybrid, search, heuristic"),
        ("bands: {hand: {policy: 0.9, search: 0.5, heuristic: 1.0}}", "rising bounds"),
        ("bands: {pack: {policy: 1.0}}", "bands are of hand and shop"),
        ("weights: {fortune: 1}", "weights fortune are not known"),
        ("weights: {ood: 2}", "at most 1"),
        ("close: yes", "close is True; a number"),
        ("colour: red", "colour is not known"),
        ("weights: [", "is no YAML"),
    ],
)
def test_wrong_settings_are_reported(tmp_path, network, text, error):
    with pytest.raises(ValueError, match=error):
        make_agent(f"risk_aware:config={config(tmp_path, network, text)}")


def test_it_needs_a_policy(tmp_path):
    path = tmp_path / "risk.yaml"
    path.write_text("close: 0.01\n")
    with pytest.raises(ValueError, match="needs a policy"):
        make_agent(f"risk_aware:config={path}")
    with pytest.raises(ValueError, match="No such file"):
        make_agent(f"risk_aware:config={tmp_path}/none.yaml")


def test_files_behind_the_config_are_part_of_an_evaluation(tmp_path, network):
    game = Game("A")
    second = game.clone()
    second.apply("select_blind")
    Familiar.fit([game, game, second, second], "x").save(tmp_path / "familiar.json")
    spec = f"risk_aware:config={config(tmp_path, network, 'familiar: familiar.json')}"
    files = manifest(RunOptions(spec), parse(spec), "x", ["A"])["files"]
    assert {path.rsplit("/", 1)[-1] for path in files} == {"risk.yaml", "best.pt", "familiar.json"}
    test_seed = seed("test", 0)
    refuse_trained_on_test(spec, [test_seed])
    import torch

    torch.manual_seed(1)
    about = {"values": True, "train_seeds": ["test-5"]}
    save_net(tmp_path / "best.pt", DecisionNet(Shape(16, 8, 0, 0)), about)
    spec = f"risk_aware:config={config(tmp_path, tmp_path)}"
    with pytest.raises(ValueError, match="lists test seeds"):
        refuse_trained_on_test(spec, [test_seed])


def test_files_of_familiar_positions_are_checked(tmp_path):
    path = tmp_path / "familiar.json"
    for text, error in (("{", "is no JSON"), ("{}", "holds no fitted features")):
        path.write_text(text)
        with pytest.raises(ValueError, match=error):
            Familiar.load(path)
    with pytest.raises(ValueError, match="fewer than 2 hand decisions"):
        Familiar.fit([Game("A"), Game("B")], "no rounds")
