// What takes time: advice, reviews, calculations, searches. A newer question of the same kind ends an older one.
import { Core, type Fact, type Player } from "@jimbot/core";
import { calculate } from "./calculate";
import { Coach, type Go } from "./coach";

export type Question =
  | { kind: "advise"; notation: string; deep: boolean }
  | { kind: "whyNot"; notation: string; mine: string; best: string }
  | { kind: "review"; start: string; decisions: string[] }
  | { kind: "calculate"; notation: string }
  | { kind: "decide"; notation: string; agent: "policy" | "heuristic" | "search"; fresh: boolean }
  | { kind: "search"; parts: Fact[][]; deck: number; stake: number; first: string; count: number; draw: string };
export type Asked = { id: number; question: Question } | { module: WebAssembly.Module; weights?: ArrayBuffer } | { stop: string };
export interface Answered {
  id: number;
  value?: unknown;
  error?: string;
  part?: boolean;
}

let core: Core, coach: Coach | undefined;
let ready: Promise<void> = Promise.resolve();
const newest = new Map<string, number>();
const players = new Map<string, Player>();

self.onmessage = ({ data }: MessageEvent<Asked>): void => {
  if ("module" in data) {
    ready = Core.load(data.module, data.weights && new Uint8Array(data.weights)).then((loaded) => {
      core = loaded;
    });
  } else if ("stop" in data) {
    newest.set(data.stop, -1);
  } else {
    newest.set(data.question.kind, data.id);
    void answer(data.id, data.question);
  }
};

async function answer(id: number, question: Question): Promise<void> {
  const send = (message: Omit<Answered, "id">): void => self.postMessage({ id, ...message });
  const wanted = (): boolean => newest.get(question.kind) === id;
  const go: Go = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return wanted();
  };
  try {
    await ready;
    if (await go()) send({ value: await work(question, (part) => wanted() && send({ value: part, part: true }), go) });
    else send({ value: undefined });
  } catch (error) {
    send({ error: error instanceof Error ? error.message : String(error) });
  }
}

async function work(question: Question, say: (part: unknown) => void, go: Go): Promise<unknown> {
  switch (question.kind) {
    case "advise": return (coach ??= new Coach(core)).advise(question.notation, question.deep, say, go);
    case "whyNot": return (coach ??= new Coach(core)).whyNot(question.notation, question.mine, question.best);
    case "review": return (coach ??= new Coach(core)).review(question.start, question.decisions, say, go);
    case "calculate": return calculate(core, question.notation, say, go);
    case "decide": return decide(question.notation, question.agent, question.fresh);
    case "search": {
      const { parts, deck, stake, first, count, draw } = question;
      return core.seedSearch(parts, deck, stake, BigInt(first), count, BigInt(draw));
    }
  }
}

function decide(notation: string, agent: "policy" | "heuristic" | "search", fresh: boolean): unknown {
  let player = players.get(agent);
  if (!player) players.set(agent, (player = core.player(agent)));
  if (fresh) player.forget();
  const game = core.read(notation);
  const decision = player.decide(game, game.seenNumber());
  game.drop();
  return decision;
}
