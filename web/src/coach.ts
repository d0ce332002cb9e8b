// What the coach says of a position: worked out here, in a worker, stage by stage, the quick ones first.
import type { Core, Game, Player, Seen } from "@jimbot/core";
import { parse } from "./actions";

export type Reason = "" | "atOnce" | "ordered" | "onlyThing";
export interface Suggestion {
  action: string;
  then?: string;
  /** Chance to win the run, where the agent has weighed it. */
  toWin?: number;
  /** Chance to clear the blind, of plays and discards. */
  clear?: number;
  score?: number;
  exact?: boolean;
  hand?: string;
  keeps?: string;
  kept?: string[];
  equal?: boolean;
  reason: Reason;
}
export interface Advice {
  suggestions: Suggestion[];
  done: boolean;
}
export interface WhyNot {
  best: string;
  mine: string;
  cost: number;
  error: number;
  worlds: number;
}
export interface Regret extends WhyNot {
  at: number;
  ante: number;
  blind: string;
  position: string;
}

const SHOWN = 5, NEAR = 0.01, FORECASTS = 2, WORLDS = 64;
const WHY_WORLDS = 256, FIRST_LOOK = 32, AGAIN = 256, FINALISTS = 10, SURE = 2, WORTH_SHOWING = 0.001;
const REASONS: Record<string, Reason> = {
  use: "atOnce", rearrange_jokers: "ordered", select_blind: "onlyThing", leave_shop: "onlyThing", cash_out: "onlyThing",
};
const isCards = (action: string): boolean => /^(play|discard) /.test(action);
/** Lets messages in; false where the answer is no longer wanted. */
export type Go = () => Promise<boolean>;

export class Coach {
  private readonly policy: Player;
  private readonly heuristic: Player;
  private readonly search: Player;

  constructor(private readonly core: Core) {
    this.policy = core.player("policy");
    this.heuristic = core.player("heuristic");
    this.search = core.player("search");
  }

  /** Says more and more until the last advice is done. */
  async advise(notation: string, deep: boolean, say: (advice: Advice) => void, go: Go): Promise<void> {
    const game = this.core.read(notation);
    try {
      const seen = game.see();
      if (seen.phase === "GAME_OVER") return say({ suggestions: [], done: true });
      const draw = game.seenNumber();
      if (seen.phase === "SELECTING_HAND") await this.cards(game, seen, draw, deep, say, go);
      else await this.elsewhere(game, draw, deep, say, go);
    } finally {
      game.drop();
    }
  }

  private async elsewhere(game: Game, draw: bigint, deep: boolean, say: (advice: Advice) => void, go: Go): Promise<void> {
    const stages: Player[] = deep ? [this.policy, this.heuristic, this.search] : [this.policy, this.heuristic];
    for (const player of stages) {
      say({ suggestions: weighed(player, game, draw), done: player === stages.at(-1) });
      if (!(await go())) return;
    }
  }

  private async cards(
    game: Game, seen: Seen, draw: bigint, deep: boolean, say: (advice: Advice) => void, go: Go,
  ): Promise<void> {
    const agent = deep ? this.search : this.heuristic;
    const own = weighed(this.heuristic, game, draw);
    const first = own[0]?.action ?? "";
    const worths = game.weigh(12, 24, draw).weighed.map((one) => one.action);
    const plays = game.plays().slice(0, 3).map((one) => one.action);
    let order = [...new Set([first, ...worths.slice(0, SHOWN + 3), ...plays])];
    say({ suggestions: order.slice(0, SHOWN).map((action) => this.facts(game, seen, action, own)), done: false });
    if (!(await go())) return;
    const best = deep ? agent.decide(game, draw, true).action : first;
    order = [...new Set([best, ...order])];
    const found: Suggestion[] = [];
    for (const action of order) {
      found.push(this.forecast(game, this.facts(game, seen, action, own), draw));
      if (!(await go())) return;
    }
    const [head, ...rest] = found;
    if (!head) return;
    rest.sort((a, b) => (b.clear ?? 0) - (a.clear ?? 0) || (b.score ?? 0) - (a.score ?? 0));
    for (const one of rest) one.equal = Math.abs((one.clear ?? 0) - (head.clear ?? 0)) <= NEAR;
    say({ suggestions: varied([head, ...rest]), done: true });
  }

  private facts(game: Game, seen: Seen, action: string, own: Suggestion[]): Suggestion {
    const known = own.find((one) => one.action === action);
    const made = parse(action);
    if (!isCards(action)) return known ?? { action, reason: REASONS[made.kind] ?? "" };
    const kept = seen.hand.filter((card, place) => !made.cards.includes(place) && !card.faceDown);
    const out: Suggestion = { ...known, action, reason: "", kept: kept.flatMap((card) => ("code" in card ? [card.code] : [])) };
    if (made.kind === "play") {
      const score = game.score(action);
      if (!score.hidden) Object.assign(out, { hand: score.hand, score: score.score, exact: score.exact });
    }
    return out;
  }

  private forecast(game: Game, one: Suggestion, draw: bigint): Suggestion {
    if (!isCards(one.action)) return one;
    let sum = 0;
    for (let i = 0; i < FORECASTS; ++i) sum += game.clearChance(one.action, 12, 24, draw + BigInt(i));
    const ahead = game.forecast(one.action, WORLDS, draw);
    const keeps = ahead.keeps[0]?.hand;
    return { ...one, clear: sum / FORECASTS, score: one.exact ? one.score : ahead.score, keeps };
  }

  /** What a decision costs against the best one, both played on in the same redrawn games. */
  whyNot(notation: string, mine: string, best: string): WhyNot {
    const game = this.core.read(notation);
    try {
      const [, other] = this.search.measure(game, [best, mine], WHY_WORLDS, game.seenNumber());
      return { best, mine, cost: other?.less ?? 0, error: SURE * (other?.error ?? 0), worlds: WHY_WORLDS };
    } finally {
      game.drop();
    }
  }

  /** The decisions of a run that cost most. The dearest are measured again: the dearest of many is partly chance. */
  async review(start: string, decisions: string[], progress: (share: number) => void, go: Go): Promise<Regret[]> {
    const game = this.core.read(start);
    const found: Regret[] = [];
    try {
      for (const [at, made] of decisions.entries()) {
        const one = this.compare(game, at, made);
        if (one) found.push(one);
        game.apply(made);
        progress((0.9 * at) / decisions.length);
        if (!(await go())) return [];
      }
    } finally {
      game.drop();
    }
    found.sort((a, b) => b.cost - a.cost);
    const sure: Regret[] = [];
    for (const one of found.slice(0, FINALISTS)) {
      const again = this.again(one);
      if (again.cost > Math.max(again.error, WORTH_SHOWING)) sure.push(again);
      if (!(await go())) return [];
    }
    return sure.sort((a, b) => b.cost - a.cost).slice(0, SHOWN);
  }

  private compare(game: Game, at: number, made: string): Regret | undefined {
    const kind = parse(made).kind;
    if (kind === "cash_out" || kind === "sort_hand" || kind === "rearrange_hand") return undefined;
    this.heuristic.forget();
    const draw = game.seenNumber();
    const best = this.heuristic.decide(game, draw).action;
    if (best === made) return undefined;
    const [, other] = this.search.measure(game, [best, made], FIRST_LOOK, draw);
    if (!other || other.less <= 0) return undefined;
    const seen = game.see();
    const blind = seen.blinds[seen.onDeck as 0 | 1 | 2].name;
    return { at, best, mine: made, cost: other.less, error: 0, worlds: AGAIN, ante: seen.ante, blind, position: game.notation() };
  }

  private again(one: Regret): Regret {
    const game = this.core.read(one.position);
    const [, other] = this.search.measure(game, [one.best, one.mine], AGAIN, game.seenNumber() + 1n);
    game.drop();
    return { ...one, cost: other?.less ?? 0, error: SURE * (other?.error ?? 0) };
  }
}

/** An agent's decision first, then what else it has weighed. */
function weighed(player: Player, game: Game, draw: bigint): Suggestion[] {
  player.forget();
  const decision = player.decide(game, draw, true);
  player.forget();
  const listed = decision.alternatives.map(({ action, chance, then }): Suggestion => ({ action, then, toWin: chance, reason: "" }));
  const first = listed.find((one) => one.action === decision.action) ?? {
    action: decision.action, reason: REASONS[parse(decision.action).kind] ?? "",
  };
  const others = listed.filter((one) => one.action !== decision.action).sort((a, b) => (b.toWin ?? 0) - (a.toWin ?? 0));
  return [{ ...first, then: decision.then }, ...others].slice(0, SHOWN);
}

/** The first of these, among them a play and a discard if there are both. */
function varied(order: Suggestion[]): Suggestion[] {
  const kept = order.slice(0, SHOWN);
  const kind = (one: Suggestion | undefined): string => parse(one?.action ?? "").kind;
  if (new Set(kept.map(kind)).size === 1) {
    const other = order.slice(SHOWN).find((one) => kind(one) !== kind(kept[0]));
    if (other) kept[kept.length - 1] = other;
  }
  return kept;
}
