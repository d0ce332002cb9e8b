// Which poker hand some cards make, and which of them score.
#pragma once
#include "verbs.h"

namespace jimbot {

// Fills type, contains and scoring from hand.played.
void find_hand(const Game& g, Hand& hand);

}  // namespace jimbot
