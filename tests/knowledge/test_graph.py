"""The graph as data: every thing of the game is a node, edges follow from rows and measurements."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.game.content import content
from jimbot.knowledge import (
    LABELS,
    TYPES,
    Edge,
    End,
    Graph,
    Node,
    package_graph,
    read_files,
    write_files,
)
from jimbot.knowledge.model import check
from jimbot.knowledge.relations import card_keys, relations
from jimbot.knowledge.rules import rule_graph

GRAPH = package_graph()


def between(type_: str, start: str, end: str, source: str = "rows") -> Edge | None:
    found = [
        e for e in GRAPH.edges if (e.type, e.start.key, e.end.key, e.source) == (type_, start, end, source)
    ]
    assert len(found) <= 1
    return found[0] if found else None


def test_every_thing_of_the_game_is_a_node() -> None:
    counts = GRAPH.stats()["nodes"]
    for label, kind in LABELS.items():
        if label == "Boss":
            assert counts[label] == sum(row["boss"] for row in content()["blind"].values()) == 28
        elif label == "Edition":
            assert counts[label] == len(content()["edition"]) - 1  # without the plain one
        elif kind:
            assert counts[label] == len(content()[kind])
    assert counts["PlayingCard"] == 52
    assert counts["Archetype"] >= 20


def test_every_type_and_every_source_has_edges_that_are_sound() -> None:
    check(GRAPH.nodes, GRAPH.edges)
    assert all(GRAPH.stats()["edges"][type_] > 0 for type_ in TYPES)
    assert {edge.source for edge in GRAPH.edges} == {"rows", "rounds", "judge", "games"}
    for edge in GRAPH.edges:
        assert edge.low <= edge.strength <= edge.high
        assert 0.5 <= edge.confidence <= 1
        assert edge.reason
        assert (edge.samples == 0) == (edge.source == "rows")
    kept = [(e.type, e.start, e.end, e.source) for e in GRAPH.edges]
    assert len(set(kept)) == len(kept)


@pytest.mark.parametrize(
    ("type_", "start", "end"),
    [
        ("SYNERGIZES_WITH", "j_mime", "j_baron"),  # held cards act again
        ("SYNERGIZES_WITH", "j_sock_and_buskin", "j_smiley"),
        ("SYNERGIZES_WITH", "j_greedy_joker", "j_smeared"),
        ("SYNERGIZES_WITH", "j_scary_face", "j_pareidolia"),
        ("SYNERGIZES_WITH", "j_four_fingers", "j_tribe"),
        ("SYNERGIZES_WITH", "j_dna", "j_hologram"),
        ("SYNERGIZES_WITH", "j_fortune_teller", "j_cartomancer"),
        ("SYNERGIZES_WITH", "j_midas_mask", "j_ticket"),
        ("SYNERGIZES_WITH", "j_bloodstone", "j_oops"),
        ("SYNERGIZES_WITH", "j_baron", "j_blueprint"),
        ("SYNERGIZES_WITH", "j_baseball", "j_mime"),  # by rarity
        ("SYNERGIZES_WITH", "j_abstract", "j_riff_raff"),  # by the number of jokers
        ("SYNERGIZES_WITH", "j_swashbuckler", "j_perkeo"),  # by sell value
        ("SYNERGIZES_WITH", "j_ceremonial", "j_riff_raff"),
        ("SYNERGIZES_WITH", "j_campfire", "j_cartomancer"),  # Tarots are sold
        ("SYNERGIZES_WITH", "j_ancient", "j_selzer"),  # whatever its suit is
        ("SYNERGIZES_WITH", "j_ticket", "j_hanging_chad"),
        ("SYNERGIZES_WITH", "j_ancient", "j_smeared"),  # a rule lets it act more often
        ("SYNERGIZES_WITH", "j_flower_pot", "j_smeared"),
        ("SYNERGIZES_WITH", "j_flower_pot", "j_splash"),
        ("SYNERGIZES_WITH", "j_mystic_summit", "j_burglar"),
        ("SYNERGIZES_WITH", "j_faceless", "j_merry_andy"),
        ("SYNERGIZES_WITH", "j_trading", "j_erosion"),
        ("SYNERGIZES_WITH", "j_oops", "j_lucky_cat"),
        ("SYNERGIZES_WITH", "j_astronomer", "j_constellation"),
        ("COUNTERS", "bl_plant", "j_scary_face"),
        ("COUNTERS", "bl_head", "j_lusty_joker"),
        ("COUNTERS", "bl_water", "j_drunkard"),
        ("COUNTERS", "j_chicot", "bl_needle"),
        ("COUNTERS", "j_luchador", "bl_final_bell"),
        ("COUNTERS", "v_directors_cut", "bl_wall"),
        ("COUNTERS", "bl_psychic", "Pair"),
        ("ENABLES_STRATEGY", "j_tribe", "flush"),
        ("ENABLES_STRATEGY", "j_four_fingers", "straight"),
        ("ENABLES_STRATEGY", "c_jupiter", "flush"),
        ("ENABLES_STRATEGY", "c_star", "diamonds"),
        ("ENABLES_STRATEGY", "c_chariot", "held"),
        ("ENABLES_STRATEGY", "v_tarot_merchant", "tarots"),
        ("REQUIRES_CARD", "j_baron", "S_K"),
        ("REQUIRES_CARD", "j_steel_joker", "m_steel"),
        ("LEADS_TO", "c_chariot", "m_steel"),
        ("LEADS_TO", "c_mercury", "Pair"),
        ("LEADS_TO", "c_talisman", "Gold"),
        ("LEADS_TO", "c_wheel_of_fortune", "e_polychrome"),
        ("LEADS_TO", "tag_negative", "e_negative"),
        ("LEADS_TO", "c_soul", "j_perkeo"),
        ("LEADS_TO", "j_riff_raff", "j_joker"),
        ("LEADS_TO", "j_diet_cola", "tag_double"),
        ("UNLOCKS", "j_gros_michel", "j_cavendish"),
        ("UNLOCKS", "v_overstock_norm", "v_overstock_plus"),
        ("UNLOCKS", "m_glass", "j_glass"),
        ("UNLOCKS", "Flush Five", "c_eris"),
        ("UNLOCKS", "b_magic", "c_fool"),
    ],
)
def test_what_follows_from_the_rows(type_: str, start: str, end: str) -> None:
    assert between(type_, start, end) or between(type_, end, start)


@pytest.mark.parametrize(
    ("type_", "start", "end"),
    [
        ("SYNERGIZES_WITH", "j_joker", "j_banner"),
        ("SYNERGIZES_WITH", "j_joker", "j_baseball"),  # Common
        ("SYNERGIZES_WITH", "j_mystic_summit", "j_drunkard"),
        ("SYNERGIZES_WITH", "j_ride_the_bus", "j_selzer"),  # it acts before cards score
        ("SYNERGIZES_WITH", "j_misprint", "j_oops"),  # a range is no chance
        ("SYNERGIZES_WITH", "j_trading", "j_steel_joker"),  # a thin deck has no more Steel Cards
        ("LEADS_TO", "j_riff_raff", "j_perkeo"),
        ("COUNTERS", "bl_head", "j_greedy_joker"),
        ("COUNTERS", "bl_plant", "j_hack"),
        ("REQUIRES_CARD", "j_baron", "S_Q"),
        ("ENABLES_STRATEGY", "j_tribe", "straight"),
    ],
)
def test_what_does_not(type_: str, start: str, end: str) -> None:
    found = between(type_, start, end) or between(type_, end, start)
    if (start, end) == ("j_tribe", "straight"):  # a Straight Flush is both
        assert found is not None
        assert found.strength == 0.5
    else:
        assert found is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("j_ride_the_bus", "j_pareidolia"), ("j_cavendish", "j_oops"), ("j_gros_michel", "j_oops")],
)
def test_what_clashes_by_the_rows(one: str, other: str) -> None:
    found = between("SYNERGIZES_WITH", one, other) or between("SYNERGIZES_WITH", other, one)
    assert found is not None
    assert found.strength < 0


def test_relations_are_those_of_the_texts() -> None:
    jokers = relations().jokers
    cards = card_keys()
    assert {cards[n] for n in jokers["j_baron"].held} == {"S_K", "H_K", "C_K", "D_K"}
    assert {cards[n][2:] for n in jokers["j_fibonacci"].scored} == {"A", "2", "3", "5", "8"}
    assert {cards[n][0] for n in jokers["j_greedy_joker"].scored} == {"D"}
    assert len(jokers["j_photograph"].scored) == 12
    assert jokers["j_mad"].hands == {"Two Pair", "Full House", "Flush House"}
    assert jokers["j_riff_raff"].deeds == {"jokers"}
    assert jokers["j_oops"].doubles_probabilities
    assert jokers["j_8_ball"].rolls
    assert jokers["j_vampire"].reads == set(content()["enhancement"])
    assert relations().rule_hands["j_shortcut"] == {"Straight", "Straight Flush"}


def test_files_hold_the_whole_graph(tmp_path: Path) -> None:
    write_files(tmp_path, GRAPH)
    assert read_files(tmp_path) == GRAPH
    (tmp_path / "nodes.csv").write_text("label,key\n")
    with pytest.raises(ValueError, match="begins with 'label,key'"):
        read_files(tmp_path)


def test_a_graph_with_loose_ends_is_refused() -> None:
    node = Node("Joker", "j_joker", "Joker")
    edge = Edge("SYNERGIZES_WITH", End("Joker", "j_joker"), End("Joker", "j_none"), 1, 1, "rows")
    for nodes, edges, why in (
        ([node, node], [], "appears twice"),
        ([node], [edge], "is no node"),
        ([node._replace(label="Card")], [], "unknown label"),
    ):
        with pytest.raises(ValueError, match=why):
            check(nodes, edges)


def test_rules_alone_need_no_measurements() -> None:
    rules = rule_graph()
    assert {edge.source for edge in rules.edges} == {"rows"}
    assert isinstance(rules, Graph)
