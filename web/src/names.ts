// Names and texts of everything, by key.
import type { Content, NamedRow } from "@jimbot/core";

export class Names {
  private readonly rows = new Map<string, { name: string; text: string }>();

  constructor(readonly content: Content) {
    for (const kind of ["joker", "consumable", "voucher", "tag", "blind", "deck", "stake", "challenge", "edition", "enhancement", "seal"] as const)
      for (const row of content[kind] as NamedRow[]) this.rows.set(row.key, row);
    for (const { key, name, cards, picks } of content.booster) this.rows.set(key, { name, text: `${picks} / ${cards}` });
  }
  of(key: string | undefined): string {
    return (key && this.rows.get(key)?.name) || key || "?";
  }
  text(key: string | undefined): string {
    return (key && this.rows.get(key)?.text) || "";
  }
}
