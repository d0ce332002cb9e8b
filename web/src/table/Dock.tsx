// Details of the thing that was pressed, and what can be done with it.
import type { Choice, Seen } from "@jimbot/core";
import type { JSX } from "preact";
import { write } from "../actions";
import type { Names } from "../names";
import { dollars } from "../numbers";
import { t } from "../text";
import type { Focus } from "./Stage";
import { Details, type Any } from "./Things";

interface Props {
  seen: Seen;
  names: Names;
  focus: Focus;
  selected: number[];
  act: (action: string) => void;
  close: () => void;
  fixed: boolean;
}
interface Button {
  text: string;
  kind: string;
  primary?: boolean;
}

export function Dock({ seen, names, focus, selected, act, close, fixed }: Props): JSX.Element {
  const { zone, place } = focus;
  const buttons: Button[] = BUTTONS[zone](seen, place);
  const thing = thingAt(seen, focus);
  const key = zone === "voucher" ? seen.shopVouchers[place]?.key : zone === "pack" ? seen.shopPacks[place]?.key : zone === "tag" ? seen.tags[place]?.key : "";
  return (
    <div class="dock" role="region" aria-label={t("info")} aria-live="polite">
      {thing ? <Details thing={thing} /> : <p class="what"><b>{names.of(key)}</b> <span>{zone === "tag" ? seen.tags[place]?.text : names.text(key)}</span></p>}
      <div class="dockbuttons">
        {!fixed && buttons.map(({ text, kind, primary }) => {
          const choice = (seen.legal[kind] ?? []).find((one) => one.index === place);
          const cards = fitting(choice, selected);
          return (
            <button type="button" class={primary ? "primary" : kind.startsWith("sell") ? "sell" : ""} disabled={!choice || !cards} title={choice && !cards ? hint(choice) : ""}
              onClick={() => cards && act(write(kind, place, cards))}>
              {text}{choice && choice.max > 0 && !cards ? ` (${hint(choice)})` : ""}
            </button>
          );
        })}
        <button type="button" class="quiet" aria-label={t("close")} onClick={close}>✕</button>
      </div>
    </div>
  );
}
const hint = (choice: Choice): string => `${choice.min === choice.max ? choice.max : `${choice.min}–${choice.max}`} ${t("addCards").toLowerCase()}`;
/** The cards that go with a choice: those that are selected, if they fit. */
function fitting(choice: Choice | undefined, selected: number[]): number[] | null {
  if (!choice) return null;
  if (choice.max === 0) return [];
  const fits = selected.length >= choice.min && selected.length <= choice.max && selected.every((card) => choice.cards.includes(card));
  return fits ? selected : null;
}

const price = (amount: number | undefined): string => dollars(amount ?? 0);
const BUTTONS: Record<Focus["zone"], (seen: Seen, place: number) => Button[]> = {
  joker: (seen, place) => [{ text: `${t("sell")} ${price(seen.jokerSell[place])}`, kind: "sell_joker" }],
  consumable: (seen, place) => [
    { text: t("use"), kind: "use", primary: true },
    { text: `${t("sell")} ${price(seen.consumableSell[place])}`, kind: "sell_consumable" },
  ],
  shop: (seen, place) => {
    const offer = seen.shop[place];
    const out: Button[] = [{ text: `${t("buy")} ${price(offer?.price)}`, kind: "buy_card", primary: true }];
    if (offer?.item.kind === "consumable") out.push({ text: t("buyUse"), kind: "buy_and_use" });
    return out;
  },
  voucher: (seen, place) => [{ text: `${t("buy")} ${price(seen.shopVouchers[place]?.price)}`, kind: "buy_voucher", primary: true }],
  pack: (seen, place) => [{ text: `${t("buy")} ${price(seen.shopPacks[place]?.price)}`, kind: "buy_pack", primary: true }],
  pick: (seen, place) => [{ text: t(seen.packCards[place]?.kind === "consumable" ? "use" : "take"), kind: "pick", primary: true }],
  tag: () => [],
};

function thingAt(seen: Seen, { zone, place }: Focus): Any | undefined {
  return zone === "joker" ? seen.jokers[place]
    : zone === "consumable" ? seen.consumables[place]
    : zone === "shop" ? seen.shop[place]?.item
    : zone === "pick" ? seen.packCards[place]
    : undefined;
}
