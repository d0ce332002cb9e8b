// What the core answers.

export type Phase = "BLIND_SELECT" | "SELECTING_HAND" | "ROUND_EVAL" | "SHOP" | "PACK" | "GAME_OVER";

export interface FaceDown {
  kind: "card" | "joker";
  faceDown: true;
  forced?: boolean;
}
export interface Card {
  kind: "card";
  faceDown?: undefined;
  code: string;
  number: number;
  rank: number;
  suit: "S" | "H" | "C" | "D";
  enhancement: string;
  edition: string;
  seal: string;
  bonus: number;
  debuffed: boolean;
  forced: boolean;
  text: string;
}
export interface Joker {
  kind: "joker";
  faceDown?: undefined;
  key: string;
  name: string;
  number: number;
  text: string;
  edition: string;
  eternal: boolean;
  perishable: boolean;
  rental: boolean;
  pinned: boolean;
  debuffed: boolean;
  roundsLeft: number;
  shows?: number;
  target: string;
}
export interface Consumable {
  kind: "consumable";
  faceDown?: undefined;
  key: string;
  name: string;
  number: number;
  text: string;
  edition: string;
}
export type Thing = Card | Joker | Consumable | FaceDown;

export interface Tag {
  key: string;
  name: string;
  text: string;
}
export interface Blind {
  key: string;
  name: string;
  text: string;
  state: "UPCOMING" | "SELECT" | "CURRENT" | "DEFEATED" | "SKIPPED";
  target: number;
  reward: number;
  tag?: Tag;
}
export interface Level {
  key: string;
  level: number;
  played: number;
  chips: number;
  mult: number;
  secret: boolean;
}
/** A place at which a kind of decision is legal, and the cards of the hand that go with it. */
export interface Choice {
  index: number;
  min: number;
  max: number;
  cards: number[];
  required: number[];
}
export interface Seen {
  phase: Phase;
  seed: string;
  deck: string;
  stake: string;
  challenge: string;
  endless: boolean;
  won: boolean;
  lost: boolean;
  truncated: boolean;
  ante: number;
  round: number;
  money: number;
  spendable: number;
  score: number;
  handsLeft: number;
  discardsLeft: number;
  handsPlayed: number;
  handSize: number;
  jokerSlots: number;
  consumableSlots: number;
  handsPerRound: number;
  discardsPerRound: number;
  sort: "rank" | "suit";
  blinds: [Blind, Blind, Blind];
  onDeck: number;
  blindDisabled: boolean;
  jokers: (Joker | FaceDown)[];
  jokerSell: number[];
  consumables: Consumable[];
  consumableSell: number[];
  tags: Tag[];
  vouchers: string[];
  hand: (Card | FaceDown)[];
  undrawn: string[];
  deckLeft: number;
  deckSize: number;
  shop: { price: number; item: Card | Joker | Consumable }[];
  shopVouchers: { key: string; price: number }[];
  shopPacks: { key: string; price: number }[];
  rerollPrice: number;
  freeRerolls: number;
  bossRerollPrice: number;
  pack: string;
  packCards: (Card | Joker | Consumable)[];
  picksLeft: number;
  levels: Level[];
  cashOut: { blind: number; hands: number; discards: number; jokers: number; tags: number; interest: number };
  legal: Partial<Record<string, Choice[]>>;
}

/** One step of a score. `chips` and `mult` are what they have come to. */
export interface Step {
  kind: string;
  source: "hand" | "card" | "held_card" | "joker" | "consumable" | "blind" | "deck";
  place: number;
  amount: number;
  amount2: number;
  chips: number;
  mult: number;
}
export interface Score {
  hidden: boolean;
  exact: boolean;
  refused: boolean;
  hand: string;
  chips: number;
  mult: number;
  score: number;
  dollars: number;
  scoring: number[];
  events: Step[];
}

export interface Alternative {
  action: string;
  chance: number;
  then?: string;
}
/** What an agent does, and what it compared: nothing where a rule or the hand planner decided. */
export interface Decision {
  action: string;
  then?: string;
  chance: number;
  worlds: number;
  alternatives: Alternative[];
}
export interface Outcome {
  chance: number;
  less: number;
  error: number;
  cleared: number;
}
export interface Play {
  action: string;
  hand: string;
  score: number;
}
export interface Forecast {
  score: number;
  keeps: Play[];
  cleared: number;
  hands: number;
  next: Record<string, number>;
}

export interface SeedAnte {
  ante: number;
  boss: string;
  voucher: string;
  tags: [string, string];
  shop: (Card | Joker | Consumable)[];
  packs: { pack: string; cards: (Card | Joker | Consumable)[] }[];
}
export type Subject =
  "boss" | "voucher" | "small_tag" | "big_tag" | "booster" | "shop" | "pack_card" | "legendary";
/** True of a seed with any of these keys in one of these antes, and places of its shop (0 to 9). */
export interface Fact {
  subject: Subject;
  antes: [number, number];
  slots?: [number, number];
  edition?: string;
  keys: string[];
}

export interface NamedRow {
  key: string;
  name: string;
  text: string;
}
export interface Content {
  joker: (NamedRow & {
    rarity: "common" | "uncommon" | "rare" | "legendary";
    cost: number;
    hooks: number;
    start: number;
    gate: boolean;
    eternal: boolean;
    perishable: boolean;
  })[];
  consumable: (NamedRow & { kind: "tarot" | "planet" | "spectral"; cost: number })[];
  hand: { key: string; chips: number; mult: number; planet: string; secret: boolean }[];
  booster: { key: string; name: string; kind: string; cost: number; cards: number; picks: number }[];
  deck: NamedRow[];
  stake: NamedRow[];
  challenge: NamedRow[];
  voucher: (NamedRow & { requires: string })[];
  tag: (NamedRow & { minAnte: number })[];
  blind: (NamedRow & { times: number; reward: number; showdown: boolean; minAnte: number; boss: boolean })[];
  edition: NamedRow[];
  enhancement: NamedRow[];
  seal: NamedRow[];
}
