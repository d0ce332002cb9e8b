// What the calculator is asked about, and the line of notation that says so.
import type { Card, Core, Joker } from "@jimbot/core";

export interface Setup {
  /** `S_K/e:GLASS/x:FOIL/s:RED` */
  cards: string[];
  /** `j_runner:45/x:FOIL` */
  jokers: string[];
  levels: Record<string, number>;
  blind: string;
  target: number;
  hands: number;
  discards: number;
  money: number;
}
export const EMPTY: Setup = { cards: [], jokers: [], levels: {}, blind: "small", target: 300, hands: 4, discards: 3, money: 4 };

export function notationOf(setup: Setup): string {
  const { cards, jokers, levels, blind, target, hands, discards, money } = setup;
  const raised = Object.entries(levels).filter(([, level]) => level > 1).map(([hand, level]) => `${hand.toLowerCase().replace(/ /g, "_")}:${level}`);
  return [
    "jimbot1 seed=CALC phase=SELECTING_HAND",
    blind === "small" || blind === "big" ? `on_deck=${blind}` : `on_deck=boss boss=${blind}`,
    `hand=[${cards.join(",")}]`, `jokers=[${jokers.join(",")}]`,
    `target=${target} hands_left=${hands} discards_left=${discards} money=${money}`,
    raised.length ? `hands=[${raised.join(",")}]` : "",
  ].filter(Boolean).join(" ");
}

const tokenOf = (line: string, name: string): string => new RegExp(`(?:^|\\s)${name}=\\[?([^\\]\\s]*)\\]?`).exec(line)?.[1] ?? "";

/** From any position in which cards are held. */
export function setupOf(core: Core, line: string): Setup {
  const game = core.read(line.trim());
  const seen = game.see();
  const notation = game.notation(false);
  game.drop();
  if (seen.phase !== "SELECTING_HAND") throw new Error(`phase=${seen.phase}: SELECTING_HAND`);
  const visible = seen.hand.filter((card): card is Card => !card.faceDown);
  const blind = seen.blinds[seen.onDeck as 0 | 1 | 2];
  const known = new Map(tokenOf(notation, "jokers").split(",").map((code) => [code.split(/[:#/~+]/)[0] ?? "", code] as const));
  return {
    cards: visible.map((card) => card.code.replace(/\/[dfo]\b/g, "")),
    jokers: seen.jokers.flatMap((joker) => (joker.faceDown ? [] : [(known.get((joker as Joker).key) ?? (joker as Joker).key).replace(/#\d+/g, "")])),
    levels: Object.fromEntries(seen.levels.filter(({ level }) => level > 1).map(({ key, level }) => [key, level])),
    blind: seen.onDeck === 2 ? blind.key : seen.onDeck === 1 ? "big" : "small",
    target: blind.target, hands: seen.handsLeft, discards: seen.discardsLeft, money: seen.money,
  };
}
