// After a run: the moments that cost most.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Regret } from "../coach";
import { coachWorker } from "../engine";
import type { Names } from "../names";
import { points } from "../numbers";
import { type Run } from "../run";
import { t, tName } from "../text";
import { describe } from "../words";

export function Review({ run, names, show }: { run: Run; names: Names; show: (notation: string) => void }): JSX.Element {
  const [regrets, setRegrets] = useState<Regret[] | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState("");
  const begin = (): void => {
    setShare(0);
    const { start, decisions } = run.kept();
    coachWorker.ask<Regret[], number>({ kind: "review", start, decisions: [...decisions] }, (part) => setShare(part))
      .then((found) => { setRegrets(found); setShare(null); }, (problem: Error) => { setError(problem.message); setShare(null); });
  };
  const words = (regret: Regret): JSX.Element => {
    const game = run.core.read(regret.position);
    const seen = game.see();
    game.drop();
    return (
      <li>
        <b>{t("ante")} {regret.ante}, {tName(regret.blind)}</b>: {describe(seen, names, regret.mine)} <em>−{points(regret.cost)} ± {points(regret.error)}</em>; {describe(seen, names, regret.best)} {t("wasBetter")}.
        <button type="button" class="quiet" onClick={() => show(regret.position)}>{t("showCards")}</button>
      </li>
    );
  };
  return (
    <div class="review">
      {share === null && !regrets && <button type="button" class="primary" onClick={begin}>{t("review")}</button>}
      {share !== null && <progress value={share} max={1} aria-label={t("thinking")} />}
      {error && <p class="error" role="alert">{error}</p>}
      {regrets && (regrets.length ? <ol>{regrets.map(words)}</ol> : <p>{t("nothingCost")}</p>)}
    </div>
  );
}
