// Starting a run.
#pragma once
#include <string_view>

#include "state.h"

namespace jimbot {

struct RunOptions {
  std::string_view seed;
  DeckId deck = DeckId::red;
  Stake stake = Stake::white;
  std::uint8_t challenge = kNone;  // ChallengeId
  Variant variant = Variant::vanilla;
  bool endless = false;
  bool one_chip = false;
  int target_percent = 100;  // of what blinds ask for, 1 to 100
};

void start_run(Game& g, const RunOptions& options);

}  // namespace jimbot
