// The middle of the table: blinds to choose, the shop, an open pack, the cash-out, the end.
import type { Blind, Seen } from "@jimbot/core";
import type { JSX } from "preact";
import { Emblem, Tile } from "../art/Art";
import type { Names } from "../names";
import { big, dollars } from "../numbers";
import { t, tName, type Text } from "../text";
import { Thing, thingLabel, type Any } from "./Things";

export interface Focus {
  zone: "joker" | "consumable" | "shop" | "voucher" | "pack" | "pick" | "tag";
  place: number;
}
export interface StageProps {
  seen: Seen;
  names: Names;
  act: (action: string) => void;
  focus: Focus | null;
  setFocus: (focus: Focus | null) => void;
  marked: string[];
  fixed: boolean;
}
export const allows = (seen: Seen, kind: string, index = 0): boolean =>
  (seen.legal[kind] ?? []).some((choice) => choice.index === index);

export function Stage(props: StageProps): JSX.Element | null {
  switch (props.seen.phase) {
    case "BLIND_SELECT": return <Blinds {...props} />;
    case "SHOP": return <Shop {...props} />;
    case "PACK": return <Pack {...props} />;
    case "ROUND_EVAL": return <CashOut {...props} />;
    case "GAME_OVER": return <End {...props} />;
    default: return null;
  }
}

const STATES: Record<string, Text> = { UPCOMING: "upcoming", DEFEATED: "defeated", SKIPPED: "skipped", CURRENT: "current", SELECT: "current" };

function BlindCard({ seen, act, blind, place, fixed, marked }: StageProps & { blind: Blind; place: number }): JSX.Element {
  const now = blind.state === "SELECT";
  return (
    <article class={`blindcard ${now ? "now" : ""} s-${blind.state.toLowerCase()}`}>
      <Emblem of={blind.key} size={64} />
      <h3>{tName(blind.name)}</h3>
      <p class="bosstext">{place === 2 ? blind.text : ""}</p>
      <div class="need">{t("target")}<strong>{big(blind.target)}</strong></div>
      <div class="reward">{t("reward")} {blind.reward ? "$".repeat(Math.min(10, blind.reward)) : "–"}</div>
      {now ? (
        <button type="button" class={`primary ${marked.includes("select_blind") ? "advised" : ""}`} disabled={fixed} onClick={() => act("select_blind")}>{t("selectBlind")}</button>
      ) : <span class="state">{t(STATES[blind.state] ?? "upcoming")}</span>}
      {now && blind.tag && allows(seen, "skip_blind") && (
        <button type="button" class={`skip ${marked.includes("skip_blind") ? "advised" : ""}`} disabled={fixed} onClick={() => act("skip_blind")} title={blind.tag.text}>
          <span>{t("skipBlind")}</span><Emblem of={blind.tag.key} size={26} /><b>{blind.tag.name}</b>
        </button>
      )}
      {now && blind.tag && <p class="tagtext">{blind.tag.text}</p>}
      {place === 2 && allows(seen, "reroll_boss") && (
        <button type="button" disabled={fixed} onClick={() => act("reroll_boss")}>{t("rerollBoss")} ({dollars(seen.bossRerollPrice)})</button>
      )}
    </article>
  );
}
const Blinds = (props: StageProps): JSX.Element => (
  <div class="stage blinds">{props.seen.blinds.map((blind, place) => <BlindCard {...props} blind={blind} place={place} />)}</div>
);

function Offer({ name, price, focused, advised, poor, onPress, children }: {
  name: string; price: number | null; focused: boolean; advised: boolean; poor: boolean; onPress: () => void; children: JSX.Element;
}): JSX.Element {
  return (
    <button type="button" class={`slot offer ${focused ? "focused" : ""} ${advised ? "advised" : ""} ${poor ? "poor" : ""}`} aria-pressed={focused} onClick={onPress}>
      <span class="sr-only">{price === null ? name : `${name}, ${dollars(price)}`}</span>
      {price !== null && <span class="price" aria-hidden="true">{price === 0 ? t("free") : dollars(price)}</span>}
      {children}
    </button>
  );
}

function Shop({ seen, names, act, focus, setFocus, marked, fixed }: StageProps): JSX.Element {
  const offer = (zone: Focus["zone"], place: number, kinds: string[], name: string, price: number, child: JSX.Element): JSX.Element => (
    <Offer
      name={name} price={price} focused={focus?.zone === zone && focus.place === place}
      advised={kinds.some((kind) => marked.some((action) => action === `${kind} ${place}` || action.startsWith(`${kind} ${place} `)))}
      poor={!kinds.some((kind) => allows(seen, kind, place))}
      onPress={() => setFocus(focus?.zone === zone && focus.place === place ? null : { zone, place })}
    >{child}</Offer>
  );
  return (
    <div class="stage shop">
      <div class="shopside">
        <h2>{t("shop")}</h2>
        <button type="button" class={`primary ${marked.includes("leave_shop") ? "advised" : ""}`} disabled={fixed} onClick={() => act("leave_shop")}>{t("nextRound")}</button>
        <button type="button" class={`reroll ${marked.includes("reroll") ? "advised" : ""}`} disabled={fixed || !allows(seen, "reroll")} onClick={() => act("reroll")}>
          {t("reroll")} <b>{seen.freeRerolls ? t("free") : dollars(seen.rerollPrice)}</b>
        </button>
      </div>
      <div class="shelf" role="group" aria-label={t("shop")}>
        {seen.shop.map(({ price, item }, place) => offer("shop", place, ["buy_card", "buy_and_use"], thingLabel(item), price, <Thing thing={item} />))}
      </div>
      <div class="shelf low">
        {seen.shopVouchers.map(({ key, price }, place) => offer("voucher", place, ["buy_voucher"], `${names.of(key)}. ${names.text(key)}`, price, <Tile of={key} name={names.of(key)} kind="voucher" />))}
        {seen.shopPacks.map(({ key, price }, place) => offer("pack", place, ["buy_pack"], names.of(key), price, <Tile of={key} name={names.of(key)} kind={`pack p-${key.split("_")[1]}`} />))}
      </div>
    </div>
  );
}

function Pack({ seen, names, act, focus, setFocus, marked, fixed }: StageProps): JSX.Element {
  return (
    <div class={`stage openpack p-${seen.pack.split("_")[1]}`}>
      <h2>{names.of(seen.pack)} <small>{t("picks")} {seen.picksLeft}</small></h2>
      <div class="shelf" role="group" aria-label={names.of(seen.pack)}>
        {seen.packCards.map((item, place) => (
          <Offer name={thingLabel(item as Any)} price={null} focused={focus?.zone === "pick" && focus.place === place} poor={false}
            advised={marked.some((action) => action === `pick ${place}` || action.startsWith(`pick ${place} `))}
            onPress={() => setFocus(focus?.zone === "pick" && focus.place === place ? null : { zone: "pick", place })}>
            <Thing thing={item} />
          </Offer>
        ))}
      </div>
      <button type="button" class={marked.includes("skip_pack") ? "advised" : ""} disabled={fixed || !allows(seen, "skip_pack")} onClick={() => act("skip_pack")}>{t("skipPack")}</button>
    </div>
  );
}

function CashOut({ seen, act, fixed }: StageProps): JSX.Element {
  const { blind, hands, discards, jokers, tags, interest } = seen.cashOut;
  const rows: [Text, number][] = [["payBlind", blind], ["payHands", hands], ["payDiscards", discards], ["payInterest", interest], ["payJokers", jokers], ["payTags", tags]];
  const sum = rows.reduce((all, [, amount]) => all + amount, 0);
  return (
    <div class="stage cashout">
      <ul>{rows.filter(([, amount]) => amount).map(([name, amount], i) => <li style={{ "--i": i }}><span>{t(name)}</span><i /><b>{dollars(amount)}</b></li>)}</ul>
      <button type="button" class="primary wide" disabled={fixed} onClick={() => act("cash_out")}>{t("cashOut")} <b>{dollars(sum)}</b></button>
    </div>
  );
}

const End = ({ seen }: StageProps): JSX.Element => (
  <div class={`stage end ${seen.won ? "won" : "lost"}`}>
    <Emblem of={seen.won ? "j_caino" : "j_mr_bones"} size={110} />
    <h2>{t(seen.won ? "won" : seen.lost ? "lost" : "truncated")}</h2>
    <p>{t("ante")} {seen.ante}, {t("round")} {seen.round}, {tName(seen.blinds[seen.onDeck as 0 | 1 | 2].name)}: {big(seen.score)} / {big(seen.blinds[seen.onDeck as 0 | 1 | 2].target)}</p>
  </div>
);
