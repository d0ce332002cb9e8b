// A run at the table: its position, the decisions that led there, and the way back.
import type { Core, Game, Seen } from "@jimbot/core";
import { signal, type Signal } from "./state";

export interface Kept {
  start: string;
  decisions: string[];
}
const REMEMBERED = 400;

export class Run {
  readonly seen: Signal<Seen>;
  readonly decisions: string[] = [];
  private readonly before: { game: Game; decisions: number }[] = [];

  constructor(
    readonly core: Core,
    private game: Game,
    readonly start: string,
  ) {
    this.seen = signal(game.see());
  }

  /** From a notation; decisions that follow are made. */
  static from(core: Core, { start, decisions }: Kept): Run {
    const run = new Run(core, core.read(start), start);
    for (const decision of decisions) run.make(decision);
    run.seen.set(run.game.see());
    return run;
  }

  apply(decision: string): void {
    this.make(decision);
    this.seen.set(this.game.see());
  }

  private make(decision: string): void {
    const copy = this.game.copy();
    try {
      this.game.apply(decision);
    } catch (error) {
      copy.drop();
      throw error;
    }
    this.before.push({ game: copy, decisions: this.decisions.length });
    if (this.before.length > REMEMBERED) this.before.shift()?.game.drop();
    this.decisions.push(decision);
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  undo(): void {
    const last = this.before.pop();
    if (!last) return;
    this.game.drop();
    this.game = last.game;
    this.decisions.length = last.decisions;
    this.seen.set(this.game.see());
  }

  /** The position before the last decision. */
  get last(): Seen | undefined {
    return this.before.at(-1)?.game.see();
  }
  get position(): Game {
    return this.game;
  }
  kept(): Kept {
    return { start: this.start, decisions: this.decisions };
  }
  drop(): void {
    this.game.drop();
    for (const { game } of this.before) game.drop();
    this.before.length = 0;
  }
}
