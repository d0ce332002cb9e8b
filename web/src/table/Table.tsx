// The whole table of a position: for those who play, and, where it is fixed, for those who watch.
import type { Score, Seen } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { parse, write } from "../actions";
import { Emblem } from "../art/Art";
import type { Names } from "../names";
import { t } from "../text";
import { Deck } from "./Deck";
import { Dock } from "./Dock";
import { DragRow } from "./DragRow";
import { Side } from "./Side";
import { Stage, type Focus } from "./Stage";
import { stepWords, useCounting, type Counting } from "./Score";
import { Thing, thingLabel, type Any } from "./Things";

interface Props {
  seen: Seen;
  names: Names;
  /** What a play would score, or nothing. */
  explain: (play: string) => Score | null;
  act: (action: string) => void;
  selected: number[];
  setSelected: (places: number[]) => void;
  /** Decisions that are pointed at. */
  marked: string[];
  fixed?: boolean;
  /** A play that is being counted; the position shown is still the one before it. */
  counting: Counting | null;
  counted: () => void;
}
const MOST = 5;
const idOf = (thing: Any, place: number): string | number => ("number" in thing ? `${thing.kind}${thing.number}` : `down${place}`);

export function Table(props: Props): JSX.Element {
  const { seen, names, act, selected, setSelected, counting, fixed = false } = props;
  const [focus, setFocus] = useState<Focus | null>(null);
  const step = useCounting(counting, props.counted);
  useEffect(() => setFocus(null), [seen]);
  const playing = seen.phase === "SELECTING_HAND";
  const preview = useMemo(
    () => (playing && selected.length && selected.length <= MOST ? props.explain(write("play", null, selected)) : null),
    [seen, selected.join()],
  );
  const busy = fixed || !!counting;
  const roundScore = seen.score + (counting && step?.kind === "score" ? counting.score.score : 0);
  const toggle = (place: number): void => {
    if (busy) return;
    if (selected.includes(place)) setSelected(selected.filter((one) => one !== place));
    else if (selected.length < MOST) setSelected([...selected, place].sort((a, b) => a - b));
  };
  const cardMark = (place: number): string => {
    const struck = step && (step.source === "card" || step.source === "held_card") && step.place === place;
    const played = counting?.played.includes(place);
    const advised = props.marked.some((action) => {
      const { kind, cards } = parse(action);
      return !kind.startsWith("rearrange") && cards.includes(place);
    });
    return `${struck ? "struck" : ""} ${played ? "up" : ""} ${advised ? "advised" : ""}`;
  };
  const jokerMark = (place: number): string =>
    `${step?.source === "joker" && step.place === place ? "struck" : ""} ${focus?.zone === "joker" && focus.place === place ? "focused" : ""} ${props.marked.includes(`sell_joker ${place}`) ? "advised" : ""}`;
  const press = (zone: Focus["zone"]) => (place: number): void =>
    setFocus(focus?.zone === zone && focus.place === place ? null : { zone, place });
  return (
    <div class="table" onClick={() => counting && props.counted()}>
      <Side seen={seen} score={counting?.score ?? preview} step={step} preview={!counting} roundScore={roundScore} />
      <section class="felt" aria-label={t("position")}>
        <div class="toprow">
          <Zone name={t("jokers")} count={`${seen.jokers.length}/${seen.jokerSlots}`} class="z-jokers">
            <DragRow items={seen.jokers as Any[]} id={idOf} label={thingLabel} draw={(joker) => <Thing thing={joker} />} name={t("jokers")} class="jokers"
              pressed={(place) => focus?.zone === "joker" && focus.place === place} mark={jokerMark} onPress={press("joker")}
              onMove={busy ? undefined : (order) => act(write("rearrange_jokers", null, order))} />
          </Zone>
          <Zone name={t("consumables")} count={`${seen.consumables.length}/${seen.consumableSlots}`} class="z-consumables">
            <DragRow items={seen.consumables as Any[]} id={idOf} label={thingLabel} draw={(one) => <Thing thing={one} />} name={t("consumables")} class="consumables"
              pressed={(place) => focus?.zone === "consumable" && focus.place === place}
              mark={(place) => (props.marked.some((action) => action === `use ${place}` || action.startsWith(`use ${place} `)) ? "advised" : "")}
              onPress={press("consumable")} onMove={busy ? undefined : (order) => act(write("rearrange_consumables", null, order))} />
          </Zone>
        </div>
        {(seen.tags.length > 0 || seen.vouchers.length > 0) && (
          <div class="owned">
            {seen.tags.map((tag, place) => <button type="button" class="badge tag" title={`${tag.name}: ${tag.text}`} aria-label={`${tag.name}: ${tag.text}`} onClick={() => press("tag")(place)}><Emblem of={tag.key} size={24} /></button>)}
            {seen.vouchers.map((key) => <span class="badge voucher" title={`${names.of(key)}: ${names.text(key)}`}><Emblem of={key} size={22} /></span>)}
          </div>
        )}
        <Stage seen={seen} names={names} act={act} focus={focus} setFocus={setFocus} marked={props.marked} fixed={fixed} />
        {counting && step && <div class="steps" key={`${step.kind}${step.chips}${step.mult}${step.place}`}>{stepWords(step)}</div>}
        {focus && <Dock seen={seen} names={names} focus={focus} selected={selected} act={act} close={() => setFocus(null)} fixed={fixed} />}
        {seen.hand.length > 0 && (
          <div class="handzone">
            <DragRow items={seen.hand as Any[]} id={idOf} label={thingLabel} draw={(card) => <Thing thing={card} />} name={t("hand")} class="hand"
              pressed={(place) => selected.includes(place)} mark={cardMark} onPress={toggle}
              onMove={busy ? undefined : (order) => { setSelected([]); act(write("rearrange_hand", null, order)); }} />
            <Deck seen={seen} />
          </div>
        )}
        {playing && !fixed && <Buttons {...props} busy={busy} />}
      </section>
    </div>
  );
}

function Zone({ name, count, class: cls, children }: { name: string; count: string; class: string; children: JSX.Element }): JSX.Element {
  return <div class={`zone ${cls}`}>{children}<span class="zonename">{name} <b>{count}</b></span></div>;
}

function Buttons({ seen, act, selected, setSelected, busy }: Props & { busy: boolean }): JSX.Element {
  const required = (seen.legal.play ?? [])[0]?.required ?? [];
  const fits = selected.length > 0 && required.every((place) => selected.includes(place));
  return (
    <div class="buttons">
      <button type="button" class="playbutton" disabled={busy || !fits || !seen.legal.play} onClick={() => act(write("play", null, selected))}>{t("playHand")}</button>
      <span class="sorting" role="group" aria-label={t("sortBy")}>
        {(["rank", "suit"] as const).map((by) => (
          <button type="button" aria-pressed={seen.sort === by} disabled={busy} onClick={() => { setSelected([]); act(`sort_hand ${by}`); }}>{t(by === "rank" ? "sortRank" : "sortSuit")}</button>
        ))}
      </span>
      <button type="button" class="discardbutton" disabled={busy || !fits || !seen.legal.discard} onClick={() => act(write("discard", null, selected))}>{t("discard")}</button>
    </div>
  );
}
