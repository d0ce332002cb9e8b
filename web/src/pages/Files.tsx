// A file of ours, read in the page: a transcript to watch or to go on with, or a position.
import type { Core } from "@jimbot/core";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { readText } from "../links";
import type { Names } from "../names";
import type { Kept } from "../run";
import { t } from "../text";
import { openRun } from "./Play";
import { replay } from "./Watch";

const MOST = 2_000_000;

export function Files({ core }: { core: Core; names: Names }): JSX.Element {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [name, setName] = useState("");
  const [over, setOver] = useState(false);
  const fail = (problem: unknown): void => setError(`${t("badFile")}: ${problem instanceof Error ? problem.message : String(problem)}`);
  const take = (file: File | undefined): void => {
    if (!file) return;
    setName(file.name);
    setError("");
    if (file.size > MOST) return setError(t("tooLarge"));
    file.arrayBuffer().then((bytes) => setText(new TextDecoder("utf-8", { fatal: true }).decode(bytes))).catch(fail);
  };
  const open = (how: (kept: Kept) => void, page: string): void => {
    try {
      setError("");
      how(readText(text));
      location.hash = page;
    } catch (problem) {
      fail(problem);
    }
  };
  return (
    <div class="newrun files">
      <p>{t("openHelp")}</p>
      <label class={`drop ${over ? "over" : ""}`} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
        onDrop={(event) => { event.preventDefault(); setOver(false); take(event.dataTransfer?.files[0]); }}>
        <input type="file" data-testid="file" onChange={(event) => take(event.currentTarget.files?.[0])} />
        <span>{name || t("choose")}</span>
      </label>
      <label>{t("orPaste")}<textarea rows={8} data-testid="pasted" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      {error && <p class="error" role="alert">{error}</p>}
      <div class="dockbuttons">
        <button type="button" class="primary" disabled={!text.trim()} onClick={() => open((kept) => openRun(core, kept), "play")}>{t("play")}</button>
        <button type="button" disabled={!text.trim()} onClick={() => open((kept) => replay(core, kept), "watch")}>{t("watch")}</button>
      </div>
    </div>
  );
}
