// Links, transcripts, texts and wants of the page.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Core } from "@jimbot/core";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: { dataset: {} } });

const { pack, readText, unpack, writeText } = await import("../src/links");
const { moved, parse, write } = await import("../src/actions");
const { ALL_TEXTS } = await import("../src/text");
const { EMPTY, notationOf, setupOf } = await import("../src/setup");
const { factsOf, placesOf } = await import("../src/wants");
const { emblemOf } = await import("../src/art/emblems");
const { ICONS } = await import("../src/art/icons");
const gold = (await import("../src/gallery/gold.json")).default;

let core: Core;
beforeAll(async () => {
  core = await Core.load(readFileSync(resolve(__dirname, "../../build/web/jimbot.wasm")));
});

test("a link holds a position, and a damaged one is refused", async () => {
  const game = core.start({ seed: "TESTSEED" });
  game.apply("select_blind");
  const packed = await pack(game.notation());
  expect(core.read(await unpack(packed)).notation()).toBe(game.notation());
  for (const bad of ["", "%%%", packed.slice(3), `${packed}AAAA`.slice(7), "A".repeat(300_000)])
    await expect(unpack(bad).then((text) => core.read(text))).rejects.toThrow();
});

test("a link that unpacks to far more than it holds is refused", async () => {
  await expect(unpack(await pack("x".repeat(5_000_000)))).rejects.toThrow(/too long/);
});

test("transcripts are read and written", () => {
  const text = readFileSync(resolve(__dirname, "../../tests/golden/transcripts/01_red_white.txt"), "utf8");
  const kept = readText(text);
  expect(kept.decisions.length).toBeGreaterThan(20);
  const again = readText(writeText(kept));
  expect(again.decisions).toEqual(kept.decisions);
  expect(core.read(again.start).notation()).toBe(core.read(kept.start).notation());
  expect(() => readText("PK\u0003\u0004")).toThrow(/expected/);
});

test("decisions are parsed and written", () => {
  for (const action of ["play 0,2,4", "use 1 on 0,3", "sell_joker 2", "rearrange_jokers 2,0,1", "reroll", "pick 0"]) {
    const { kind, index, cards } = parse(action);
    expect(write(kind, index, cards)).toBe(action);
  }
  expect(moved(4, 0, 2)).toEqual([1, 2, 0, 3]);
});

test("every text is there in both languages", () => {
  for (const [key, texts] of Object.entries(ALL_TEXTS)) {
    expect(texts, key).toHaveLength(2);
    expect(texts.every((one) => one.trim()), key).toBe(true);
  }
});

test("every joker, consumable, voucher, tag, blind and pack has a picture", () => {
  const content = core.content();
  for (const kind of ["joker", "consumable", "voucher", "tag", "blind", "booster"] as const)
    for (const { key } of content[kind]) {
      const { icon } = emblemOf(key);
      expect(ICONS[icon], key).toBeTruthy();
      expect(icon, key).not.toBe("chip");
    }
  const jokers = content.joker.map(({ key }) => JSON.stringify(emblemOf(key)));
  expect(new Set(jokers).size).toBe(150);
});

test("the calculator reads back what it writes", () => {
  const setup = { ...EMPTY, cards: ["S_K/e:GLASS", "H_5/s:RED"], jokers: ["j_blueprint", "j_runner:45"], levels: { Pair: 3 }, blind: "bl_head", target: 5000 };
  const again = setupOf(core, notationOf(setup));
  expect(again).toMatchObject({ cards: setup.cards, jokers: setup.jokers, levels: setup.levels, blind: "bl_head", target: 5000 });
});

describe("wants", () => {
  test("seeds that are found hold what was wanted, by their report", () => {
    const want = { keys: ["j_blueprint"], place: "anywhere" as const, until: 2, edition: "" };
    const seeds = core.seedSearch([factsOf(want, core.content())], 0, 1, 0n, 20_000, 3n);
    expect(seeds.length).toBeGreaterThan(20);
    for (const seed of seeds.slice(0, 50)) expect(placesOf(want, core.seedReport(seed, 0, 1, 2)).length, seed).toBeGreaterThan(0);
  });
  test("what never comes has no fact", () => {
    const never = (key: string): number => factsOf({ keys: [key], place: "shop", until: 8, edition: "" }, core.content()).length;
    expect(never("j_perkeo")).toBe(0);
    expect(never("v_overstock_plus")).toBe(0);
  });
});

test("the runs of the gallery are won, as they are kept", () => {
  for (const { seed, deck, stake, decisions } of gold) {
    const game = core.read(`jimbot1 seed=${seed} deck=${deck.slice(2)} stake=${stake.slice(6)}`);
    for (const decision of decisions.split("\n")) game.apply(decision);
    expect(game.see().won, seed).toBe(true);
    game.drop();
  }
});
