// An agent plays, or a run that was kept is played again.
import type { Core, Decision } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { parse } from "../actions";
import { DeckArt, StakeChip } from "../art/Runs";
import { otherWorker } from "../engine";
import gold from "../gallery/gold.json";
import type { Names } from "../names";
import { percent } from "../numbers";
import { Run, type Kept } from "../run";
import { say } from "../say";
import { randomSeed } from "../seeds";
import { signal, useSignal, type Signal } from "../state";
import { countsScores, type Counting } from "../table/Score";
import { Table } from "../table/Table";
import { t, tName, type Text } from "../text";
import { describe } from "../words";
import { openRun } from "./Play";

type AgentName = "policy" | "heuristic" | "search";
const AGENTS: Record<AgentName, Text> = { policy: "agentPolicy", heuristic: "agentHeuristic", search: "agentSearch" };
interface Shown {
  run: Run;
  /** Of a replay: all its decisions. None: the agent plays. */
  tape: string[] | null;
  agent: AgentName;
}
const shown: Signal<Shown | null> = signal<Shown | null>(null);

/** A run of a file or of the gallery, from its beginning. */
export function replay(core: Core, { start, decisions }: Kept): void {
  const all = Run.from(core, { start, decisions }); // a decision that is not legal is found before anything is shown
  all.drop();
  shown.set({ run: new Run(core, core.read(start), start), tape: decisions, agent: "heuristic" });
}

export function Watch({ core, names }: { core: Core; names: Names }): JSX.Element {
  const now = useSignal(shown);
  return now ? <Watching key={`${now.run.start}${now.tape?.length}`} {...now} core={core} names={names} /> : <Choosing core={core} names={names} />;
}

function Choosing({ core, names }: { core: Core; names: Names }): JSX.Element {
  const [agent, setAgent] = useState<AgentName>("heuristic");
  const [seed, setSeed] = useState("");
  const [deck, setDeck] = useState(0);
  const [stake, setStake] = useState(1);
  const begin = (): void => {
    try {
      const game = core.start({ seed: seed.trim().toUpperCase() || randomSeed(), deck, stake });
      shown.set({ run: new Run(core, game, game.notation()), tape: null, agent });
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div class="newrun">
      <fieldset><legend>{t("watch")}</legend>
        <div class="fields">
          <label>{t("agent")}<select value={agent} onChange={(event) => setAgent(event.currentTarget.value as AgentName)}>{Object.entries(AGENTS).map(([name, text]) => <option value={name}>{name}: {t(text)}</option>)}</select></label>
          <label>{t("deck")}<select value={deck} onChange={(event) => setDeck(Number(event.currentTarget.value))}>{names.content.deck.map(({ name }, i) => <option value={i}>{tName(name)}</option>)}</select></label>
          <label>{t("stake")}<select value={stake} onChange={(event) => setStake(Number(event.currentTarget.value))}>{names.content.stake.map(({ name }, i) => <option value={i + 1}>{tName(name)}</option>)}</select></label>
          <label>{t("seed")}<input type="text" maxLength={16} placeholder={t("random")} value={seed} onInput={(event) => setSeed(event.currentTarget.value)} /></label>
          <button type="button" class="primary" onClick={begin}>{t("start")}</button>
        </div>
      </fieldset>
      <fieldset><legend>{t("gallery")}</legend>
        <ul class="gallery">{gold.map(({ seed: one, deck: of, stake: at, agent: by, decisions }) => (
          <li><button type="button" onClick={() => replay(core, { start: `jimbot1 seed=${one} deck=${of.slice(2)} stake=${at.slice(6)}`, decisions: decisions.split("\n") })}>
            <DeckArt of={of} /><StakeChip of={at} /><b>{tName(names.of(of))}</b><code>{one}</code><small>{by}, {decisions.split("\n").length}</small>
          </button></li>
        ))}</ul>
      </fieldset>
    </div>
  );
}

const PAUSES = [1400, 700, 250, 30];
function Watching({ run, tape, agent, core, names }: Shown & { core: Core; names: Names }): JSX.Element {
  const now = useSignal(run.seen);
  const [speed, setSpeed] = useState(1);
  const [going, setGoing] = useState(false);
  const [counting, setCounting] = useState<(Counting & { before: typeof now }) | null>(null);
  const [next, setNext] = useState<Decision | { action: string; chance: number } | null>(null);
  const busy = useRef(false);
  const seen = counting?.before ?? now;
  const over = now.phase === "GAME_OVER" || (tape !== null && run.decisions.length >= tape.length);

  const ask = async (): Promise<Decision | { action: string; chance: number } | null> => {
    if (tape) {
      const action = tape[run.decisions.length];
      return action ? { action, chance: 0 } : null;
    }
    return otherWorker.ask<Decision>({ kind: "decide", notation: run.position.notation(), agent, fresh: run.decisions.length === 0 });
  };
  const step = async (): Promise<void> => {
    if (busy.current || over) return;
    busy.current = true;
    try {
      const decision = await ask();
      if (!decision) return;
      setNext(decision);
      const before = run.seen.value;
      const { kind, cards } = parse(decision.action);
      const score = kind === "play" && speed < 2 && countsScores() ? run.position.score(decision.action) : null;
      if (score && !score.hidden) setCounting({ score, played: cards, before });
      run.apply(decision.action);
    } catch (error) {
      setGoing(false);
      say(error instanceof Error ? error.message : String(error));
    } finally {
      busy.current = false;
    }
  };
  useEffect(() => {
    if (!going || counting) return;
    if (over) return setGoing(false);
    const timer = setTimeout(() => void step(), PAUSES[speed]);
    return () => clearTimeout(timer);
  }, [going, counting, now, speed]);
  return (
    <div class="playing"><div class="main">
      <div class="toolbar" role="toolbar" aria-label={t("watch")}>
        <button type="button" class="primary" disabled={over} onClick={() => setGoing(!going)}>{t(going ? "pause" : "start")}</button>
        <button type="button" disabled={going || over} onClick={() => void step()}>{t("step")}</button>
        <button type="button" disabled={going || !run.canUndo} onClick={() => { setCounting(null); run.undo(); }}>{t("back")}</button>
        <label class="switch">{t("speed")} <input type="range" min={0} max={PAUSES.length - 1} value={speed} onInput={(event) => setSpeed(Number(event.currentTarget.value))} /></label>
        <span class="runname">{tape ? t("replay") : agent} · {names.of(now.deck)} · {names.of(now.stake)} · <code>{now.seed}</code> · <span data-testid="decisions">{run.decisions.length}</span>{tape && `/${tape.length}`}</span>
        <button type="button" onClick={() => { openRun(core, { start: run.start, decisions: [...run.decisions] }); location.hash = "play"; }}>{t("takeOver")}</button>
        <button type="button" class="quiet" aria-label={t("close")} onClick={() => { run.drop(); shown.set(null); }}>✕</button>
      </div>
      {next && <p class="said" aria-live="polite"><b>{run.decisions.length ? describeLast(run, names, next.action, seen) : ""}</b>{next.chance > 0 && <span> · {percent(next.chance)} {t("toWin")}</span>}</p>}
      <Table seen={seen} names={names} act={() => undefined} selected={[]} setSelected={() => undefined} marked={[]} fixed counting={counting} counted={() => setCounting(null)} explain={() => null} />
    </div></div>
  );
}
const describeLast = (run: Run, names: Names, action: string, seen: ReturnType<Run["position"]["see"]>): string => describe(run.last ?? seen, names, action);
