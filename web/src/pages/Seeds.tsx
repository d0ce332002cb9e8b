// What a seed holds, where it is, and seeds that hold what one looks for.
import type { Card, Consumable, Core, Fact, Joker, SeedAnte } from "@jimbot/core";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { Emblem } from "../art/Art";
import { otherWorker } from "../engine";
import type { Names } from "../names";
import { big } from "../numbers";
import { say } from "../say";
import { randomNumber, randomSeed } from "../seeds";
import { t, tName } from "../text";
import { factsOf, placesOf, wantWords, type Want } from "../wants";
import { face } from "../words";
import { openRun } from "./Play";
import { hashOf } from "../links";

const ANTES = 8, MOST_SHOWN = 100, CHUNK = 20_000, CHUNK_MS = 400;

export function Seeds({ core, names }: { core: Core; names: Names }): JSX.Element {
  const [seed, setSeed] = useState(hashOf().query.get("seed")?.slice(0, 16) || "TESTSEED");
  const [deck, setDeck] = useState(0);
  const [stake, setStake] = useState(1);
  const [wants, setWants] = useState<Want[]>([]);
  const report = useMemo(() => {
    try {
      return { antes: core.seedReport(seed, deck, stake, ANTES), error: "" };
    } catch (error) {
      return { antes: [] as SeedAnte[], error: error instanceof Error ? error.message : String(error) };
    }
  }, [seed, deck, stake]);
  const play = (): void => {
    const game = core.start({ seed, deck, stake });
    openRun(core, { start: game.notation(), decisions: [] });
    game.drop();
    location.hash = "play";
  };
  return (
    <div class="seeds">
      <section class="seedtools">
        <div class="fields">
          <label>{t("seed")}<input type="text" data-testid="seed-input" value={seed} maxLength={16} spellcheck={false} autocomplete="off" onInput={(event) => setSeed(event.currentTarget.value.toUpperCase())} /></label>
          <label>{t("deck")}<select value={deck} onChange={(event) => setDeck(Number(event.currentTarget.value))}>{names.content.deck.map(({ name }, i) => <option value={i}>{tName(name)}</option>)}</select></label>
          <label>{t("stake")}<select value={stake} onChange={(event) => setStake(Number(event.currentTarget.value))}>{names.content.stake.map(({ name }, i) => <option value={i + 1}>{tName(name)}</option>)}</select></label>
          <button type="button" onClick={() => setSeed(randomSeed())}>{t("random")}</button>
          <button type="button" class="primary" disabled={!!report.error} onClick={play}>{t("playSeed")}</button>
        </div>
        <Search names={names} wants={wants} setWants={setWants} deck={deck} stake={stake} show={setSeed} />
        {wants.length > 0 && report.antes.length > 0 && <Route wants={wants} antes={report.antes} names={names} />}
      </section>
      {report.error && <p class="error" role="alert">{report.error}</p>}
      <div class="antes">{report.antes.map((ante) => <Ante key={ante.ante} ante={ante} names={names} wanted={new Set(wants.flatMap((want) => want.keys))} />)}</div>
    </div>
  );
}

function Chip({ of: key, name, edition = "", wanted, card }: { of: string; name: string; edition?: string; wanted: boolean; card?: boolean }): JSX.Element {
  return <span class={`seedcard ${wanted ? "wanted" : ""} ${edition ? "edited" : ""}`} title={edition}>{!card && <Emblem of={key} size={26} />}<span>{edition && <em>{edition} </em>}{name}</span></span>;
}

function Ante({ ante, names, wanted }: { ante: SeedAnte; names: Names; wanted: Set<string> }): JSX.Element {
  const chip = (item: Card | Joker | Consumable): JSX.Element =>
    item.kind === "card" ? <Chip of="" card name={face(item.code)} edition={item.edition.toLowerCase()} wanted={false} />
    : <Chip of={item.key} name={item.name} edition={item.edition} wanted={wanted.has(item.key)} />;
  const named = (key: string): JSX.Element => <Chip of={key} name={names.of(key)} wanted={wanted.has(key)} />;
  return (
    <article class="ante"><h2>{t("ante")} {ante.ante}</h2>
      <dl><div><dt>{t("boss")}</dt><dd>{named(ante.boss)}</dd></div><div><dt>{t("voucher")}</dt><dd>{named(ante.voucher)}</dd></div><div><dt>{t("tags")}</dt><dd>{ante.tags.map(named)}</dd></div></dl>
      <h3>{t("queue")}</h3><ol class="queue">{ante.shop.map((item) => <li>{chip(item)}</li>)}</ol>
      <h3>{t("packs")}</h3><ul class="packs">{ante.packs.map(({ pack, cards }) => <li><b>{names.of(pack)}</b><span>{cards.map(chip)}</span></li>)}</ul>
    </article>
  );
}

function Route({ wants, antes, names }: { wants: Want[]; antes: SeedAnte[]; names: Names }): JSX.Element {
  return (
    <div class="route"><h3>{t("route")}</h3><ol>
      {wants.map((want) => {
        const places = placesOf(want, antes);
        return <li class={places.length ? "" : "missing"}><b>{wantWords(want, names)}</b>: {places.length ? places.slice(0, 4).map(({ ante, where }) => `${t("ante")} ${ante}, ${where.kind === "shop" ? `${t("queue")} ${where.slot + 1}` : where.kind === "pack" ? names.of(where.pack) : t(where.kind)}`).join("; ") : t("nothingThere")}</li>;
      })}
    </ol></div>
  );
}

function Search({ names, wants, setWants, deck, stake, show }: {
  names: Names; wants: Want[]; setWants: (wants: Want[]) => void; deck: number; stake: number; show: (seed: string) => void;
}): JSX.Element {
  const [text, setText] = useState("");
  const [place, setPlace] = useState<Want["place"]>("anywhere");
  const [until, setUntil] = useState(2);
  const [edition, setEdition] = useState("");
  const [state, setState] = useState<{ running: boolean; searched: number; found: number; seeds: string[] } | null>(null);
  const running = useRef(false);
  const rows = useMemo(() => [...names.content.joker, ...names.content.consumable, ...names.content.voucher, ...names.content.tag, ...names.content.blind.filter((blind) => blind.boss)], []);
  const add = (): void => {
    const wanted = text.trim().toLowerCase();
    const row = rows.find(({ name, key }) => name.toLowerCase() === wanted || key === wanted);
    if (!row) return say(`${t("notFound")}: ${text}`);
    const want: Want = { keys: [row.key], place, until, edition: row.key.startsWith("j_") ? edition : "" };
    if (!factsOf(want, names.content).length) return say(`${row.name}: ${t("nothingThere")}`);
    setWants([...wants, want]);
    setText("");
  };
  const search = async (): Promise<void> => {
    if (!wants.length) return say(t("noWant"));
    const parts: Fact[][] = wants.map((want) => factsOf(want, names.content));
    const draw = randomNumber().toString();
    running.current = true;
    let first = 0n, count = CHUNK, all = 0, seeds: string[] = [];
    try {
      while (running.current && seeds.length < MOST_SHOWN) {
        const at = performance.now();
        const found = await otherWorker.ask<string[]>({ kind: "search", parts, deck, stake, first: first.toString(), count, draw });
        first += BigInt(count);
        all += found?.length ?? 0;
        seeds = [...seeds, ...(found ?? [])].slice(0, MOST_SHOWN);
        setState({ running: true, searched: Number(first), found: all, seeds });
        count = Math.max(1000, Math.min(2_000_000, Math.round((count * CHUNK_MS) / Math.max(1, performance.now() - at))));
      }
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    running.current = false;
    setState({ running: false, searched: Number(first), found: all, seeds });
  };
  return (
    <div class="seedsearch"><h3>{t("search")}: {t("wanted")}</h3>
      <form class="fields" onSubmit={(event) => { event.preventDefault(); add(); }}>
        <input type="text" aria-label={t("wanted")} data-testid="want" list="things" placeholder="Perkeo, Telescope, The Ox…" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <datalist id="things">{rows.map(({ name }) => <option value={name} />)}</datalist>
        <select aria-label={t("edition")} value={edition} onChange={(event) => setEdition(event.currentTarget.value)}>{["", "foil", "holo", "polychrome", "negative"].map((one) => <option value={one}>{one || t("edition")}</option>)}</select>
        <select aria-label={t("anywhere")} value={place} onChange={(event) => setPlace(event.currentTarget.value as Want["place"])}><option value="anywhere">{t("anywhere")}</option><option value="shop">{t("inShop")}</option><option value="pack">{t("inPack")}</option></select>
        <label>{t("until")} <input type="number" min={1} max={39} value={until} onInput={(event) => setUntil(Math.max(1, Math.min(39, Math.floor(Number(event.currentTarget.value)) || 1)))} /></label>
        <button type="submit">{t("add")}</button>
      </form>
      {wants.length > 0 && <ul class="wants">{wants.map((want, i) => <li>{wantWords(want, names)}<button type="button" class="quiet" aria-label={`${t("remove")}: ${wantWords(want, names)}`} onClick={() => setWants(wants.filter((_, k) => k !== i))}>✕</button></li>)}</ul>}
      <button type="button" class="primary" data-testid="search" onClick={() => { if (state?.running) running.current = false; else void search(); }}>{t(state?.running ? "stop" : "search")}</button>
      {state && <p role="status" data-testid="searched">{big(state.searched)} {t("searched")}, {big(state.found)} {t("found")}{state.found > 0 && `; ${t("odds")} ${big(Math.round(state.searched / state.found))}`}</p>}
      {state && <ul class="foundseeds">{state.seeds.map((seed) => <li><button type="button" onClick={() => show(seed)}><code>{seed}</code></button></li>)}</ul>}
    </div>
  );
}
