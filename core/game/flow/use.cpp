// Using consumables and selling.
#include "flow/use.h"

#include "create.h"
#include "flow/round.h"
#include "passes.h"

namespace jimbot {

void use_from_slot(Game& g, int slot, std::span<const std::uint8_t> positions) {
  const ConsumableId id = g.consumables[slot].id;
  g.consumables.erase(slot);
  use_consumable(g, id, positions);
}

void use_consumable(Game& g, ConsumableId id, std::span<const std::uint8_t> positions) {
  std::uint64_t chosen = 0;
  for (std::uint8_t p : positions) chosen |= 1ull << p;
  std::uint8_t targets[kMaxHand];
  std::size_t count = 0;
  for (int i = 0; i < g.hand.size(); ++i)
    if (chosen & (1ull << i)) targets[count++] = g.hand[i];

  Ctx c{.g = g};
  c.source = Source::consumable;
  c.targets = {targets, count};
  g.being_used = static_cast<std::uint8_t>(id);
  row(id).use(c);
  g.being_used = kNone;
  remove_dying(g);

  const ConsumableKind kind = kind_of(id);
  if (kind == ConsumableKind::tarot) ++g.tarots_used;
  if (kind == ConsumableKind::planet) g.planets_used |= 1u << (static_cast<int>(id) - kTarots);
  if (kind != ConsumableKind::spectral) g.last_consumable = static_cast<std::uint8_t>(id);
  for_each_acting(c, kConsumableUsed, [&](Ctx& ctx, const JokerRow& r) { r.consumable_used(ctx, id); });
  settle_round(g);
}

// The card's own effect, the others' reactions, the money, the removal; under Verdant Leaf the sale of a
// joker disables the blind.
void sell_joker(Game& g, int position) {
  Ctx c{.g = g};
  act(c, position, kSold, [](Ctx& ctx, const JokerRow& r) { r.sold(ctx); });
  for_each_acting(c, kOtherSold, [&](Ctx& ctx, const JokerRow& r) {
    if (ctx.at != position) r.other_sold(ctx);
  });
  g.money += sell_value(g, g.jokers[position]);
  lose_joker(g, position);
  if (put_pinned_left(g)) refresh(g);
  if (const BlindRow& blind = blind_in_force(g); blind.joker_sold) blind.joker_sold(c);
  settle_round(g);
}

void sell_consumable(Game& g, int slot) {
  Ctx c{.g = g};
  for_each_acting(c, kOtherSold, [](Ctx& ctx, const JokerRow& r) { r.other_sold(ctx); });
  g.money += sell_value(g, g.consumables[slot]);
  g.consumables.erase(slot);
}

}  // namespace jimbot
