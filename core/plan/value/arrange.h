// The order of the jokers.
#pragma once
#include "action.h"
#include "tuning.h"

namespace jimbot::plan {

// Puts the jokers in a good order: chips, mult, card by card, multipliers; copiers beside what they copy.
void arrange(Game& g, const Tuning& tuning);
// The action that does so, or false if they are in that order.
bool arrangement(const Game& g, Action& out, const Tuning& tuning);

}  // namespace jimbot::plan
