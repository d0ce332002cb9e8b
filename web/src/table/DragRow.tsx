// A row of things that are pressed, dragged to another place, or moved by Alt and an arrow key.
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { moved } from "../actions";

interface Props<T> {
  items: T[];
  id: (item: T, place: number) => string | number;
  label: (item: T, place: number) => string;
  draw: (item: T, place: number) => ComponentChildren;
  name: string;
  class: string;
  pressed?: (place: number) => boolean;
  mark?: (place: number) => string;
  onPress: (place: number) => void;
  /** The new order of places. */
  onMove?: (order: number[]) => void;
}
const FAR = 7; // pixels before a press is a drag

interface Drag {
  from: number;
  to: number;
  x: number;
  dx: number;
  dy: number;
  y: number;
  moving: boolean;
  centers: number[];
}

export function DragRow<T>(props: Props<T>): JSX.Element {
  const { items, onMove, onPress } = props;
  const row = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragged = useRef(false);
  const slots = (): HTMLElement[] => [...(row.current?.querySelectorAll<HTMLElement>(":scope > .slot") ?? [])];

  const down = (event: PointerEvent, from: number): void => {
    dragged.current = false;
    if (!onMove || event.button !== 0 || items.length < 2) return;
    const centers = slots().map((slot) => {
      const box = slot.getBoundingClientRect();
      return box.left + box.width / 2;
    });
    setDrag({ from, to: from, x: event.clientX, y: event.clientY, dx: 0, dy: 0, moving: false, centers });
  };
  const move = (event: PointerEvent): void => {
    if (!drag) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    const moving = drag.moving || Math.hypot(dx, dy) > FAR;
    if (!moving) return;
    if (!drag.moving) (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    dragged.current = true;
    const at = (drag.centers[drag.from] ?? 0) + dx;
    const nearest = drag.centers.reduce((best, x, i) => (Math.abs(x - at) < Math.abs((drag.centers[best] ?? 0) - at) ? i : best), 0);
    setDrag({ ...drag, dx, dy, moving, to: nearest });
  };
  const up = (): void => {
    if (drag?.moving && drag.to !== drag.from) onMove?.(moved(items.length, drag.from, drag.to));
    setDrag(null);
  };
  const key = (event: KeyboardEvent, place: number): void => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const to = place + step;
    if (!step || to < 0 || to >= items.length) return;
    event.preventDefault();
    if (event.altKey) onMove?.(moved(items.length, place, to));
    slots()[to]?.focus();
  };
  // While one is dragged the others make room for it.
  const shift = (place: number): number => {
    if (!drag?.moving || place === drag.from) return 0;
    const gap = Math.abs((drag.centers[1] ?? 0) - (drag.centers[0] ?? 0));
    if (place > drag.from && place <= drag.to) return -gap;
    return place < drag.from && place >= drag.to ? gap : 0;
  };
  return (
    <div ref={row} class={`row ${props.class}`} role="group" aria-label={props.name} style={{ "--count": items.length }}>
      {items.map((item, place) => {
        const own = drag?.moving && drag.from === place;
        const style = own ? `translate(${drag.dx}px,${drag.dy}px)` : shift(place) ? `translateX(${shift(place)}px)` : "";
        return (
          <button
            type="button"
            key={props.id(item, place)}
            class={`slot ${own ? "held" : ""} ${props.mark?.(place) ?? ""}`}
            style={{ "--place": place, "--off": place - (items.length - 1) / 2, "--drag": style || "none" }}
            aria-pressed={props.pressed ? props.pressed(place) : undefined}
            onPointerDown={(event) => down(event, place)}
            onPointerMove={move}
            onPointerUp={up}
            onPointerCancel={() => setDrag(null)}
            onKeyDown={(event) => key(event, place)}
            onClick={() => !dragged.current && onPress(place)}
          >
            <span class="sr-only">{props.label(item, place)}</span>
            {props.draw(item, place)}
          </button>
        );
      })}
    </div>
  );
}
