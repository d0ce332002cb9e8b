// Making cards: what a pool may give, editions, stickers, seals, prices.
#pragma once
#include <optional>

#include "content.h"
#include "rolls.h"
#include "state.h"

namespace jimbot {

enum class JokerSource : std::uint8_t {
  shop,
  buffoon,
  judgement,
  riff_raff,
  top_up,
  uncommon_tag,
  rare_tag,
  wraith,
  soul,
};

// The first two rolls of a joker.
Rarity roll_rarity(Game& g, JokerSource source);
JokerId draw_joker(Game& g, JokerSource source, Rarity rarity);
// Rolls a joker: rarity, key, stickers (shop and packs), edition. It gets the next creation number.
Joker make_joker(Game& g, JokerSource source);
Joker make_joker_of(Game& g, JokerId id);  // that joker, plain; takes a creation number
Consumable make_consumable(Game& g, ConsumableId id);
// The Soul or Black Hole in the place of a pack's card.
std::optional<ConsumableId> roll_soul(Game& g, ConsumableKind kind);
// Draws a Tarot, Planet or Spectral from its pool. Soulable (packs): The Soul and Black Hole may replace it.
Consumable draw_consumable(Game& g, ConsumableKind kind, Stream pool, bool soulable);
// What a slot of the shop row holds, in the order of the weighted roll.
enum class SlotType : std::uint8_t { joker, tarot, planet, card, spectral };
std::array<double, 5> slot_rates(const Game& g);  // by SlotType
SlotType roll_slot_type(Game& g);
Item make_shop_item(Game& g);
void fill_pack(Game& g, BoosterId id);
int roll_voucher(Game& g, Stream pool);     // VoucherId, never a hole
void show_voucher(Game& g, VoucherId id);  // in this shop
Tag roll_tag(Game& g);
BlindId roll_boss(Game& g);
BoosterId roll_booster(Game& g);

// Not unlocked by the player yet; the legendary ones always are.
inline bool is_locked(const Game& g, JokerId id) {
  const int i = static_cast<int>(id);
  return g.locked_jokers[static_cast<std::size_t>(i / 64)] >> (i % 64) & 1;
}
// Foil, Holographic, Polychrome from one roll, for Aura and the Wheel of Fortune: 50 / 35 / 15 %.
Edition guaranteed_edition(double roll);
Seal seal_of_roll(double roll);

bool in_use(const Game& g, JokerId id);
// Pools may give it; a boss, if none is used less often.
bool joker_available(const Game& g, JokerId id);
bool consumable_available(const Game& g, ConsumableId id);
bool voucher_available(const Game& g, VoucherId id);
bool tag_available(const Game& g, TagId id);
bool boss_available(const Game& g, BlindId id);
bool in_use(const Game& g, ConsumableId id);
bool is_banned(const Game& g, JokerId id);
bool is_banned(const Game& g, ConsumableId id);

// Prices: base, inflation, edition, discount, then Astronomer, Rental, tags.
std::int64_t price_of(const Game& g, const Item& item);
std::int64_t price_of(const Game& g, const PackOffer& pack);
std::int64_t price_of(const Game& g, VoucherId voucher);
std::int64_t sell_value(const Game& g, const Joker& joker);
std::int64_t sell_value(const Game& g, const Consumable& consumable);
std::int64_t reroll_price(const Game& g);
std::int64_t boss_reroll_price(const Game& g);  // 0: no voucher allows it
bool may_reroll_boss_again(const Game& g);      // in the same ante
std::int64_t spendable(const Game& g);      // money and credit

}  // namespace jimbot
