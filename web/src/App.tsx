// The page: its parts by name, language, theme, messages.
import type { Core } from "@jimbot/core";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadCore } from "./engine";
import { hashOf, unpack } from "./links";
import { Names } from "./names";
import { Calculator } from "./pages/Calculator";
import { Files } from "./pages/Files";
import { keptRun, openRun, Play, table } from "./pages/Play";
import { Seeds } from "./pages/Seeds";
import { Watch } from "./pages/Watch";
import { message, say } from "./say";
import { useSignal } from "./state";
import { language, setLanguage, t, type Text } from "./text";
import { Emblem } from "./art/Art";
import { ICONS } from "./art/icons";

const PAGES = ["play", "calculator", "seeds", "watch", "open"] as const;
type Page = (typeof PAGES)[number];
const pageOf = (name: string): Page => PAGES.find((page) => page === name) ?? "play";

function applyTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (dark ? "dark" : "light");
}

export function App(): JSX.Element {
  const [core, setCore] = useState<Core | null>(null);
  const [error, setError] = useState("");
  const [page, setPage] = useState<Page>(pageOf(hashOf().page));
  const tongue = useSignal(language);
  useEffect(() => {
    applyTheme();
    document.documentElement.lang = tongue;
    const changed = (): void => { setPage(pageOf(hashOf().page)); };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => {
    void loadCore().then(async (loaded) => {
      await firstRun(loaded);
      performance.mark("ready");
      setCore(loaded);
    }).catch((problem: Error) => setError(problem.message));
  }, []);
  useEffect(() => {
    if (!core) return;
    const opened = (): void => void openLink(core);
    addEventListener("hashchange", opened);
    return () => removeEventListener("hashchange", opened);
  }, [core]);
  return (
    <>
      <Header page={page} />
      <main id="main" class={`page page-${page}`}>
        {error ? <p class="error loading" role="alert">{t("failed")}: {error}</p> : core ? <Shown page={page} core={core} /> : <p class="loading">{t("loading")}</p>}
      </main>
      <footer class="foot">{t("privacy")}</footer>
      <Message />
    </>
  );
}

async function firstRun(core: Core): Promise<void> {
  if (await openLink(core)) return;
  table.set(keptRun(core));
}
/** A position that the link holds. */
async function openLink(core: Core): Promise<boolean> {
  const { page, query } = hashOf();
  const packed = query.get("p");
  if (page !== "play" || !packed) return false;
  try {
    openRun(core, { start: await unpack(packed), decisions: [] });
    return true;
  } catch (error) {
    say(`${t("badLink")}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

let names: Names | undefined;
function Shown({ page, core }: { page: Page; core: Core }): JSX.Element {
  names ??= new Names(core.content());
  switch (page) {
    case "calculator": return <Calculator core={core} names={names} />;
    case "seeds": return <Seeds core={core} names={names} />;
    case "watch": return <Watch core={core} names={names} />;
    case "open": return <Files core={core} names={names} />;
    default: return <Play core={core} names={names} />;
  }
}

function Header({ page }: { page: Page }): JSX.Element {
  const theme = (): void => {
    localStorage.setItem("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    applyTheme();
  };
  return (
    <header class="head">
      <a class="skiplink" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.querySelector<HTMLElement>("button, input, a")?.focus(); }}>{t("skipLink")}</a>
      <span class="brand"><Emblem of="j_joker" size={34} /><b>JimBot</b></span>
      <nav aria-label="JimBot">
        {PAGES.map((one) => <a href={`#${one}`} aria-current={one === page ? "page" : undefined}>{t(one as Text)}</a>)}
      </nav>
      <button type="button" class="quiet" onClick={() => setLanguage(language.value === "en" ? "zh" : "en")}>{t("language")}</button>
      <button type="button" class="quiet theme" aria-label={t("theme")} onClick={theme}><svg class="emblem" viewBox="0 0 48 48" width="22" height="22" aria-hidden="true" dangerouslySetInnerHTML={{ __html: ICONS.moon }} /></button>
    </header>
  );
}

function Message(): JSX.Element {
  const text = useSignal(message);
  return <div class={`message ${text ? "on" : ""}`} role="status">{text}</div>;
}
