// Decks as card backs in their colours, stakes as chips.
import type { JSX } from "preact";
import { CardBack } from "./Art";

const DECKS: Record<string, string> = {
  red: "#c8453c", blue: "#3d74c0", yellow: "#d9a21f", green: "#3f9a63", black: "#33363f", magic: "#8a4fb3", nebula: "#2c5f9e", ghost: "#7f9aa8",
  abandoned: "#8d6b4a", checkered: "#b8322b", zodiac: "#5b4aa0", painted: "#d4608f", anaglyph: "#2a8f96", plasma: "#a13fb0", erratic: "#6f7d2c",
};
const STAKES: Record<string, string> = {
  white: "#e9e6dc", red: "#d8483e", green: "#3f9a63", black: "#3a3d47", blue: "#3b74c4", purple: "#7d5bb8", orange: "#e07b2c", gold: "#d79a1c",
};
const rest = (key: string): string => key.slice(key.indexOf("_") + 1);

export const DeckArt = ({ of: key }: { of: string }): JSX.Element => (
  <span class="deckart" style={{ "--back": DECKS[rest(key)] ?? "#c8453c" }}><CardBack /></span>
);
export const StakeChip = ({ of: key }: { of: string }): JSX.Element => (
  <svg viewBox="0 0 48 48" class="stakechip" aria-hidden="true" style={{ "--a": STAKES[rest(key)] ?? "#888" }}>
    <circle class="a" cx="24" cy="24" r="21" />
    {Array.from({ length: 8 }, (_, i) => <rect class="c" x="21" y="3" width="6" height="9" rx="1" transform={`rotate(${i * 45} 24 24)`} />)}
    <circle class="c" cx="24" cy="24" r="12" /><circle class="a" cx="24" cy="24" r="9" />
  </svg>
);
