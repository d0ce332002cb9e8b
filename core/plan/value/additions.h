// A position with jokers added to it: how strong its build is then, and the chance to win.
#pragma once
#include "builds.h"
#include "judge.h"

namespace jimbot::plan {

struct Worth {
  double strength = 0;  // mean of ln(chips of a round)
  double boss = 0;      // the same against the boss of the ante
  double chance = 0;    // to win
};

// All in the same worlds, so that differences are those of the jokers. Any number of threads may ask.
class Additions {
 public:
  Additions(const Game& g, const Judge& judge, const Tuning& tuning, int rounds);

  // The position with these jokers, new ones, at the end of the row.
  Worth with(std::span<const JokerId> jokers) const;

 private:
  Game seen_;
  const Judge& judge_;
  Builds builds_;
};

}  // namespace jimbot::plan
