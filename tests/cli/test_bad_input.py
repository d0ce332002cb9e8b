"""Bad input: one line on stderr that says what was given and what is allowed, exit code 2, nothing on stdout."""

from __future__ import annotations

import pytest

from jimbot import Game

CASES = [
    # arguments, parts of the message
    ("seed A --deck pink", ["unknown deck 'pink'", "b_red", "b_erratic"]),
    ("seed A --stake 9", ["unknown stake '9'", "stake_gold", "1 to 8"]),
    ("seed A --antes 0", ["--antes", "'0'", "1 to 39"]),
    ("seed A --antes many", ["--antes", "'many'", "1 to 39"]),
    ("seed ABCDEFGHIJKLMNOPQ", ["17 characters", "1 to 16"]),
    ("seed ÄÖ", ["'Ä'", "printable ASCII"]),
    ("seed show", ["Missing argument", "SEED", "jimbot seed show --help"]),
    ("play --seed ABCDEFGHIJKLMNOPQ", ["17 characters", "1 to 16"]),
    ("play --deck pink", ["unknown deck 'pink'", "b_red"]),
    ("play --stake pink", ["unknown stake 'pink'", "stake_gold"]),
    ("play --challenge pink", ["unknown challenge 'pink'", "c_omelette_1"]),
    ("play --challenge c_omelette_1 --deck blue", ["challenge", "'blue'"]),
    ("play --load no/such/file", ["no/such/file", "No such file"]),
    ("info barron", ["unknown item 'barron'", "j_baron"]),
    ("info joker barron", ["unknown joker 'barron'", "j_baron"]),
    ("info voucher j_baron", ["unknown voucher 'j_baron'"]),
    ("info xyzzyplugh", ["unknown item 'xyzzyplugh'", "joker, consumable"]),
    ("info red", ["'red' may be", "deck b_red", "stake stake_red"]),
    ("playouts --games 0", ["--games", "'0'", "1 to 1000000000000"]),
    ("playouts --games lots", ["--games", "'lots'", "1 to 1000000000000"]),
    ("playouts --games 1000000000001", ["--games", "1 to 1000000000000"]),
    ("bench core --games 1000001", ["--games", "'1000001'", "1 to 1000000"]),
    ("playouts --threads 0", ["--threads", "'0'", "1 to 1024"]),
    ("playouts --first -1", ["--first", "'-1'"]),
    ("playouts --deck pink", ["unknown deck 'pink'", "b_red"]),
    ("playouts --challenge pink", ["unknown challenge 'pink'"]),
    ("playouts --challenge c_omelette_1 --deck blue", ["challenge", "'blue'"]),
    ("playouts --all-content --deck blue", ["--all-content"]),
    ("bench core --games 0", ["--games", "'0'", "1 to 1000000"]),
    ("bench env --steps 5", ["--steps", "'5'", "1000 or more"]),
    ("bench planner --games 0", ["--games", "'0'", "1 to 1000000"]),
    ("bench shell", ["'shell'", "jimbot bench --help"]),
    ("bench balatrobot --mode fast", ["--mode", "'fast'", "action_only", "rl_step"]),
    ("bench balatrobot --instances 0", ["--instances", "'0'", "1 to 64"]),
    ("bench balatrobot --instances 3 --ports 1-2", ["--instances 3", "--ports"]),
    ("bench balatrobot --base-url ftp://here", ["'ftp://here'", "http://HOST:PORT"]),
    ("bench balatrobot --base-url http://no.such.host.invalid:1", ["'http://no.such.host.invalid:1'"]),
    ("bench balatrobot --base-url http://here:1 --ports 1", ["--base-url", "--ports"]),
    ("bench sweep --instances 1,x", ["--instances", "'x'", "1 to 64"]),
    ("bench sweep --modes action_only,slow", ["--modes", "'slow'", "rl_step"]),
    ("serve --port x", ["--port", "'x'", "0 to 65535"]),
    ("serve --port 65536", ["--port", "'65536'", "0 to 65535"]),
    ("serve --ports 5-4", ["--ports", "'5-4'", "1 to 65535"]),
    ("serve --ports 0-4", ["--ports", "'0-4'", "1 to 65535"]),
    ("serve --ports 1-99999", ["--ports", "'1-99999'", "1 to 65535"]),
    ("serve --ports 1-2000", ["--ports", "2000 ports", "256"]),
    ("serve --ports 5,5", ["--ports", "'5,5'", "once"]),
    ("serve --ports a-b", ["--ports", "'a-b'", "FIRST-LAST"]),
    ("serve --port 1 --ports 1-2", ["--port", "--ports"]),
    ("serve --host no.such.host.invalid", ["'no.such.host.invalid'", "this machine"]),
    ("serve --host 192.0.2.1 --port 0", ["192.0.2.1:0", "--host"]),
    ("serve --seed ABCDEFGHIJKLMNOPQ", ["17 characters", "1 to 16"]),
    ("eval", ["Missing option", "--agent", "jimbot eval --help"]),
    ("eval --agent pink", ["unknown agent 'pink'", "greedy", ".py"]),
    ("eval --agent greedy --seeds pink", ["'pink'", "test-1000", "a file"]),
    ("eval --agent greedy --seeds dev-0", ["'dev-0'", "1 seed or more"]),
    ("compare greedy", ["Missing argument", "'B'"]),
    ("compare greedy random", ["--seeds"]),
    ("watch --agent greedy --delay soon", ["--delay", "'soon'", "0 to 3600"]),
    ("watch --agent greedy --top 0", ["--top", "'0'", "1 to 100"]),
    ("parity replay no/such", ["no/such"]),
    ("parity record --base-url http://here:port", ["'http://here:port'", "http://HOST:PORT"]),
    ("parity record --base-url http://here:99999", ["'http://here:99999'", "http://HOST:PORT"]),
    ("parity record --base-url http://here:1 --agent pink", ["unknown agent 'pink'", "greedy"]),
    ("parity fixtures --only pink", ["unknown fixture 'pink'", "tarots"]),
    ("parity fixtures --check --only pink", ["unknown fixture 'pink'", "tarots"]),
    ("parity fixtures --check --base-url http://here:1", ["--check", "--base-url"]),
    ("serve --variant pink", ["--variant", "'pink'", "steamodded", "vanilla"]),
    ("replay no/such/file", ["no/such/file", "No such file"]),
    ("replay run.txt --agent greedy", ["--agent", "no effect", "--step"]),
    ("watch --agent greedy --json --delay 1", ["--delay has no effect with --json"]),
    ("drive --backend sim --base-url http://here:1", ["--base-url has no effect with --backend sim"]),
    ("drive --backend sim --leave-run", ["--leave-run has no effect with --backend sim"]),
    ("drive --calls-only", ["--calls-only has no effect with --backend real"]),
    ("assist --backend sim --base-url http://here:1", ["--base-url has no effect with --backend sim"]),
    ("assist run.txt --execute", ["--execute has no effect on a position"]),
    ("judge learn --out a --start b --fresh-uses 1", ["fresh_uses has no effect with weights to start with"]),
    ("gate p15 --challenger greedy", ["challenger has no effect in p15"]),
    ("gate p17 --strategies pink", ["unknown strategy 'pink'", "heuristic"]),
    ("mcp --port 8000", ["--port has no effect without --http"]),
    ("bench balatrobot --headless", ["headless has no effect with launch_instances none"]),
    ("train --config best.json --preset quick", ["--preset has no effect with --config"]),
    ("train --resume runs/a --preset quick", ["--preset has no effect with --resume"]),
    ("imitate rollout --out a --base-urls http://here:1", ["base_urls has no effect with backend sim"]),
    ("imitate rollout --out a --backend real --fast", ["fast has no effect without launch_instances"]),
    ("imitate rollout --out a --include-obs-raw", ["include_obs_raw has no effect with a folder of shards"]),
    ("imitate eval --online --model a --base-url http://here:1", ["base_url has no effect with backend sim"]),
    ("imitate eval --online --model a --device cuda", ["device has no effect online"]),
    ("imitate distill --out a --data b --top-k 2", ["top_k has no effect without teacher"]),
    ("fly", ["'fly'", "jimbot --help"]),
    ("seed A --speed", ["--speed", "jimbot seed show --help"]),
]


def check(done, parts):
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.startswith("jimbot")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    for part in parts:
        assert part in done.err


@pytest.mark.parametrize(("arguments", "parts"), CASES, ids=[case[0] for case in CASES])
def test_is_refused_in_one_line(jimbot, arguments, parts):
    check(jimbot(arguments), parts)


def test_an_empty_seed_is_refused(jimbot):
    check(jimbot("seed", ""), ["0 characters", "1 to 16"])


def test_load_is_given_alone(jimbot, tmp_path):
    Game(seed="SAVED").save(tmp_path / "run")
    check(jimbot("play", "--load", str(tmp_path / "run"), "--seed", "A"), ["--load", "--seed"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"hello\n",
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
        lambda data: b"jimbot1 seed=A deck=pink\n",
        lambda data: b"jimbot1 \xff\n",
        lambda data: b"jimbot-run seed=A\tdeck=b_red\nfly\n",
    ],
    ids=["empty", "text", "short", "long", "flipped bit", "notation", "notation bytes", "transcript"],
)
def test_a_damaged_save_is_refused_by_name(jimbot, tmp_path, damage):
    path = tmp_path / "run"
    path.write_bytes(damage(Game(seed="SAVED").to_bytes()))
    check(jimbot("play", "--load", str(path)), [str(path)])


@pytest.mark.parametrize(
    ("transcript", "parts"),
    [
        (b"", ["jimbot-run"]),
        (b"\xff\xfe\n", ["not text", "a transcript"]),
        (b"jimbot-run seed=A\tcolour=red\n", ["'colour'"]),
        (b"jimbot-run seed=A\tdeck=pink\n", ["unknown deck 'pink'"]),
        (b"jimbot-run seed=A\nselect_blind\nplay 0,99\n", ["line 3", "play 0,99"]),
        (b"jimbot-run seed=A\ncash_out\n", ["line 2", "cash_out", "BLIND_SELECT"]),
    ],
)
def test_a_bad_transcript_is_refused_by_line(jimbot, tmp_path, transcript, parts):
    path = tmp_path / "run.txt"
    path.write_bytes(transcript)
    check(jimbot("replay", str(path)), [str(path), *parts])
    check(jimbot("replay", str(path), "--json"), [str(path), *parts])


def test_aliases_in_a_file_of_settings_are_refused(jimbot, tmp_path):
    """Ten lines that hold ten times the line before are more than any memory."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    path = tmp_path / "risk.yaml"
    path.write_text("\n".join(lines))
    check(
        jimbot("eval", "--agent", f"risk_aware:config={path}", "--seeds", "dev-1"),
        [str(path), "holds an alias"],
    )
