// Cards, jokers and consumables as they lie on the table.
import type { Card, Consumable, FaceDown, Joker } from "@jimbot/core";
import type { JSX } from "preact";
import { CardBack, CardFace, Tile } from "../art/Art";
import { big } from "../numbers";
import { spoken } from "../words";

export type Any = Card | Joker | Consumable | FaceDown;

export function Thing({ thing }: { thing: Any }): JSX.Element {
  if (thing.faceDown) return thing.kind === "joker" ? <span class="tile back-tile" aria-hidden="true"><CardBack /></span> : <span class="card" aria-hidden="true"><CardBack /></span>;
  if (thing.kind === "card") {
    const ed = (thing as Card).edition.toLowerCase();
    return <span class={`card ${ed ? `ed-${ed}` : ""} ${(thing as Card).debuffed ? "debuffed" : ""}`} aria-hidden="true"><CardFace card={thing as Card} /></span>;
  }
  if (thing.kind === "joker") return <JokerTile joker={thing as Joker} />;
  const one = thing as Consumable;
  return <Tile of={one.key} name={one.name} kind="consumable" edition={one.edition} />;
}

function JokerTile({ joker }: { joker: Joker }): JSX.Element {
  const stickers = (["eternal", "perishable", "rental", "pinned"] as const).filter((sticker) => joker[sticker]);
  return (
    <Tile of={joker.key} name={joker.name} kind={`joker ${joker.debuffed ? "debuffed" : ""}`} edition={joker.edition}>
      {joker.shows !== undefined && joker.shows !== 0 && <span class="shows">{big(joker.shows)}</span>}
      {stickers.length > 0 && (
        <span class="stickers">{stickers.map((name) => <i class={name} title={name}>{name === "perishable" ? joker.roundsLeft : (name[0] ?? "").toUpperCase()}</i>)}</span>
      )}
    </Tile>
  );
}

export const thingLabel = (thing: Any): string => {
  if (thing.kind === "card") return spoken(thing as Card | FaceDown);
  if (thing.faceDown) return spoken(thing);
  const { name, text, edition } = thing as Joker;
  return [name, edition, text].filter(Boolean).join(". ");
};
/** What the details of a thing say: its name and its text. */
export function Details({ thing }: { thing: Any }): JSX.Element {
  if (thing.faceDown) return <p class="what"><b>{spoken(thing)}</b></p>;
  const title = thing.kind === "card" ? spoken(thing as Card) : (thing as Joker).name;
  const edition = thing.kind === "card" ? "" : (thing as Joker).edition;
  return (
    <p class="what">
      <b>{title}</b>{edition && <em class={`ed-word ed-${edition}`}> {edition}</em>} <span>{(thing as Joker).text}</span>
    </p>
  );
}
