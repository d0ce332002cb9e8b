// The score of a hand, counted up step by step as the engine explains it.
import type { Score, Step } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { big, dollars } from "../numbers";
import { tHand, t } from "../text";

export interface Counting {
  score: Score;
  played: number[];
}
const FIRST = 420, LAST = 60, END = 620;
const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const countsScores = (): boolean => localStorage.getItem("counting") !== "off" && !calm();

const SHOWN = ["base", "level", "chips", "mult", "times_mult", "dollars", "retrigger", "balance", "refused", "score", "debuffed", "grows"];
export const steps = (score: Score): Step[] => score.events.filter((step) => SHOWN.includes(step.kind));

/** The step that is shown now; `done` is called behind the last one, or when somebody does not want to wait. */
export function useCounting(counting: Counting | null, done: () => void): Step | null {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!counting) return setAt(0);
    const all = steps(counting.score);
    if (!countsScores() || all.length === 0 || at >= all.length) {
      const timer = setTimeout(done, countsScores() && all.length ? END : 0);
      return () => clearTimeout(timer);
    }
    const pause = Math.max(LAST, FIRST * 0.9 ** at);
    const timer = setTimeout(() => setAt(at + 1), pause);
    return () => clearTimeout(timer);
  }, [counting, at]);
  if (!counting) return null;
  const all = steps(counting.score);
  return all[Math.min(at, all.length - 1)] ?? null;
}

export function stepWords(step: Step): string {
  const amount = big(step.amount);
  switch (step.kind) {
    case "base": return `${amount} × ${big(step.amount2)}`;
    case "chips": return `+${amount} ${t("chips")}`;
    case "mult": return `+${amount} ${t("mult")}`;
    case "times_mult": return `×${amount} ${t("mult")}`;
    case "dollars": return dollars(step.amount);
    case "retrigger": return "↻";
    case "score": return `= ${amount}`;
    case "refused": return "✕";
    default: return step.kind;
  }
}

export function ScoreBox({ score, step, preview }: { score: Score | null; step: Step | null; preview: boolean }): JSX.Element {
  const chips = step ? step.chips : (score?.chips ?? 0), mult = step ? step.mult : (score?.mult ?? 0);
  const shown = !!score && !score.hidden;
  return (
    <div class={`scorebox ${step ? "counting" : ""}`} aria-live="off">
      <div class="handname">{shown ? (score.refused ? "✕ " : "") + tHand(score.hand) : " "}</div>
      <div class="product">
        <span class="chips" key={`c${chips}`}>{shown ? big(chips) : 0}</span>
        <span class="times">×</span>
        <span class="mult" key={`m${mult}`}>{shown ? big(mult) : 0}</span>
      </div>
      <div class="sum">{shown ? `${preview && !score.exact ? "≥ " : ""}${big(step && step.kind !== "score" ? Math.floor(chips * mult) : score.score)}` : " "}</div>
    </div>
  );
}
