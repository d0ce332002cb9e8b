// Decisions and cards in words.
import type { Card, Consumable, FaceDown, Joker, Seen } from "@jimbot/core";
import { parse } from "./actions";
import { RANK_NAMES, SUIT_SIGNS, type Suit } from "./art/suits";
import { dollars } from "./numbers";
import { language, t, tName } from "./text";
import type { Names } from "./names";

const SUIT_NAMES: Record<Suit, string> = { S: "Spades", H: "Hearts", C: "Clubs", D: "Diamonds" };
export const CODE = /^([SHCD])_([2-9TJQKA])/;

export function face(code: string): string {
  const [, suit = "S", rank = "?"] = CODE.exec(code) ?? [];
  return `${rank === "T" ? "10" : rank}${SUIT_SIGNS[suit as Suit]}`;
}
export const faces = (codes: string[]): string => codes.map(face).join(" ");

/** For those who do not see a card. */
export function spoken(card: Card | FaceDown): string {
  if (card.faceDown) return t("faceDown");
  const { rank, suit, enhancement, edition, seal, debuffed } = card as Card;
  const face = enhancement === "STONE" ? "Stone" : `${RANK_NAMES[rank]} ${tName(SUIT_NAMES[suit])}`;
  return [face, enhancement.toLowerCase(), edition, seal && `${seal.toLowerCase()} seal`, debuffed && t("debuffed")].filter(Boolean).join(", ");
}
const nameOf = (thing: Card | Joker | Consumable | FaceDown | undefined): string =>
  !thing ? "?" : thing.faceDown ? t("faceDown") : thing.kind === "card" ? face(thing.code) : thing.name;

/** What a decision does, in a position. */
export function describe(seen: Seen, names: Names, action: string): string {
  const { kind, index, cards } = parse(action);
  const at = index ?? 0;
  const codes = cards.map((place) => nameOf(seen.hand[place]));
  const on = codes.length ? ` → ${codes.join(" ")}` : "";
  const blind = seen.blinds[seen.onDeck as 0 | 1 | 2];
  switch (kind) {
    case "play": return `${language.value === "zh" ? "出" : "Play"} ${codes.join(" ")}`;
    case "discard": return `${t("discard")} ${codes.join(" ")}`;
    case "use": return `${t("use")} ${nameOf(seen.consumables[at])}${on}`;
    case "sell_joker": return `${t("sell")} ${nameOf(seen.jokers[at])} (${dollars(seen.jokerSell[at] ?? 0)})`;
    case "sell_consumable": return `${t("sell")} ${nameOf(seen.consumables[at])}`;
    case "buy_card": return `${t("buy")} ${nameOf(seen.shop[at]?.item)} (${dollars(seen.shop[at]?.price ?? 0)})`;
    case "buy_and_use": return `${t("buyUse")} ${nameOf(seen.shop[at]?.item)}${on}`;
    case "buy_voucher": return `${t("buy")} ${names.of(seen.shopVouchers[at]?.key)}`;
    case "buy_pack": return `${t("buy")} ${names.of(seen.shopPacks[at]?.key)} (${dollars(seen.shopPacks[at]?.price ?? 0)})`;
    case "reroll": return `${t("reroll")} (${dollars(seen.rerollPrice)})`;
    case "leave_shop": return t("nextRound");
    case "pick": return `${t("take")} ${nameOf(seen.packCards[at])}${on}`;
    case "skip_pack": return t("skipPack");
    case "select_blind": return `${t("selectBlind")}: ${tName(blind.name)}`;
    case "skip_blind": return `${t("skipBlind")} ${blind.tag?.name ?? ""}`;
    case "reroll_boss": return t("rerollBoss");
    case "cash_out": return t("cashOut");
    case "rearrange_jokers": return `${t("jokers")}: ${cards.map((place) => nameOf(seen.jokers[place])).join(", ")}`;
    default: return action;
  }
}
