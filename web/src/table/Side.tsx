// The side of the table: blind, score, hands, discards, money.
import type { Score, Seen, Step } from "@jimbot/core";
import type { JSX } from "preact";
import { Emblem } from "../art/Art";
import { big, dollars } from "../numbers";
import { t, tName } from "../text";
import { ScoreBox } from "./Score";

export function Side({ seen, score, step, preview, roundScore }: {
  seen: Seen; score: Score | null; step: Step | null; preview: boolean; roundScore: number;
}): JSX.Element {
  const blind = seen.blinds[seen.onDeck as 0 | 1 | 2];
  const share = Math.min(1, roundScore / blind.target);
  const playing = seen.phase === "SELECTING_HAND";
  return (
    <aside class="side" aria-label={t("score")}>
      <div class={`blindbox ${playing ? "active" : ""}`}>
        <Emblem of={blind.key} size={52} />
        <div>
          <b>{tName(blind.name)}</b>
          <div class="need"><span>{t("target")}</span> <strong>{big(blind.target)}</strong></div>
          {seen.onDeck === 2 && <small class="bosstext">{blind.text}</small>}
        </div>
      </div>
      <div class="roundscore">
        <span>{t("score")}</span>
        <strong data-testid="round-score">{big(roundScore)}</strong>
        <div class="bar" role="progressbar" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(100 * share)} aria-label={t("score")}>
          <i style={{ width: `${100 * share}%` }} />
        </div>
      </div>
      <ScoreBox score={score} step={step} preview={preview} />
      <dl class="figures">
        <div class="f-hands"><dt>{t("hands")}</dt><dd>{playing ? seen.handsLeft : seen.handsPerRound}</dd></div>
        <div class="f-discards"><dt>{t("discards")}</dt><dd>{playing ? seen.discardsLeft : seen.discardsPerRound}</dd></div>
        <div class="f-money"><dt>{t("money")}</dt><dd data-testid="money">{dollars(seen.money)}</dd></div>
        <div class="f-ante"><dt>{t("ante")}</dt><dd>{seen.ante}<small>/8</small></dd></div>
        <div class="f-round"><dt>{t("round")}</dt><dd>{seen.round}</dd></div>
      </dl>
    </aside>
  );
}
