// Any hand, any jokers: what to play, in which order, what to throw away.
import type { Core, Joker } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { parse } from "../actions";
import { SuitSign } from "../art/Art";
import { SUITS } from "../art/suits";
import type { Calculated } from "../calculate";
import { otherWorker } from "../engine";
import { linkOf, pack } from "../links";
import type { Names } from "../names";
import { big, percent } from "../numbers";
import { say } from "../say";
import { DragRow } from "../table/DragRow";
import { JokerPicker } from "../table/JokerPicker";
import { stepWords, steps } from "../table/Score";
import { Sheet } from "../table/Sheet";
import { Details, Thing, thingLabel, type Any } from "../table/Things";
import { t, tHand, tName } from "../text";
import { faces } from "../words";
import { EMPTY, notationOf, setupOf, type Setup } from "../setup";
import { openRun } from "./Play";

const RANKS = "AKQJT98765432";
const KEPT = "calculator";
const kept = (): Setup => {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Setup>) };
  } catch {
    return EMPTY;
  }
};

export function Calculator({ core, names }: { core: Core; names: Names }): JSX.Element {
  const [setup, setSetup] = useState<Setup>(kept);
  const [found, setFound] = useState<Calculated | null>(null);
  const [error, setError] = useState("");
  const [picking, setPicking] = useState(false);
  const [focus, setFocus] = useState<{ row: "card" | "joker"; place: number } | null>(null);
  const notation = useMemo(() => notationOf(setup), [setup]);
  const shown = useMemo(() => look(core, notation), [notation]);
  const change = (part: Partial<Setup>): void => { setSetup({ ...setup, ...part }); };
  useEffect(() => {
    localStorage.setItem(KEPT, JSON.stringify(setup));
    setFound(null);
    setError(shown.error);
    if (shown.error || !setup.cards.length) return;
    let wanted = true;
    otherWorker.ask<Calculated>({ kind: "calculate", notation }, (part) => wanted && setFound(part))
      .then((all) => wanted && all && setFound({ ...all }), (problem: Error) => wanted && setError(problem.message));
    return () => { wanted = false; };
  }, [notation]);
  const { seen } = shown;
  const move = (row: "cards" | "jokers") => (order: number[]): void => { setFocus(null); change({ [row]: order.map((i) => setup[row][i] ?? "") }); };
  return (
    <div class="calculator">
      <section class="felt calc" aria-label={t("calculator")}>
        <div class="zone"><DragRow items={(seen?.jokers ?? []) as Any[]} id={(_, i) => `j${i}${setup.jokers[i]}`} label={thingLabel} draw={(joker) => <Thing thing={joker} />} name={t("jokers")} class="jokers"
          pressed={(place) => focus?.row === "joker" && focus.place === place} onPress={(place) => setFocus({ row: "joker", place })} onMove={move("jokers")} />
          <span class="zonename">{t("jokers")} <b>{setup.jokers.length}</b> <button type="button" class="inline" onClick={() => setPicking(true)}>+ {t("addJoker")}</button></span>
        </div>
        <DragRow items={(seen?.hand ?? []) as Any[]} id={(_, i) => `c${i}${setup.cards[i]}`} label={thingLabel} draw={(card) => <Thing thing={card} />} name={t("hand")} class="hand"
          pressed={(place) => focus?.row === "card" && focus.place === place} mark={(place) => (found?.plays[0] && parse(found.plays[0].action).cards.includes(place) ? "advised" : "")}
          onPress={(place) => setFocus({ row: "card", place })} onMove={move("cards")} />
        {focus && seen && <Marks setup={setup} focus={focus} change={change} close={() => setFocus(null)} thing={(focus.row === "card" ? seen.hand : seen.jokers)[focus.place] as Any} />}
        <div class="rankgrid" role="group" aria-label={t("addCards")}>
          {SUITS.map((suit) => [...RANKS].map((rank) => (
            <button type="button" aria-label={`${rank === "T" ? "10" : rank} ${suit}`} disabled={setup.cards.length >= 20} onClick={() => change({ cards: [...setup.cards, `${suit}_${rank}`] })}>
              {rank === "T" ? "10" : rank}<SuitSign suit={suit} size={12} />
            </button>
          )))}
        </div>
        <Settings setup={setup} change={change} names={names} clear={() => { setSetup(EMPTY); setFocus(null); }} />
      </section>
      <section class="results" aria-label={t("bestPlay")} aria-live="polite" aria-busy={!!setup.cards.length && !found}>
        {error && <p class="error" role="alert">{error}</p>}
        {!setup.cards.length && <p class="hint">{t("chooseCards")}</p>}
        {found && seen && <Results found={found} codes={setup.cards} jokers={seen.jokers as Joker[]} take={(order) => change({ jokers: order.map((i) => setup.jokers[i] ?? "") })} />}
        <Lines notation={notation} read={(text) => {
          try { setSetup(setupOf(core, text)); } catch (problem) { say(problem instanceof Error ? problem.message : String(problem)); }
        }} play={() => { openRun(core, { start: notation, decisions: [] }); location.hash = "play"; }} />
      </section>
      {picking && <Sheet title={t("addJoker")} close={() => setPicking(false)}><JokerPicker names={names} pick={(key) => change({ jokers: [...setup.jokers, key].slice(0, 15) })} /></Sheet>}
    </div>
  );
}

function look(core: Core, notation: string): { seen: ReturnType<ReturnType<Core["read"]>["see"]> | null; error: string } {
  try {
    const game = core.read(notation);
    const seen = game.see();
    game.drop();
    return { seen, error: "" };
  } catch (error) {
    return { seen: null, error: error instanceof Error ? error.message : String(error) };
  }
}

const ENHANCEMENTS = ["", "BONUS", "MULT", "WILD", "GLASS", "STEEL", "STONE", "GOLD", "LUCKY"];
const EDITIONS = ["", "FOIL", "HOLO", "POLYCHROME", "NEGATIVE"], SEALS = ["", "GOLD", "RED", "BLUE", "PURPLE"];
/** `S_K/e:GLASS/x:FOIL` with another mark. */
export function withMark(code: string, letter: string, value: string): string {
  const [face = "", ...marks] = code.split("/");
  const others = marks.filter((mark) => !mark.startsWith(`${letter}:`));
  return [face, ...others, ...(value ? [`${letter}:${value}`] : [])].join("/");
}
const markOf = (code: string, letter: string): string => code.split("/").find((mark) => mark.startsWith(`${letter}:`))?.slice(2) ?? "";

function Marks({ setup, focus, change, close, thing }: {
  setup: Setup; focus: { row: "card" | "joker"; place: number }; change: (part: Partial<Setup>) => void; close: () => void; thing: Any | undefined;
}): JSX.Element {
  const row = focus.row === "card" ? "cards" : "jokers";
  const code = setup[row][focus.place] ?? "";
  const set = (letter: string, value: string): void => change({ [row]: setup[row].map((one, i) => (i === focus.place ? withMark(one, letter, value) : one)) });
  const setValue = (value: string): void => change({ jokers: setup.jokers.map((one, i) => (i === focus.place ? one.replace(/^(\w+)(:[^/]*)?/, value === "" ? "$1" : `$1:${value}`) : one)) });
  const select = (label: string, letter: string, options: string[]): JSX.Element => (
    <label>{label}<select value={markOf(code, letter)} onChange={(event) => set(letter, event.currentTarget.value)}>{options.map((one) => <option value={one}>{one ? one.toLowerCase() : t("none")}</option>)}</select></label>
  );
  return (
    <div class="dock">
      {thing && <Details thing={thing} />}
      <div class="dockbuttons">
        {focus.row === "card" && select(t("enhancement"), "e", ENHANCEMENTS)}
        {select(t("edition"), "x", focus.row === "card" ? EDITIONS.slice(0, 4) : EDITIONS)}
        {focus.row === "card" && select(t("sealWord"), "s", SEALS)}
        {focus.row === "joker" && <label>#<input type="number" step="any" value={/^\w+:([^/]*)/.exec(code)?.[1] ?? ""} onInput={(event) => setValue(event.currentTarget.value)} style={{ width: "6em" }} /></label>}
        <button type="button" onClick={() => { close(); change({ [row]: setup[row].filter((_, i) => i !== focus.place) }); }}>{t("remove")}</button>
        <button type="button" class="quiet" aria-label={t("close")} onClick={close}>✕</button>
      </div>
    </div>
  );
}

function Settings({ setup, change, names, clear }: { setup: Setup; change: (part: Partial<Setup>) => void; names: Names; clear: () => void }): JSX.Element {
  const number = (label: string, name: "target" | "hands" | "discards" | "money"): JSX.Element => (
    <label>{label}<input type="number" value={setup[name]} onInput={(event) => { const value = Number(event.currentTarget.value); if (Number.isFinite(value)) change({ [name]: value }); }} /></label>
  );
  const bosses = names.content.blind.filter((blind) => blind.boss);
  return (
    <details class="settings" open={innerWidth > 720}>
      <summary>{t("settings")}</summary>
      <div class="fields">
        <label>{t("blind")}<select value={setup.blind} onChange={(event) => change({ blind: event.currentTarget.value })}>
          <option value="small">{tName("Small Blind")}</option><option value="big">{tName("Big Blind")}</option>
          {bosses.map(({ key, name }) => <option value={key}>{name}</option>)}
        </select></label>
        {number(t("target"), "target")}{number(t("hands"), "hands")}{number(t("discards"), "discards")}{number(t("money"), "money")}
        <button type="button" onClick={clear}>{t("clear")}</button>
      </div>
      <div class="fields levels" role="group" aria-label={t("levels")}>
        {names.content.hand.map(({ key }) => (
          <label>{tHand(key)}<input type="number" min={1} max={999} value={setup.levels[key] ?? 1} onInput={(event) => change({ levels: { ...setup.levels, [key]: Math.max(1, Math.floor(Number(event.currentTarget.value)) || 1) } })} /></label>
        ))}
      </div>
    </details>
  );
}

function Results({ found, codes, jokers, take }: { found: Calculated; codes: string[]; jokers: Joker[]; take: (order: number[]) => void }): JSX.Element {
  const cards = (action: string): string => faces(parse(action).cards.map((place) => codes[place] ?? ""));
  const [first] = found.plays;
  if (!first) return <p class="hint">{t("onlyThing")}</p>;
  const ordered = [...found.plays].sort((a, b) => b.ordered - a.ordered)[0];
  return (
    <>
      <h2>{t("bestPlay")}</h2>
      <div class="headline" data-testid="best-play"><b>{cards(first.action)}</b><span>{tHand(first.hand)}</span><strong data-testid="best-score">{big(first.score)}</strong></div>
      <table class="plays"><tbody>{found.plays.slice(1).map((play) => <tr><td>{cards(play.action)}</td><td>{tHand(play.hand)}</td><td>{big(play.score)}</td></tr>)}</tbody></table>
      {ordered && ordered.ordered > first.score && (
        <div class="better"><h3>{t("bestOrder")}</h3><p>{cards(ordered.action)}: <strong>{big(ordered.ordered)}</strong></p><p>{ordered.order.map((i) => jokers[i]?.name).join(" → ")}</p><button type="button" onClick={() => take(ordered.order)}>{t("doIt")}</button></div>
      )}
      {found.spread && <Spread scores={found.spread} />}
      {found.discards && found.discards.length > 0 && (
        <><h3>{t("bestDiscard")}</h3><table class="plays"><tbody>{found.discards.map((one) => <tr><td>{cards(one.action)}</td><td>{percent(one.clear)} {t("toClear")}</td><td>~{big(Math.round(one.score))}</td></tr>)}</tbody></table></>
      )}
      {found.score && (
        <details><summary>{t("scoring")}</summary><ol class="stepslist">{steps(found.score).map((step) => (
          <li><span>{step.source === "joker" ? jokers[step.place]?.name : step.source.includes("card") ? faces([codes[step.place] ?? ""]) : tHand(found.score?.hand ?? "")}</span><b>{stepWords(step)}</b><em>{big(step.chips)} × {big(step.mult)}</em></li>
        ))}</ol></details>
      )}
    </>
  );
}

const BINS = 24;
function Spread({ scores }: { scores: number[] }): JSX.Element {
  const least = scores[0] ?? 0, most = scores[scores.length - 1] ?? 0, mean = scores.reduce((a, b) => a + b, 0) / scores.length;
  const bins = new Array<number>(BINS).fill(0);
  for (const score of scores) bins[Math.min(BINS - 1, Math.floor(((score - least) / (most - least || 1)) * BINS))]! += 1;
  const top = Math.max(...bins);
  return (
    <div class="spread"><h3>{t("spread")}</h3>
      <svg viewBox={`0 0 ${BINS * 10} 60`} role="img" aria-label={`${t("least")} ${big(least)}, ${t("onAverage")} ${big(mean)}, ${t("most")} ${big(most)}`}>{bins.map((n, i) => <rect x={i * 10 + 1} y={60 - (56 * n) / top} width="8" height={(56 * n) / top} rx="2" />)}</svg>
      <p>{t("least")} {big(least)} · {t("median")} {big(scores[scores.length >> 1] ?? 0)} · {t("onAverage")} {big(Math.round(mean))} · {t("most")} {big(most)}</p>
    </div>
  );
}

function Lines({ notation, read, play }: { notation: string; read: (text: string) => void; play: () => void }): JSX.Element {
  const [text, setText] = useState("");
  const share = async (): Promise<void> => {
    const link = linkOf("play", { p: await pack(notation) });
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    say(t("shared"));
  };
  return (
    <div class="lines"><h3>{t("paste")}</h3>
      <textarea aria-label={t("paste")} rows={3} spellcheck={false} value={text || notation} onInput={(event) => setText(event.currentTarget.value)} />
      <div class="dockbuttons">
        <button type="button" onClick={() => { read(text || notation); setText(""); }}>{t("read")}</button>
        <button type="button" onClick={() => void navigator.clipboard?.writeText(notation).then(() => say(t("copy")))}>{t("copy")}</button>
        <button type="button" onClick={() => void share()}>{t("share")}</button>
        <button type="button" onClick={play}>{t("takeOver")}</button>
      </div>
    </div>
  );
}
