// What a learner sees of a game, as Python gives it.
#pragma once
#include "check.h"
#include "choices.h"

namespace jimbot {

inline plan::InputOptions input_options_of(int redraws, int rounds) {
  check_within("redraws", redraws, 0, 100'000);
  if (rounds != 0) check_within("rounds", rounds, 2, 100'000);
  return {redraws, rounds};
}

}  // namespace jimbot
