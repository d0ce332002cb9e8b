// Short messages at the foot of the page.
import { signal } from "./state";

export const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;
export function say(text: string): void {
  message.set(text);
  clearTimeout(timer);
  timer = setTimeout(() => message.set(""), 6000);
}
