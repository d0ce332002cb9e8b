// The module of the core: loading it, and calling its functions with texts and numbers.

type Result = number | bigint;
type Exported = (...args: (number | bigint)[]) => Result;
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  answered(): number;
  answered_size(): number;
}

/** What the core refuses, in its own words. */
export class Refused extends Error {}

// Smallest module with a vector instruction: what validates it runs the faster build.
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether vector instructions are there: `jimbot.wasm` needs them, `jimbot-plain.wasm` does not. */
export const hasVectors = (): boolean => WebAssembly.validate(VECTORS);

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: Exports) {}

  static async load(wasm: BufferSource | Response | WebAssembly.Module): Promise<Module> {
    let memory: WebAssembly.Memory | undefined;
    const imports = { wasi_snapshot_preview1: system(() => memory as WebAssembly.Memory) };
    const instance = await instantiate(wasm, imports);
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    exports._initialize();
    return new Module(exports);
  }

  /** Calls a function with a text. Refused says what the core says. */
  ask(name: string, text: string | Uint8Array, ...args: (number | bigint)[]): Result {
    const bytes = typeof text === "string" ? this.encoder.encode(text) : text;
    const at = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return this.call(name, ...args);
  }

  call(name: string, ...args: (number | bigint)[]): Result {
    const found = (this.exports as unknown as Record<string, Exported>)[name];
    if (found === undefined) throw new Error(`the module has no function ${name}`);
    const result = found(...args);
    if (typeof result === "number" && result < 0) throw new Refused(this.answer());
    return result;
  }

  /** What the last function answered. */
  answer(): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.answered(), this.exports.answered_size());
    return this.decoder.decode(bytes);
  }

  json<T>(name: string, ...args: (number | bigint)[]): T {
    this.call(name, ...args);
    return JSON.parse(this.answer()) as T;
  }

  jsonOf<T>(name: string, text: string, ...args: (number | bigint)[]): T {
    this.ask(name, text, ...args);
    return JSON.parse(this.answer()) as T;
  }
}

async function instantiate(
  wasm: BufferSource | Response | WebAssembly.Module,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> {
  if (wasm instanceof WebAssembly.Module) return WebAssembly.instantiate(wasm, imports);
  if (typeof Response !== "undefined" && wasm instanceof Response) {
    const bytes = await wasm.arrayBuffer();
    return (await WebAssembly.instantiate(bytes, imports)).instance;
  }
  return (await WebAssembly.instantiate(wasm as BufferSource, imports)).instance;
}

// What the C++ library asks of a system: the time, and where an abort is written. There are no files.
function system(memory: () => WebAssembly.Memory): Record<string, (...args: never[]) => number> {
  const BAD_FILE = 8;
  return new Proxy(
    {
      clock_time_get(_clock: number, _precision: bigint, at: number): number {
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory().buffer).setBigUint64(at, nanoseconds, true);
        return 0;
      },
      proc_exit(code: number): number {
        throw new Error(`the core has ended with ${code}`);
      },
      environ_sizes_get(count: number, size: number): number {
        const view = new DataView(memory().buffer);
        view.setUint32(count, 0, true);
        view.setUint32(size, 0, true);
        return 0;
      },
      environ_get: (): number => 0,
    } as Record<string, (...args: never[]) => number>,
    { get: (known, name: string) => known[name] ?? ((): number => BAD_FILE) },
  );
}
