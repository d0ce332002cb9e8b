// The built-in hand planner: the next play or discard, from what a player sees.
#pragma once
#include "action.h"
#include "policy_random.h"
#include "tuning.h"

namespace jimbot {

// How far it looks: discard candidates looked at, redraws per candidate (from 16 on the best few are also
// played out to the end of the round as often). Both 0: it never looks ahead.
struct PlannerOptions {
  int discards = 12;
  int samples = 24;
  Tuning tuning = {};
};

// The next play or discard in SELECTING_HAND (asserted). Reads only what a player sees; `random` drives the
// redraws. Always legal.
Action plan_hand(const Game& g, const PlannerOptions& options, PolicyRandom& random);

// The chance to clear the blind if this play or discard (legal: asserted) comes now and plan_hand goes on.
double clear_chance(const Game& g, const Action& action, const PlannerOptions& options, PolicyRandom& random);

}  // namespace jimbot
