// All 150 jokers, found by name or text.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Tile } from "../art/Art";
import type { Names } from "../names";
import { t } from "../text";

const RARITIES = ["", "common", "uncommon", "rare", "legendary"];
export function JokerPicker({ names, pick }: { names: Names; pick: (key: string) => void }): JSX.Element {
  const [text, setText] = useState("");
  const [rarity, setRarity] = useState("");
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = names.content.joker.filter((joker) =>
    (!rarity || joker.rarity === rarity) && words.every((word) => `${joker.name} ${joker.text}`.toLowerCase().includes(word)));
  return (
    <div class="picker">
      <div class="fields">
        <input type="text" aria-label={t("search")} placeholder={t("search")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <select aria-label="rarity" value={rarity} onChange={(event) => setRarity(event.currentTarget.value)}>{RARITIES.map((one) => <option value={one}>{one || "150"}</option>)}</select>
      </div>
      <div class="picks">{found.map(({ key, name, text: says }) => <button type="button" class="slot" title={says} aria-label={`${name}. ${says}`} onClick={() => pick(key)}><Tile of={key} name={name} kind="joker" /></button>)}</div>
    </div>
  );
}
