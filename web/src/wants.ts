// What one looks for in a seed, as facts that the core can search for, and where a report holds it.
import type { Content, Fact, SeedAnte, Subject } from "@jimbot/core";
import type { Names } from "./names";
import { t } from "./text";

export interface Want {
  keys: string[];
  place: "anywhere" | "shop" | "pack";
  until: number;
  edition: string;
}
type Where = { kind: "boss" | "voucher" | "tags" } | { kind: "shop"; slot: number } | { kind: "pack"; pack: string };

/** Any of these will do. None: it never comes. */
export function factsOf({ keys, place, until, edition }: Want, content: Content): Fact[] {
  const [key = ""] = keys;
  const fact = (subject: Subject): Fact => ({ subject, antes: [1, until], keys, edition });
  if (key.startsWith("bl_")) return [fact("boss")];
  if (key.startsWith("v_")) return content.voucher.find((row) => row.key === key)?.requires ? [] : [fact("voucher")];
  if (key.startsWith("tag_")) return [fact("small_tag"), fact("big_tag")];
  const joker = content.joker.find((row) => row.key === key);
  if (joker?.rarity === "legendary") return place === "shop" ? [] : [fact("legendary")];
  if (joker?.gate || key === "j_cavendish") return [];
  const spectral = content.consumable.find((row) => row.key === key)?.kind === "spectral";
  const out: Fact[] = [];
  if (place !== "pack" && !spectral) out.push(fact("shop"));
  if (place !== "shop") out.push(fact("pack_card"));
  return out;
}

export function placesOf({ keys, place, until, edition }: Want, antes: SeedAnte[]): { ante: number; where: Where }[] {
  const out: { ante: number; where: Where }[] = [];
  const fits = (item: { kind: string; key?: string; edition: string }): boolean =>
    item.kind !== "card" && keys.includes(item.key ?? "") && (!edition || item.edition === edition);
  for (const { ante, boss, voucher, tags, shop, packs } of antes) {
    if (ante > until) break;
    if (keys.includes(boss)) out.push({ ante, where: { kind: "boss" } });
    if (keys.includes(voucher)) out.push({ ante, where: { kind: "voucher" } });
    if (tags.some((tag) => keys.includes(tag))) out.push({ ante, where: { kind: "tags" } });
    if (place !== "pack") shop.forEach((item, slot) => fits(item) && out.push({ ante, where: { kind: "shop", slot } }));
    if (place !== "shop") packs.forEach(({ pack, cards }) => cards.some(fits) && out.push({ ante, where: { kind: "pack", pack } }));
  }
  return out;
}

export const wantWords = ({ keys, place, until, edition }: Want, names: Names): string =>
  [edition, keys.map((key) => names.of(key)).join(", "), place === "shop" ? t("inShop") : place === "pack" ? t("inPack") : "", `${t("until")} ${until}`].filter(Boolean).join(" ");
