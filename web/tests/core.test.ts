// The module in Node against the native core: the same games, to the last bit.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { Core, drawSeed, hasVectors } from "@jimbot/core";

const ROOT = resolve(__dirname, "../.."), BUILT = resolve(ROOT, "build/web");
const python = async (code: string): Promise<string> =>
  (await promisify(execFile)(resolve(ROOT, ".venv/bin/python"), ["-c", code], { cwd: ROOT, maxBuffer: 1 << 28 })).stdout.trim();
/** Lets the runner report meanwhile. */
const breathe = (): Promise<void> => new Promise((done) => setImmediate(done));
const bytes = (name: string): Buffer => readFileSync(resolve(BUILT, name));
const GAMES = Number(process.env.JIMBOT_WEB_GAMES ?? 20);

describe.each(["jimbot.wasm", "jimbot-plain.wasm"])("%s", (name) => {
  let core: Core;
  beforeAll(async () => {
    core = await Core.load(bytes(name), bytes("weights.bin"));
  });

  test("random games have the signature of the native core", async () => {
    const native = await python(
      "from jimbot import _core; print('%016x' % _core.playouts(2000, one_chip=True, all_content=True)['signature'])",
    );
    expect(core.playouts(2000).signature).toBe(native);
  });

  test("golden transcripts end in the positions that are kept", () => {
    const folder = resolve(ROOT, "tests/golden/transcripts");
    const files = readdirSync(folder).filter((file) => file.endsWith(".txt"));
    expect(files.length).toBeGreaterThan(30);
    for (const file of files) {
      const [first = "", ...lines] = readFileSync(resolve(folder, file), "utf8").split("\n");
      const game = core.read(`jimbot1 ${first.slice("jimbot-run ".length).replace(/\t/g, " ").replace(/=True/g, "=1")}`);
      let ended = false;
      for (const line of lines) {
        if (line.startsWith("#   position ")) ended = game.notation() === line.slice("#   position ".length);
        if (line && !line.startsWith("#")) game.apply(line);
      }
      expect(ended, file).toBe(true);
      game.drop();
    }
  });

  test(`${GAMES} games of heuristic are those of the Python package, decision for decision`, async () => {
    const played = JSON.parse(await python(PLAY.replace("GAMES", String(GAMES)))) as { seed: string; deck: number; stake: number; decisions: string[] }[];
    expect(played).toHaveLength(GAMES);
    for (const [number, { seed, deck, stake, decisions }] of played.entries()) {
      const game = core.start({ seed, deck, stake }), player = core.player("heuristic");
      for (const [step, decision] of decisions.entries()) {
        const { action } = player.decide(game, drawSeed(number, step));
        expect(action, `${seed}, decision ${step}`).toBe(decision);
        game.apply(action);
      }
      expect(game.see().phase).toBe("GAME_OVER");
      game.drop();
      await breathe();
    }
  });
});

const PLAY = `
import json
from jimbot.agents import make_agent
from jimbot.agents.play import GameTable, Moves
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.seeds import seed_list
agent, decks, stakes, out = make_agent("heuristic"), list(content()["deck"]), list(content()["stake"]), []
for i, seed in enumerate(seed_list("dev-1000@50000")[:GAMES]):
    game = Game(seed, deck=decks[i % 15], stake=stakes[i // 15 % 8])
    made = [str(move.action) for move in Moves(agent, GameTable(game), i)]
    out.append({"seed": seed, "deck": i % 15, "stake": 1 + i // 15 % 8, "decisions": made})
print(json.dumps(out))
`;

describe("what the core refuses", () => {
  let core: Core;
  beforeAll(async () => {
    core = await Core.load(bytes(hasVectors() ? "jimbot.wasm" : "jimbot-plain.wasm"), bytes("weights.bin"));
  });

  test.each(["", "jimbot2 seed=A", "jimbot1 seed=A money=1e999", "jimbot1 hand=[Z_9]", "\u0000\uffff", "jimbot1 jokers=[" + "j_joker,".repeat(5000)])(
    "a notation such as %j", (line) => expect(() => core.read(line)).toThrow(),
  );
  test("decisions that are not legal, and the game stays as it is", () => {
    const game = core.start({ seed: "TESTSEED" }), before = game.notation();
    for (const action of ["play 0", "buy_card 99", "use 255 on 1,2,3", "sort_hand rank", "play 99999999999", ""]) expect(() => game.apply(action)).toThrow();
    expect(game.notation()).toBe(before);
  });
  test("numbers and handles of others", () => {
    const game = core.start({ seed: "TESTSEED" });
    expect(() => core.start({ seed: "X".repeat(17) })).toThrow(/16 characters/);
    expect(() => core.start({ seed: "TESTSEED", deck: 99 })).toThrow(/deck 99/);
    expect(() => core.seedReport("TESTSEED", 0, 1, 40)).toThrow(/39/);
    expect(() => core.seedSearch([[{ subject: "boss", antes: [1, 1], keys: ["j_joker"] }]], 0, 1, 0n, 10, 1n)).toThrow(/no 'j_joker'/);
    game.drop();
    expect(() => game.see()).toThrow(/there is no game/);
  });
  test("advice reads nothing hidden: games that look the same are advised the same", () => {
    const game = core.start({ seed: "TESTSEED" });
    game.apply("select_blind");
    const other = game.redraw(77n);
    expect(other.seenNumber()).toBe(game.seenNumber());
    const said = (of: typeof game): string => JSON.stringify(core.player("search", 32).decide(of, 5n, true));
    expect(said(other)).toBe(said(game));
  });
});
