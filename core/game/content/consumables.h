// The three tables behind row(ConsumableId), and conditions their cards share.
#pragma once
#include <span>

#include "action.h"
#include "content.h"
#include "jokers.h"

namespace jimbot {

std::span<const ConsumableRow> tarot_rows();
std::span<const ConsumableRow> planet_rows();
std::span<const ConsumableRow> spectral_rows();

// A card used from its slot frees that slot first.
inline Reason needs_consumable_room(const Game& g, bool from_slot) {
  const int held = g.consumables.size() - (from_slot ? 1 : 0);
  return held < consumable_limit(g) ? Reason::none : Reason::no_room_for_consumable;
}
inline Reason needs_joker_room(const Game& g, bool) {
  return g.jokers.size() < joker_limit(g) ? Reason::none : Reason::no_room_for_joker;
}
// Debuffed jokers count too [OP-49].
inline bool is_plain(const Joker& joker) { return joker.edition == Edition::none; }
inline Reason needs_plain_joker(const Game& g, bool) {
  for (const Joker& joker : g.jokers)
    if (is_plain(joker)) return Reason::none;
  return Reason::no_plain_joker;
}

}  // namespace jimbot
