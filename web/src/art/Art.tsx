// Everything that is drawn: cards, jokers, packs, tags, blinds. All of it is made here, of plain shapes.
import type { ComponentChildren, JSX } from "preact";
import { emblemOf } from "./emblems";
import { ICONS } from "./icons";
import { PIPS, RANK_NAMES, SUIT_PATHS, type Suit } from "./suits";
import type { Card } from "@jimbot/core";

const isSuit = (mark: string): mark is Suit => mark in SUIT_PATHS;

/** The picture of a key of the game. */
export function Emblem({ of: key, size = 48 }: { of: string; size?: number }): JSX.Element {
  const { icon, a, b, mark } = emblemOf(key);
  if (key.startsWith("bl_")) return <BlindChip of={key} size={size} />;
  return (
    <svg class="emblem" viewBox="0 0 48 48" width={size} height={size} style={{ "--a": a, "--b": b }} aria-hidden="true">
      <g dangerouslySetInnerHTML={{ __html: ICONS[icon] }} />
      {mark && isSuit(mark) && <SuitMark suit={mark} />}
      {mark && !isSuit(mark) && <TextMark text={mark} />}
    </svg>
  );
}

// A blind is a chip in its colour with its emblem on it.
function BlindChip({ of: key, size }: { of: string; size: number }): JSX.Element {
  const { icon, a, b, mark } = emblemOf(key);
  return (
    <svg class="emblem chip" viewBox="0 0 64 64" width={size} height={size} style={{ "--a": a, "--b": b }} aria-hidden="true">
      <circle class="a" cx="32" cy="32" r="31" />
      {Array.from({ length: 12 }, (_, i) => <rect class="edge" x="29.500" y="1.500" width="5" height="6.500" rx="1" transform={`rotate(${i * 30} 32 32)`} />)}
      <circle class="field" cx="32" cy="32" r="22.500" />
      <g transform="translate(15.500 15.500) scale(.69)">
        <g dangerouslySetInnerHTML={{ __html: ICONS[icon] }} />
        {mark && isSuit(mark) && <SuitMark suit={mark} />}
      </g>
    </svg>
  );
}

function SuitMark({ suit }: { suit: Suit }): JSX.Element {
  return (
    <g transform="translate(31 31)">
      <circle cx="7.500" cy="7.500" r="9" class="c" />
      <path d={SUIT_PATHS[suit]} class={`suit-${suit}`} transform="translate(1.500 1.500) scale(.5)" />
    </g>
  );
}

function TextMark({ text }: { text: string }): JSX.Element {
  const width = 5 + text.length * 6.500;
  return (
    <g>
      <rect x={47 - width} y="33" width={width} height="14" rx="7" class="k" />
      <text x={47 - width / 2} y="43.500" font-size="10.500" class="t" style={{ fill: "var(--paper)" }}>{text}</text>
    </g>
  );
}

export function SuitSign({ suit, size = 16 }: { suit: Suit; size?: number }): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} class={`suit-${suit}`} aria-hidden="true">
      <path d={SUIT_PATHS[suit]} />
    </svg>
  );
}

// A king, queen or jack: a head-dress over a shield with the suit, twice, as playing cards have it.
const CROWNS: Record<number, string> = {
  11: '<path class="b" d="M34 50q-2-16 16-17 18 1 16 17z"/><path class="a" d="M63 34q10-10 13-1-6 2-11 10z"/>',
  12: '<path class="b" d="M33 50q-1-9 2-16l8 7 7-12 7 12 8-7q3 7 2 16z"/><circle class="a" cx="50" cy="29" r="3.500"/>',
  13: '<path class="b" d="M31 50V32l9 6 10-14 10 14 9-6v18z"/><path class="a" d="M48 16h4v5h5v4h-5v4h-4v-4h-5v-4h5z"/>',
};
function Court({ rank, suit }: { rank: number; suit: Suit }): JSX.Element {
  const half = (
    <>
      <g dangerouslySetInnerHTML={{ __html: CROWNS[rank] ?? "" }} />
      <path class="skin" d="M37 50h26v7q0 9-13 11-13-2-13-11z" />
      <circle class="k" cx="45" cy="56" r="1.700" /><circle class="k" cx="55" cy="56" r="1.700" />
      {rank === 13 && <path class="k" d="M40 60q10 5 20 0-2 10-10 10-8 0-10-10z" opacity=".75" />}
      {rank === 12 && <path class="a" d="M47 62q3 2 6 0-3 3-6 0z" />}
      {rank === 11 && <path class="n" d="M47 62q3 1 6-1" />}
    </>
  );
  return (
    <g class={`court suit-${suit}`}>
      <rect class="panel" x="25" y="15" width="50" height="110" rx="3" />
      <path class="robe" d="M25 70q6-10 25-3 19-7 25 3-6 10-25 3-19 7-25-3z" />
      <path class="robe" d="M25 66q5-6 12-7l13 9 13-9q7 1 12 7v8q-5 6-12 7l-13-9-13 9q-7-1-12-7z" />
      {half}
      <g transform="rotate(180 50 70)">{half}</g>
      <path d={SUIT_PATHS[suit]} transform="translate(44.600 64.600) scale(.45)" style={{ fill: "var(--paper)" }} />
    </g>
  );
}

function Corner({ rank, suit }: { rank: string; suit: Suit }): JSX.Element {
  return (
    <g class={`suit-${suit}`}>
      <text x="13" y="25" font-size={rank.length > 1 ? 20 : 24} class="rank">{rank}</text>
      <path d={SUIT_PATHS[suit]} transform="translate(5.500 29) scale(.64)" />
    </g>
  );
}

function Middle({ rank, suit }: { rank: number; suit: Suit }): JSX.Element {
  if (rank === 14) return <path class={`suit-${suit}`} d={SUIT_PATHS[suit]} transform="translate(23 42) scale(2.250)" />;
  if (rank > 10) return <Court rank={rank} suit={suit} />;
  return (
    <g class={`suit-${suit}`}>
      {(PIPS[rank] ?? []).map(([x, y]) => (
        <path d={SUIT_PATHS[suit]} transform={`translate(${x} ${y}) ${y > 70 ? "rotate(180) " : ""}scale(.8) translate(-12 -12)`} />
      ))}
    </g>
  );
}

const SPECKS = [[22, 30], [70, 24], [48, 52], [28, 84], [74, 78], [52, 112], [24, 118], [80, 112], [60, 90], [36, 62]];

/** What an enhancement adds to a face. */
function Finish({ of: name }: { of: string }): JSX.Element | null {
  if (name === "STONE")
    return <g class="specks">{SPECKS.map(([x, y], i) => <circle cx={x} cy={y} r={3 + (i % 4) * 1.700} />)}</g>;
  if (name === "GLASS") return <path class="glint" d="M8 100L62 6h18L8 132zM8 140l84-146h4L20 140z" />;
  if (name === "STEEL") return <path class="glint" d="M0 40L100 8v14L0 54zM0 120l100-32v8L0 128z" />;
  if (name === "LUCKY")
    return <g class="lucky">{[[84, 16], [16, 124]].map(([x, y]) => <path d={SUIT_PATHS.C} transform={`translate(${(x ?? 0) - 9} ${(y ?? 0) - 9}) scale(.75)`} />)}</g>;
  if (name === "BONUS" || name === "MULT")
    return <text class="amount" x="88" y="132" font-size="15">{name === "BONUS" ? "+30" : "+4"}</text>;
  return null;
}

export function CardFace({ card }: { card: Card }): JSX.Element {
  const stone = card.enhancement === "STONE";
  return (
    <svg viewBox="0 0 100 140" class={`face ${card.enhancement.toLowerCase()}`} aria-hidden="true">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      <Finish of={card.enhancement} />
      {!stone && (
        <>
          <Middle rank={card.rank} suit={card.suit} />
          <Corner rank={RANK_NAMES[card.rank] ?? "?"} suit={card.suit} />
          <g transform="rotate(180 50 70)"><Corner rank={RANK_NAMES[card.rank] ?? "?"} suit={card.suit} /></g>
        </>
      )}
      {card.seal && <g class={`seal seal-${card.seal.toLowerCase()}`}><path d="M80 38l6 3 6-1 2 6 5 4-3 6 1 6-6 2-4 5-6-3-6 1-2-6-5-4 3-6-1-6 6-2z" /><circle cx="81" cy="54" r="6.500" /></g>}
      {card.debuffed && <path class="cross" d="M14 18l72 104M86 18L14 122" />}
    </svg>
  );
}

export function CardBack(): JSX.Element {
  const marks = [];
  for (let y = 0; y < 7; ++y) for (let x = 0; x < 5; ++x) marks.push(<path d="M0-6L5 0 0 6-5 0z" transform={`translate(${18 + x * 16} ${22 + y * 16})`} />);
  return (
    <svg viewBox="0 0 100 140" class="face back" aria-hidden="true">
      <rect class="paper" x="1" y="1" width="98" height="138" rx="9" />
      <rect class="weave" x="8" y="8" width="84" height="124" rx="5" />
      <g class="diamonds">{marks}</g>
      <circle class="medal" cx="50" cy="70" r="21" />
      <g transform="translate(29 49) scale(.87)" style={{ "--a": "var(--back)", "--b": "var(--gold)" }} dangerouslySetInnerHTML={{ __html: ICONS.mask }} />
    </svg>
  );
}

/** A card with a picture: joker, consumable, voucher or pack. */
export function Tile({ of: key, name, kind, edition = "", children }: {
  of: string; name: string; kind: string; edition?: string; children?: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`tile ${kind} ${edition ? `ed-${edition.toLowerCase()}` : ""}`} aria-hidden="true">
      <span class="tile-art"><Emblem of={key} size={64} /></span>
      <span class="tile-name">{name}</span>
      {children}
    </span>
  );
}
