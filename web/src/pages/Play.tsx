// A run that is played, with the coach beside it.
import type { Core } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { parse, write } from "../actions";
import { download, linkOf, pack, writeText } from "../links";
import type { Names } from "../names";
import { Run, type Kept } from "../run";
import { signal, useSignal, type Signal } from "../state";
import { t } from "../text";
import { CoachPanel } from "../table/CoachPanel";
import { NewRun } from "../table/NewRun";
import { Review } from "../table/Review";
import { countsScores, type Counting } from "../table/Score";
import { Sheet } from "../table/Sheet";
import { Table } from "../table/Table";
import { say } from "../say";

const KEPT = "run";
/** The run at the table. Other pages put theirs here. */
export const table: Signal<Run | null> = signal<Run | null>(null);

export function openRun(core: Core, kept: Kept): Run {
  const run = Run.from(core, kept);
  table.value?.drop();
  table.set(run);
  keep(run);
  return run;
}
function keep(run: Run): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(run.kept()));
  } catch {
    say(t("failed")); // the browser keeps nothing: the run is lost with the page
  }
}
/** What was kept of the last visit, if it can still be read. */
export function keptRun(core: Core): Run | null {
  const text = localStorage.getItem(KEPT);
  if (!text) return null;
  try {
    return Run.from(core, JSON.parse(text) as Kept);
  } catch (error) {
    say(String(error instanceof Error ? error.message : error));
    localStorage.removeItem(KEPT);
    return null;
  }
}

export function Play({ core, names }: { core: Core; names: Names }): JSX.Element {
  const run = useSignal(table);
  if (!run) return <NewRun core={core} names={names} begun={(kept) => openRun(core, kept)} />;
  return <Playing run={run} core={core} names={names} />;
}

function useKeys(handlers: Record<string, () => void>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName) || document.querySelector("dialog[open]")) return;
      const handler = handlers[event.key.toLowerCase()];
      if (handler) {
        event.preventDefault();
        handler();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

function Playing({ run, core, names }: { run: Run; core: Core; names: Names }): JSX.Element {
  const now = useSignal(run.seen);
  const [counting, setCounting] = useState<(Counting & { before: typeof now }) | null>(null);
  const [selected, setSelected] = useState<number[]>([]);
  const [marked, setMarked] = useState<string[]>([]);
  const [coaching, setCoaching] = useState(localStorage.getItem("coach") !== "off");
  const [fresh, setFresh] = useState(false);
  const seen = counting?.before ?? now;

  const act = (action: string): void => {
    if (counting) return;
    const before = run.seen.value;
    const { kind, cards } = parse(action);
    try {
      const score = kind === "play" && countsScores() ? run.position.score(action) : null;
      if (score && !score.hidden) setCounting({ score, played: cards, before });
      run.apply(action);
      keep(run);
      if (!kind.startsWith("rearrange_j") && !kind.startsWith("rearrange_c")) setSelected([]);
      setMarked([]);
    } catch (error) {
      setCounting(null);
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const undo = (): void => {
    setCounting(null);
    run.undo();
    keep(run);
    setSelected([]);
  };
  const share = async (): Promise<void> => {
    const link = linkOf("play", { p: await pack(run.position.notation()) });
    history.replaceState(null, "", link);
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    say(t("shared"));
  };
  const toggleCoach = (): void => {
    localStorage.setItem("coach", coaching ? "off" : "on");
    setCoaching(!coaching);
    setMarked([]);
  };
  const mine = useMemo(() => (seen.phase === "SELECTING_HAND" && selected.length ? write("play", null, selected) : null), [seen, selected.join()]);
  const may = (kind: string): boolean => !!seen.legal[kind] && selected.length > 0;
  useKeys({
    p: () => may("play") && act(write("play", null, selected)),
    d: () => may("discard") && act(write("discard", null, selected)),
    s: () => seen.phase === "SELECTING_HAND" && act(`sort_hand ${seen.sort === "rank" ? "suit" : "rank"}`),
    u: () => run.canUndo && undo(),
  });
  return (
    <div class={`playing ${coaching ? "with-coach" : ""}`}>
      <div class="main">
        <div class="toolbar" role="toolbar" aria-label={t("settings")}>
          <button type="button" onClick={() => setFresh(true)}>{t("newRun")}</button>
          <button type="button" disabled={!run.canUndo} onClick={undo}>{t("undo")}</button>
          <button type="button" onClick={() => void share()}>{t("share")}</button>
          <button type="button" onClick={() => download(`${seen.seed}.txt`, writeText(run.kept()))}>{t("save")}</button>
          <span class="runname">{names.of(seen.challenge || seen.deck)} · {names.of(seen.stake)} · <code data-testid="seed">{seen.seed}</code></span>
          <button type="button" class="coachbutton" aria-pressed={coaching} onClick={toggleCoach}>{t(coaching ? "coachOff" : "coachOn")}</button>
        </div>
        <Table seen={seen} names={names} act={act} selected={selected} setSelected={setSelected} marked={marked} counting={counting}
          counted={() => setCounting(null)} explain={(play) => (run.position.whyNot(play) ? null : run.position.score(play))} />
        {seen.phase === "GAME_OVER" && <Review run={run} names={names} show={(notation) => openRun(core, { start: notation, decisions: [] })} />}
        <p class="keys">{t("keysHelp")} {t("moveHint")}</p>
      </div>
      {coaching && <CoachPanel seen={now} names={names} notation={() => run.position.notation()} act={act} mark={setMarked} mine={mine} busy={!!counting} />}
      {fresh && <Sheet title={t("newRun")} close={() => setFresh(false)}><NewRun core={core} names={names} begun={(kept) => { setFresh(false); openRun(core, kept); }} /></Sheet>}
    </div>
  );
}
