// A position between rounds, reduced to what the strength of its build depends on: builds that score alike are equal.
#pragma once
#include <array>

#include "state.h"
#include "tuning.h"

namespace jimbot::plan {

// To the choice of the Big Blind, with all that no hand reads set to one value; the random streams stay. False in
// phases that have no way there.
bool reduce(Game& g);

// 128 bits of all that a reduced position holds but the streams.
struct Fingerprint {
  std::uint64_t low = 0, high = 0;
  bool operator==(const Fingerprint&) const = default;
  // What matters besides.
  void add(std::uint64_t word);
  void add(const Tuning& tuning);
};
Fingerprint fingerprint_of(const Game& reduced);

}  // namespace jimbot::plan
