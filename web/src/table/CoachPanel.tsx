// Beside the table: what the coach would do, what else there is, and why not what the player wanted.
import type { Seen } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Advice, Suggestion, WhyNot } from "../coach";
import { parse } from "../actions";
import { coachWorker } from "../engine";
import type { Names } from "../names";
import { big, percent, points } from "../numbers";
import { t, tHand } from "../text";
import { describe, faces } from "../words";

interface Props {
  seen: Seen;
  names: Names;
  notation: () => string;
  act: (action: string) => void;
  mark: (actions: string[]) => void;
  /** The decision the player has in mind, or nothing. */
  mine: string | null;
  busy: boolean;
}

export function CoachPanel({ seen, names, notation, act, mark, mine, busy }: Props): JSX.Element {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [deep, setDeep] = useState(localStorage.getItem("deep") === "on");
  const [why, setWhy] = useState<WhyNot | "asking" | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let wanted = true;
    setAdvice(null);
    setWhy(null);
    setError("");
    if (busy || seen.phase === "GAME_OVER") return;
    performance.mark("advice-asked");
    coachWorker
      .ask<void, Advice>({ kind: "advise", notation: notation(), deep }, (part) => {
        if (!wanted) return;
        setAdvice(part);
        performance.mark(part.done ? "advice-done" : "advice-first");
      })
      .catch((problem: Error) => wanted && setError(problem.message));
    return () => { wanted = false; };
  }, [seen, deep, busy]);
  const [first] = advice?.suggestions ?? [];
  const ask = (): void => {
    if (!mine || !first) return;
    setWhy("asking");
    coachWorker.ask<WhyNot>({ kind: "whyNot", notation: notation(), mine, best: first.action })
      .then(setWhy, (problem: Error) => setError(problem.message));
  };
  return (
    <section class="coach" aria-label={t("coach")} aria-busy={!advice?.done}>
      <header>
        <h2>{t("coach")}</h2>
        <label class="switch"><input type="checkbox" checked={deep} onChange={(event) => { setDeep(event.currentTarget.checked); localStorage.setItem("deep", event.currentTarget.checked ? "on" : "off"); }} /> {t("deep")}</label>
      </header>
      {error && <p class="error" role="alert">{error}</p>}
      {!advice && !error && seen.phase !== "GAME_OVER" && <p class="thinking">{t("thinking")}</p>}
      <ol class="suggestions">
        {advice?.suggestions.map((one, place) => (
          <Entry key={one.action} one={one} place={place} seen={seen} names={names} act={act} mark={mark} top={first} done={!!advice?.done} busy={busy} />
        ))}
      </ol>
      {mine && first && (
        <div class="whynot">
          <button type="button" disabled={why === "asking"} onClick={ask}>{t("whyNot")}</button>
          {why === "asking" && <p class="thinking">{t("thinking")}</p>}
          {why && why !== "asking" && <p role="status">{whyWords(seen, names, why)}</p>}
        </div>
      )}
    </section>
  );
}

export function whyWords(seen: Seen, names: Names, why: WhyNot): string {
  if (why.mine === why.best) return t("itIsBest");
  const mine = describe(seen, names, why.mine), best = describe(seen, names, why.best);
  const error = `± ${points(why.error)}`, games = `(${why.worlds} ${t("measured")})`;
  if (Math.abs(why.cost) <= why.error) return `${mine}: ${t("asGood")} ${best} ${error} ${games}`;
  return `${mine}: ${points(why.cost)} ${error} ${t("less")} ${best} ${games}`;
}

function Entry({ one, place, seen, names, act, mark, top, done, busy }: {
  one: Suggestion; place: number; seen: Seen; names: Names; act: (action: string) => void; mark: (actions: string[]) => void;
  top: Suggestion | undefined; done: boolean; busy: boolean;
}): JSX.Element {
  const chance = one.clear ?? one.toWin;
  const best = top?.clear ?? top?.toWin;
  const behind = place > 0 && chance !== undefined && best !== undefined ? chance - best : null;
  return (
    <li class={`suggestion ${place === 0 ? "top" : ""} ${done ? "" : "early"}`} onPointerEnter={() => mark([one.action])} onPointerLeave={() => mark([])}>
      <button type="button" class="doit" disabled={busy} onClick={() => act(one.action)} onFocus={() => mark([one.action])} onBlur={() => mark([])} title={t("doIt")}>
        <span class="what">{describe(seen, names, one.action)}</span>
        {chance !== undefined && <span class="chance">{percent(chance)}<small>{t(one.clear !== undefined ? "toClear" : "toWin")}</small></span>}
      </button>
      {chance !== undefined && <div class="bar thin" aria-hidden="true"><i style={{ width: `${100 * Math.max(0, Math.min(1, chance))}%` }} /></div>}
      <p class="because">
        {reasons(one, seen, names).map((reason) => <span>{reason}</span>)}
        {behind !== null && (one.equal || Math.abs(behind) < 0.0005 ? <span class="equal">{t("aboutEqual")}</span> : <span class="behind">{behind > 0 ? "+" : "−"}{points(Math.abs(behind))}</span>)}
      </p>
    </li>
  );
}

/** What the thing says that is bought, used or taken. */
function itemText(seen: Seen, names: Names, action: string): string {
  const { kind, index } = parse(action);
  const at = index ?? 0;
  const item = kind === "buy_card" || kind === "buy_and_use" ? seen.shop[at]?.item : kind === "pick" ? seen.packCards[at] : kind === "use" ? seen.consumables[at] : undefined;
  if (item) return item.kind === "card" ? "" : item.text;
  if (kind === "buy_voucher") return names.text(seen.shopVouchers[at]?.key);
  return kind === "skip_blind" ? (seen.blinds[seen.onDeck as 0 | 1 | 2].tag?.text ?? "") : "";
}

function reasons(one: Suggestion, seen: Seen, names: Names): string[] {
  const out: string[] = [];
  const play = one.action.startsWith("play");
  if (one.hand) out.push(tHand(one.hand));
  if (one.score !== undefined) {
    const left = seen.blinds[seen.onDeck as 0 | 1 | 2].target - seen.score;
    out.push(`${one.exact ? "" : "~"}${big(Math.round(one.score))}${play ? (one.exact && one.score >= left ? ` (${t("enough")})` : "") : ` ${t("onAverage")}`}`);
  }
  if (one.kept?.length) out.push(`${t("keeps")} ${faces(one.kept)}${one.keeps ? ` (${tHand(one.keeps)})` : ""}`);
  if (one.clear !== undefined && one.toWin !== undefined) out.push(`${percent(one.toWin)} ${t("toWin")}`);
  if (one.then) out.push(`${t("thenSell")}: ${describe(seen, names, one.then)}`);
  const text = itemText(seen, names, one.action);
  if (text) out.push(text);
  if (one.reason) out.push(t(one.reason));
  return out;
}
