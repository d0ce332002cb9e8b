// Decisions as texts: `play 0,2`, `use 1 on 0,3`, `rearrange_jokers 2,0,1`.
export interface Action {
  kind: string;
  index: number | null;
  cards: number[];
}
const CARDS_ONLY = ["play", "discard", "rearrange_hand", "rearrange_jokers", "rearrange_consumables"];
const places = (text: string | undefined): number[] => (text ? text.split(",").map(Number) : []);

export function parse(text: string): Action {
  const [kind = "", first, , on] = text.trim().split(/\s+/);
  if (CARDS_ONLY.includes(kind)) return { kind, index: null, cards: places(first) };
  return { kind, index: first === undefined || !/^\d+$/.test(first) ? null : Number(first), cards: places(on) };
}
export const write = (kind: string, index: number | null, cards: number[] = []): string =>
  [kind, index ?? "", cards.length ? (index === null ? cards.join(",") : `on ${cards.join(",")}`) : ""].filter((part) => part !== "").join(" ");
/** The places of a row after one of its things has moved. */
export function moved(count: number, from: number, to: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  const [one] = order.splice(from, 1);
  if (one !== undefined) order.splice(to, 0, one);
  return order;
}
