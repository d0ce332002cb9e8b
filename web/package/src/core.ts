// The core, its games and its players.
import { Module } from "./module.js";
import type {
  Content, Decision, Fact, Outcome, Forecast, Play, Score, SeedAnte, Seen,
} from "./types.js";

export interface RunOptions {
  seed: string;
  /** From 0, in the order of `content().deck`; `challenge` likewise. */
  deck?: number;
  /** From 1: White Stake. */
  stake?: number;
  challenge?: number;
  endless?: boolean;
}
export type Agent = "policy" | "heuristic" | "search";
const AGENTS: Agent[] = ["policy", "heuristic", "search"];
const NO_CHALLENGE = 255;
const ALL = 64;

/** 64 bits that look random. */
export function mix(number: bigint): bigint {
  let z = BigInt.asUintN(64, number + 0x9e3779b97f4a7c15n);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
/** What a decision draws from, as `jimbot play` has it: the agent's seed, and how many decisions went before. */
export const drawSeed = (seed: number, step: number): bigint => mix(BigInt.asUintN(64, mix(BigInt(seed)) + BigInt(step)));

export class Core {
  private table: Content | undefined;

  constructor(private readonly module: Module) {}

  /** `wasm`: the bytes of `jimbot.wasm`, or of `jimbot-plain.wasm` where there are no vectors. */
  static async load(wasm: BufferSource | Response | WebAssembly.Module, weights?: Uint8Array): Promise<Core> {
    const core = new Core(await Module.load(wasm));
    if (weights !== undefined) core.loadWeights(weights);
    return core;
  }

  /** The weights of judge and network: players need them. */
  loadWeights(bytes: Uint8Array): void {
    this.module.ask("load_weights", bytes);
  }

  content(): Content {
    return (this.table ??= this.module.json<Content>("content"));
  }

  start(run: RunOptions): Game {
    const { seed, deck = 0, stake = 1, challenge = NO_CHALLENGE, endless = false } = run;
    const handle = this.module.ask("start", seed, deck, stake, challenge, endless ? 1 : 0);
    return new Game(this.module, Number(handle));
  }

  /** From a line of notation. */
  read(notation: string): Game {
    return new Game(this.module, Number(this.module.ask("read", notation)));
  }

  /** An agent that plays, and remembers what is to follow a sale. `worlds` and `milliseconds` bound a search. */
  player(agent: Agent, worlds = 128, milliseconds = 0): Player {
    return new Player(this.module, Number(this.module.call("player", AGENTS.indexOf(agent), worlds, milliseconds)));
  }

  seedReport(seed: string, deck = 0, stake = 1, antes = 8): SeedAnte[] {
    return this.module.jsonOf("seed_report", seed, deck, stake, antes);
  }

  /** Seeds that meet every part of a condition; a part is met by any of its facts. `count` seeds are drawn. */
  seedSearch(parts: Fact[][], deck: number, stake: number, first: bigint, count: number, draw: bigint): string[] {
    const lines = parts.flatMap((facts, i) =>
      facts.map(({ subject, antes, slots = [0, 9], edition = "-", keys }) =>
        [i, subject, ...antes, ...slots, edition || "-", ...keys].join(" "),
      ),
    );
    this.module.ask("seed_search", lines.join("\n"), deck, stake, first, count, draw);
    return this.module.answer().split("\n").filter(Boolean);
  }

  /** Whole random games: their signature is that of `jimbot bench core --json`. */
  playouts(games: number, first = 0, allContent = true): { games: number; decisions: number; signature: string } {
    const found = this.module.json<{ games: number; decisions: number; signature: string }>(
      "playouts", games, first, allContent ? 1 : 0,
    );
    return { ...found, signature: BigInt(found.signature).toString(16).padStart(16, "0") };
  }
}

export class Game {
  constructor(
    private readonly module: Module,
    readonly handle: number,
  ) {}

  see(): Seen {
    return this.module.json("observe", this.handle);
  }
  /** Makes a decision such as `play 0,2`. Refused, and nothing changes, where the rules refuse it. */
  apply(action: string): void {
    this.module.ask("apply", action, this.handle);
  }
  whyNot(action: string): string {
    this.module.ask("why_not", action, this.handle);
    return this.module.answer();
  }
  /** Every legal decision but rearrangements. */
  legal(): string[] {
    this.module.call("legal", this.handle);
    return this.module.answer().split("\n").filter(Boolean);
  }
  notation(withRandomStreams = true): string {
    this.module.call("notation", this.handle, withRandomStreams ? 1 : 0);
    return this.module.answer();
  }
  /** Tokens of the notation over this position: what they do not name stays. */
  edit(tokens: string): void {
    this.module.ask("edit", tokens, this.handle);
  }
  copy(): Game {
    return new Game(this.module, Number(this.module.call("copy", this.handle)));
  }
  /** A game that looks the same, with everything hidden drawn by this seed. */
  redraw(seed: bigint): Game {
    return new Game(this.module, Number(this.module.call("redraw", this.handle, seed)));
  }
  /** Frees the memory of the game. */
  drop(): void {
    this.module.call("drop", this.handle);
  }
  /** Made from what is seen alone: to draw from. */
  seenNumber(): bigint {
    return BigInt.asUintN(64, this.module.call("seen_number", this.handle) as bigint);
  }

  score(play: string): Score {
    return this.module.jsonOf("explain", play, this.handle);
  }
  /** The play of each poker hand that scores most. */
  plays(): Play[] {
    return this.module.json("plays", this.handle);
  }
  /** What the hand planner weighs, best first, and what it would do. */
  weigh(discards = 24, samples = 640, seed = 0n): { action: string; weighed: { action: string; worth: number }[] } {
    return this.module.json("weigh", this.handle, discards, samples, seed);
  }
  clearChance(action: string, discards = 12, samples = 24, seed = 0n): number {
    this.module.ask("clear_chance", action, this.handle, discards, samples, seed);
    return Number(this.module.answer());
  }
  forecast(action: string, worlds = ALL, seed = 0n): Forecast {
    return this.module.jsonOf("forecast", action, this.handle, worlds, seed);
  }
  /** Scores of a play in redrawn games, from least to most. */
  spread(play: string, worlds = 400, seed = 0n): number[] {
    return this.module.jsonOf("spread", play, this.handle, worlds, seed);
  }
  /** The order of jokers in which a play scores most. */
  bestOrder(play: string): { score: number; order: number[] } {
    return this.module.jsonOf("order", play, this.handle);
  }
}

export class Player {
  constructor(
    private readonly module: Module,
    private readonly handle: number,
  ) {}

  /** From what is seen alone: the hidden part is drawn by the seed first. `detailed` lists unlikely choices too. */
  decide(game: Game, seed: bigint, detailed = false): Decision {
    return this.module.json("decide", this.handle, game.handle, seed, detailed ? 1 : 0);
  }
  /** Forgets what was to follow the last decision. */
  forget(): void {
    this.module.call("forget", this.handle);
  }
  /** Decisions played on in the same redrawn games, each compared with the first. */
  measure(game: Game, actions: string[], worlds: number, seed: bigint): Outcome[] {
    return this.module.jsonOf("measure", actions.join("\n"), this.handle, game.handle, worlds, seed);
  }
}
