// The calculator's answers: best play, best order of jokers, best discard, and how scores spread by chance.
import type { Core, Score } from "@jimbot/core";
import type { Go } from "./coach";

export interface Option {
  action: string;
  hand: string;
  score: number;
  order: number[];
  ordered: number;
}
export interface Calculated {
  plays: Option[];
  score?: Score;
  spread?: number[];
  discards?: { action: string; clear: number; score: number }[];
}
const PLAYS = 6, ORDERED = 3, DISCARDS = 4, WORLDS = 400, AHEAD = 96;

/** Plays first; the rest as it is worked out. */
export async function calculate(core: Core, notation: string, say: (part: Calculated) => void, go: Go): Promise<Calculated> {
  const game = core.read(notation);
  try {
    const identity = game.see().jokers.map((_, i) => i);
    const out: Calculated = {
      plays: game.plays().slice(0, PLAYS).map((play) => ({ ...play, order: identity, ordered: play.score })),
    };
    const best = out.plays[0];
    if (best) out.score = game.score(best.action);
    say({ ...out });
    for (const play of out.plays.slice(0, ORDERED)) {
      const { order, score } = game.bestOrder(play.action);
      Object.assign(play, { order, ordered: score });
      if (!(await go())) return out;
    }
    if (best && out.score && !out.score.exact) out.spread = game.spread(best.action, WORLDS, 1n);
    say({ ...out });
    if (!(await go())) return out;
    const discards = game.weigh(24, 160, 1n).weighed.filter((one) => one.action.startsWith("discard")).slice(0, DISCARDS);
    out.discards = [];
    for (const { action } of discards) {
      out.discards.push({ action, clear: game.clearChance(action, 12, 24, 1n), score: game.forecast(action, AHEAD, 1n).score });
      if (!(await go())) return out;
    }
    out.discards.sort((a, b) => b.clear - a.clear || b.score - a.score);
    return out;
  } finally {
    game.drop();
  }
}
