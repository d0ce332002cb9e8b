"""Datasets in files: nothing is lost between their forms, and nothing half is ever read."""

from __future__ import annotations

import pytest
from tests.cli.conftest import jimbot  # noqa: F401 (a fixture)

from jimbot.documents import legal_hand_ids
from jimbot.documents.hand_ids import hand_id_count
from jimbot.envs import move_id
from jimbot.game import Game
from jimbot.training.data.dataset import lessons_of_records, open_lessons
from jimbot.training.data.record_files import RecordWriter, read_records
from jimbot.training.data.records import check_record, records_of
from jimbot.training.data.rollout import rollout
from jimbot.training.data.settings import DatasetSettings, RolloutSettings
from jimbot.training.data.shards import read_shard
from jimbot.training.data.survey import look

RUN = {"name": "a run"}
FAST = {"agent": "greedy", "quiet": True}


def written(path, lessons):
    writer = RecordWriter(path, RUN)
    for i, lesson in enumerate(lessons):
        writer.write(records_of(lesson, f"ep-{i}"))
    writer.close()
    return path


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.zst"])
def test_records_hold_all_of_a_lesson(lessons, tmp_path, name):
    path = written(tmp_path / name, lessons[:3])
    assert list(lessons_of_records(path)) == lessons[:3]


def test_a_record_has_the_fields_of_the_document(lessons):
    record = records_of(lessons[0], "ep-0")[0]
    documented = (
        "timestamp episode_id step_id instance_id base_url phase done hand_size legal_action_ids"
        " expert_action_id macro_action reward reward_info features"
    )
    assert set(record) == {"schema_version", *documented.split()}
    assert "obs_raw" in records_of(lessons[0], "ep-0", obs_raw=True)[0]


def test_ids_are_really_legal(lessons):
    records = records_of(lessons[0], "ep-0")
    game = Game(records[0]["features"]["seed"])
    for record in records:
        if game.phase == "SELECTING_HAND":
            ids, first = record["legal_action_ids"], hand_id_count(len(game.hand))
            assert [id for id in ids if id < first] == legal_hand_ids(game)
            uses = {
                f"use {id - first - move_id('use 0')}" for id in ids if 0 <= id - first - move_id("use 0") < 8
            }
            assert uses == {str(a).split(" on ")[0] for a in game.legal_actions() if a.kind == "use"}
        assert record["legal_action_ids"]
        game.apply(record["macro_action"])
    for record in records:
        is_order = record["macro_action"].startswith("rearrange_jokers")
        assert (record["expert_action_id"] is None) == is_order, record["macro_action"]
    assert sum(r["reward"] for r in records) <= 2.0001
    assert [r["done"] for r in records] == [False] * (len(records) - 1) + [True]


def test_half_a_line_is_never_a_record(lessons, tmp_path):
    path = written(tmp_path / "a.jsonl", lessons[:2])
    whole = path.read_bytes()
    count = whole.count(b"\n")
    path.write_bytes(whole + b'{"schema_version": "record_v1", "done": true')
    assert sum(1 for _ in read_records(path)) == count
    assert look(DatasetSettings(path=path, summary=True))["half_a_line_at_the_end"]


def test_a_game_without_its_end_is_left_out(lessons, tmp_path):
    path = written(tmp_path / "a.jsonl", lessons[:2])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-5]))
    assert list(lessons_of_records(path)) == lessons[:1]


def test_a_damaged_record_is_named(lessons, tmp_path):
    path = written(tmp_path / "a.jsonl", lessons[:1])
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3][:50] + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(ValueError, match="line 4"):
        list(read_records(path))
    lines[3] = lines[2].replace(b'"done":false', b'"done":3')
    path.write_bytes(b"".join(lines))
    with pytest.raises(ValueError, match="line 4: done is 3; true or false is needed"):
        list(read_records(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema_version": "record_v2"}, "schema_version"),
        ({"phase": "NOWHERE"}, "phase"),
        ({"expert_action_id": 10**6}, "not among the legal"),
        ({"more": 1}, "unknown field more"),
        ({"features": {}}, "features.seed"),
    ],
)
def test_a_wrong_record_is_refused_with_the_reason(lessons, change, message):
    assert message in (check_record(records_of(lessons[0], "e")[0] | change) or "")


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.zst"])
def test_a_rollout_goes_on_where_it_was_killed(tmp_path, name):
    settings = RolloutSettings(out=tmp_path / name, games=6, **FAST)
    rollout(settings)
    whole = settings.out.read_bytes()
    settings.out.write_bytes(whole[: len(whole) * 2 // 3])
    found = rollout(settings)
    assert 0 < found["new_episodes"] < 6
    again = list(lessons_of_records(settings.out))
    settings.out.write_bytes(whole)
    assert sorted(again) == sorted(lessons_of_records(settings.out))


def test_a_file_of_another_run_is_never_added_to(tmp_path):
    rollout(RolloutSettings(out=tmp_path / "a.jsonl", games=2, **FAST))
    before = (tmp_path / "a.jsonl").read_bytes()
    with pytest.raises(ValueError, match="games is 2 there and 3 here"):
        rollout(RolloutSettings(out=tmp_path / "a.jsonl", games=3, **FAST))
    (tmp_path / "b.jsonl").write_text("{}\n")
    with pytest.raises(ValueError, match="another run"):
        rollout(RolloutSettings(out=tmp_path / "b.jsonl", games=2, **FAST))
    assert (tmp_path / "a.jsonl").read_bytes() == before


def test_shards_go_on_and_are_small(tmp_path):
    settings = RolloutSettings(out=tmp_path / "s", games=40, **FAST)
    found = rollout(settings)
    assert found["episodes"] == 40
    assert rollout(settings)["new_episodes"] == 0
    shown = look(DatasetSettings(path=settings.out, summary=True))
    assert shown["games"] == 40
    assert shown["bytes_per_decision"] < 300
    with pytest.raises(ValueError, match="games is 40 there and 41 here"):
        rollout(RolloutSettings(out=tmp_path / "s", games=41, **FAST))


def test_a_shard_is_a_safetensors_file_and_damage_is_seen(shard, lessons, tmp_path):
    assert read_shard(shard) == lessons
    assert sum(map(len, lessons)) / sum(1 for _ in lessons) > 0
    data = bytearray(shard.read_bytes())
    data[-5000] ^= 255
    bad = tmp_path / "shard-0.safetensors"
    bad.write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        read_shard(bad)
    bad.write_bytes(data[:1000])
    with pytest.raises(ValueError, match="damaged"):
        read_shard(bad)
    load = pytest.importorskip("safetensors.numpy").load_file
    assert len(load(shard)["won"]) == len(lessons)


@pytest.mark.parametrize("name", ["games.csv", "games.safetensors"])
def test_a_form_that_is_not_written_is_refused(shard, tmp_path, name):
    with pytest.raises(ValueError, match=r"names a file; NAME\.jsonl"):
        look(DatasetSettings(path=shard, convert=tmp_path / name))
    assert not (tmp_path / name).exists()


def test_forms_convert_into_each_other(shard, lessons, tmp_path):
    look(DatasetSettings(path=shard, convert=tmp_path / "a.jsonl.zst"))
    look(DatasetSettings(path=tmp_path / "a.jsonl.zst", convert=tmp_path / "s"))
    assert open_lessons(tmp_path / "s") == lessons


@pytest.mark.parametrize(
    ("given", "games"),
    [((), 20), (("--seeds", "train-24"), 24), (("--seeds", "train-24", "--episodes", "3"), 3)],
)
def test_given_seeds_are_all_played_unless_episodes_limits_them(jimbot, tmp_path, given, games):  # noqa: F811
    out = tmp_path / "a.jsonl"
    command = ["imitate", "rollout", "--agent", "greedy", *given, "--out", str(out)]
    done = jimbot(*command)
    assert done.code == 0, done.err
    assert f"{games} episodes" in done.out
    assert len(list(lessons_of_records(out))) == games
    again = jimbot(*command)
    assert "(0 new" in again.out, again.err


def test_any_agent_plays_in_processes_of_its_own(tmp_path):
    settings = RolloutSettings(out=tmp_path / "a.jsonl", games=2, agent="planner:lite", workers=2, quiet=True)
    assert rollout(settings)["episodes"] == 2
    assert len(list(lessons_of_records(settings.out))) == 2


def test_bad_settings_are_refused(tmp_path):
    out = tmp_path / "a.jsonl"
    for bad, message in (
        ({"backend": "cloud"}, "'sim' or 'real' is allowed"),
        ({"games": 0}, "1 or more"),
        ({"seed_prefix": "AAAAAAAA"}, "no room"),
        ({"seeds": "test-3"}, "test seeds"),
        ({"agent": "nobody"}, "unknown agent"),
        ({"deck": "nodeck"}, "deck"),
        ({"backend": "real", "workers": 2}, "each worker plays a game of its own"),
    ):
        with pytest.raises(ValueError, match=message):
            rollout(RolloutSettings(out=out, **bad))
    assert not out.exists()


def test_decks_and_stakes_are_taken_in_turn(tmp_path):
    """By an expert of the core and by one in processes of its own alike."""
    kinds = [("b_red", "gold"), ("b_blue", "gold"), ("b_blue", "gold"), ("b_red", "white")]
    for agent in ("greedy", "random"):
        out = tmp_path / f"{agent}.jsonl"
        rollout(
            RolloutSettings(
                out=out, games=4, agent=agent, deck="red,blue*2", stake="gold,white", workers=1, quiet=True
            )
        )
        began = {r["episode_id"]: r["features"] for r in read_records(out) if r["step_id"] == 0}
        found = [(began[name]["deck"], began[name]["stake"]) for name in sorted(began)]
        assert [deck for deck, _ in found] == [deck for deck, _ in kinds]
        assert [stake.endswith("gold") for _, stake in found] == [stake == "gold" for _, stake in kinds]


@pytest.mark.parametrize("deck", ["pink", "red,", "red*0", "red*x", ""])
def test_an_unknown_list_of_decks_is_refused(tmp_path, deck):
    with pytest.raises(ValueError, match="deck"):
        rollout(RolloutSettings(out=tmp_path / "a", deck=deck))
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("part", ["lessons", "ends", "steps"])
def test_a_shard_that_lacks_a_part_is_named(shard, tmp_path, part):
    from jimbot.runs.safetensors import read_safetensors, safetensors_bytes

    arrays, said = read_safetensors(shard)
    (tmp_path / "some.safetensors").write_bytes(
        safetensors_bytes({name: array for name, array in arrays.items() if name != part}, said)
    )
    with pytest.raises(ValueError, match=f"some.safetensors is no shard of lessons: it holds no {part}"):
        open_lessons(tmp_path / "some.safetensors")


def test_a_record_that_lacks_a_part_is_named(tmp_path):
    (tmp_path / "some.jsonl").write_text('{"phase": "shop", "done": true}\n')
    with pytest.raises(ValueError, match=r"some.jsonl, record 1: no episode_id, reward"):
        look(DatasetSettings(path=tmp_path / "some.jsonl", summary=True))
