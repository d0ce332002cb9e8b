// Values that are watched: a component that uses one is drawn again when it changes.
import { useEffect, useState } from "preact/hooks";

export interface Signal<T> {
  value: T;
  set(to: T): void;
  watch(watcher: () => void): () => void;
}
export function signal<T>(value: T): Signal<T> {
  const watchers = new Set<() => void>();
  return {
    value,
    set(to: T): void {
      this.value = to;
      for (const watcher of [...watchers]) watcher();
    },
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
export function useSignal<T>(of: Signal<T>): T {
  const [, draw] = useState(0);
  useEffect(() => of.watch(() => draw((n) => n + 1)), [of]);
  return of.value;
}
