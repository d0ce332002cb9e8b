// What is left in the deck, suit by suit: a count, and all of it when it is pressed.
import type { Seen } from "@jimbot/core";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CardBack, SuitSign } from "../art/Art";
import { SUITS } from "../art/suits";
import { t } from "../text";
import { CODE } from "../words";
import { Sheet } from "./Sheet";

const RANKS = "AKQJT98765432";

export function Deck({ seen }: { seen: Seen }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="deckpile" onClick={() => setOpen(true)}>
        <CardBack /><span class="sr-only">{t("cardsLeft")}</span> <span>{seen.deckLeft}/{seen.deckSize}</span>
      </button>
      {open && <Sheet title={`${t("cardsLeft")}: ${seen.undrawn.length}`} close={() => setOpen(false)}><Left codes={seen.undrawn} /></Sheet>}
    </>
  );
}

function Left({ codes }: { codes: string[] }): JSX.Element {
  const count = (suit: string, rank: string): number => codes.filter((code) => CODE.exec(code)?.[1] === suit && CODE.exec(code)?.[2] === rank).length;
  return (
    <table class="decktable">
      <thead><tr><td />{[...RANKS].map((rank) => <th scope="col">{rank === "T" ? "10" : rank}</th>)}</tr></thead>
      <tbody>
        {SUITS.map((suit) => (
          <tr><th scope="row"><SuitSign suit={suit} /><span class="sr-only">{suit}</span></th>
            {[...RANKS].map((rank) => { const n = count(suit, rank); return <td class={n ? "" : "gone"}>{n || "·"}</td>; })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
