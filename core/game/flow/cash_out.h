// The end of a round and the cash-out.
#pragma once
#include "state.h"

namespace jimbot {

void end_round(Game& g);
void cash_out(Game& g);
// Fixes what the cash-out of a round that has ended will pay.
void reckon_cash_out(Game& g);
// What the money in hand earns when a round ends.
std::int64_t interest(const Game& g);
// Idol, Mail-In Rebate, Ancient Joker, Castle. At run start Ancient Joker may take any suit.
void roll_round_targets(Game& g, bool run_start = false);

}  // namespace jimbot
