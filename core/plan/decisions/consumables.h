// When to use a consumable, and on which cards.
#pragma once
#include "action.h"
#include "tuning.h"

namespace jimbot::plan {

// The cards for a consumable that takes some. False: none is worth it.
bool choose_targets(const Game& g, ConsumableId id, Action& a, const Tuning& tuning);
// A consumable in a slot that should be used now, before anything else. False: none.
bool use_now(const Game& g, Action& out, const Tuning& tuning);
// Would this consumable be used if it were taken? (Room is not asked.)
bool is_wanted(const Game& g, ConsumableId id);

}  // namespace jimbot::plan
