// A sheet over the page, which Escape or a press beside it closes.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../text";

export function Sheet({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={close} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <header><h2>{title}</h2><button type="button" class="quiet" aria-label={t("close")} onClick={() => dialog.current?.close()}>✕</button></header>
      <div class="sheetbody">{children}</div>
    </dialog>
  );
}
