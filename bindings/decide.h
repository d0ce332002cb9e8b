// Asking an agent of the core.
#pragma once
#include <memory>

#include "check.h"
#include "released.h"
#include "strategist.h"

namespace jimbot {

// From a copy made while no other thread can change the game.
template <class Decider>
Decision decide(const Decider& decider, const Game& g, std::uint64_t draw_seed, bool detailed) {
  if (g.phase == Phase::game_over) refuse("the run is over");
  const auto copy = std::make_unique<Game>(g);
  const Released released;
  return decider.decide(*copy, draw_seed, detailed ? Detail::all : Detail::weighed);
}

}  // namespace jimbot
