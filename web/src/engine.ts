// The engine: one core here for the table, and workers for what takes time. The module is compiled once.
import { Core, hasVectors } from "@jimbot/core";
import fastUrl from "@built/jimbot.wasm?url";
import plainUrl from "@built/jimbot-plain.wasm?url";
import weightsUrl from "@built/weights.bin?url";
import type { Answered, Question } from "./worker";

let compiled: Promise<WebAssembly.Module> | undefined;
const compile = (): Promise<WebAssembly.Module> =>
  (compiled ??= fetched(hasVectors() ? fastUrl : plainUrl).then((bytes) => WebAssembly.compile(bytes)));

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.split("/").pop()}: ${response.status}`);
  return response.arrayBuffer();
}
let weights: Promise<ArrayBuffer> | undefined;
const loadWeights = (): Promise<ArrayBuffer> => (weights ??= fetched(weightsUrl));

export const loadCore = async (): Promise<Core> => Core.load(await compile());

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  part?: (value: never) => void;
}

/** A worker with a core of its own. */
export class Worked {
  private worker: Promise<Worker> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** `part` hears what is known on the way. */
  ask<T, Part = T>(question: Question, part?: (value: Part) => void): Promise<T> {
    this.worker ??= this.start();
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, part } as Waiting);
      this.worker?.then((worker) => worker.postMessage({ id, question }), reject);
    });
  }

  stop(kind: Question["kind"]): void {
    void this.worker?.then((worker) => worker.postMessage({ stop: kind }));
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answered>): void => this.hear(data);
    worker.onerror = (event): void => this.fail(new Error(event.message || "the worker has ended"));
    const [module, bytes] = await Promise.all([compile(), loadWeights()]);
    worker.postMessage({ module, weights: bytes });
    return worker;
  }

  private hear({ id, value, error, part }: Answered): void {
    const one = this.waiting.get(id);
    if (!one) return;
    if (part) return one.part?.(value as never);
    this.waiting.delete(id);
    if (error === undefined) one.resolve(value as never);
    else one.reject(new Error(error));
  }

  private fail(error: Error): void {
    for (const one of this.waiting.values()) one.reject(error);
    this.waiting.clear();
    this.worker = undefined;
  }
}
/** One for the coach, one for everything else: a search never keeps the coach waiting. */
export const coachWorker = new Worked();
export const otherWorker = new Worked();
