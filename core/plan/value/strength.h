// How strong a build is: chips that it scores in a whole round, measured by playing rounds.
#pragma once
#include <functional>

#include "action.h"
#include "policy_random.h"
#include "tuning.h"

namespace jimbot::plan {

inline constexpr int kEarlyRounds = 4;

// Mean and deviation of ln(chips of a round), and the usual chips of each hand type.
struct Strength {
  double mean = 0, deviation = 0;
  double early = 0;  // the mean of the first kEarlyRounds
  int rounds = 0;
  EnumArray<HandType, float> of_type{};
  struct MakeUp {
    float chips = 0, mult = 0, times = 0;
  };
  EnumArray<HandType, MakeUp> make_up{};  // without the cards
};

// The same worlds for all builds of one decision, so that differences are those of the builds.
class Yardstick {
 public:
  explicit Yardstick(std::uint64_t seed, const Tuning& tuning) : seed_(seed), tuning_(tuning) {}

  // Plays `rounds` rounds from here: the blind of that number (0 Small, 1 Big, 2 Boss) with an endless target. Depends
  // on nothing but the seed, the tuning and what `reduce` leaves of the position.
  Strength measure(const Game& g, int blind, int rounds) const {
    return measure(g, blind, rounds, [](const Strength&) { return true; });
  }
  // Likewise; after kEarlyRounds `goes_on` is asked whether it is worth the rest.
  Strength measure(const Game& g, int blind, int rounds,
                   const std::function<bool(const Strength&)>& goes_on) const;
  // The same with the real pipeline and the quick hand planner: dearer, and exact for every joker.
  Strength measure_exactly(const Game& g, int blind, int rounds) const;

 private:
  std::uint64_t seed_;
  const Tuning& tuning_;
};

}  // namespace jimbot::plan
