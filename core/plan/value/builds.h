// Builds measured by playing rounds, each one once: in worlds that stay the same throughout an ante, with the jokers in
// a good order.
#pragma once
#include "inputs.h"
#include "reduced.h"

namespace jimbot::plan {

// A position reduced to its build.
struct Reduced {
  explicit Reduced(const Game& g);
  Game now;
  bool measurable;
  Fingerprint key;
};

class Builds {
 public:
  Builds(const Tuning& tuning, int rounds, bool joker_order = true, bool boss_in_view = true)
      : tuning_(tuning), rounds_(rounds), joker_order_(joker_order), boss_in_view_(boss_in_view) {}

  // Before anything is measured. What a player sees of the ante, and nothing random, says which.
  void choose_worlds(const Game& seen);
  // After a few rounds `goes_on` is asked whether more are wanted.
  Strength strength(const Reduced& reduced, int blind,
                    const std::function<bool(const Strength&)>& goes_on) const;
  Strength strength(const Reduced& reduced, int blind) const {
    return strength(reduced, blind, [](const Strength&) { return true; });
  }
  Build build_of(const Game& g, const Reduced& reduced) const;  // nothing if it cannot be measured
  // Likewise, as if the boss and Perishables took as much from it as from another build.
  Build rough_build_of(const Reduced& reduced, const Build& other) const;

 private:
  const Tuning& tuning_;
  int rounds_;
  bool joker_order_, boss_in_view_;
  std::uint64_t worlds_ = 0;
  std::uint64_t how_ = 0;  // builds are measured: worlds, rounds and constants
};

}  // namespace jimbot::plan
