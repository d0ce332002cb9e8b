// The end of a round and the cash-out.
#pragma once
#include "state.h"

namespace jimbot {

void end_round(Game& g);
void cash_out(Game& g);
void roll_round_targets(Game& g);  // Idol, Mail-In Rebate, Ancient Joker, Castle

}  // namespace jimbot
