// Positions in links: a line of notation, packed. And transcripts, as `jimbot play` writes them.
import type { Kept } from "./run";

const MOST = 200_000;

async function through(bytes: Uint8Array, by: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error("the text in the link is too long");
    parts.push(value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function unpack(packed: string): Promise<string> {
  if (packed.length > MOST || !/^[\w-]+$/.test(packed)) throw new Error("the link is damaged");
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** A file of ours: a transcript, or a line of notation. */
export function readText(text: string): Kept {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const first = lines.find((line) => line.trim() && !line.startsWith("#"))?.trim() ?? "";
  if (first.startsWith("jimbot-run ") || first === "jimbot-run") {
    const options = first.slice("jimbot-run".length).replace(/\t/g, " ").replace(/=True/g, "=1").replace(/=False/g, "=0");
    const decisions = lines.slice(lines.findIndex((line) => line.trim() === first) + 1).map((line) => line.trim());
    return { start: `jimbot1${options}`, decisions: decisions.filter((line) => line && !line.startsWith("#")) };
  }
  if (first.startsWith("jimbot1")) return { start: first, decisions: [] };
  throw new Error(`it begins with '${first.slice(0, 40)}'; jimbot-run or jimbot1 is expected`);
}

/** A transcript of a run that began fresh; else the notation of where it began, with its decisions as remarks. */
export function writeText({ start, decisions }: Kept): string {
  const options = start.slice("jimbot1 ".length).split(" ");
  const known = /^(seed|deck|stake|challenge|variant|endless|one_chip|target_percent)=/;
  if (options.every((option) => known.test(option)))
    return [`jimbot-run ${options.map((o) => o.replace(/^(endless|one_chip)=1$/, "$1=True")).join("\t")}`, ...decisions, ""].join("\n");
  return [start, ...decisions.map((decision) => `# ${decision}`), ""].join("\n");
}

/** What a page is opened with: `#play?p=...`. */
export function hashOf(): { page: string; query: URLSearchParams } {
  const [page = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { page, query: new URLSearchParams(query) };
}
export const linkOf = (page: string, query: Record<string, string>): string =>
  `${location.origin}${location.pathname}#${page}?${new URLSearchParams(query)}`;

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
