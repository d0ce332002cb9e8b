// A position between rounds as numbers: what the judge sees. Only facts that a player sees.
#pragma once
#include "strategist/strength.h"

namespace jimbot::strategist {

struct Feature {
  std::uint16_t index;
  float value;
};
using Features = FixedVec<Feature, 576, std::uint32_t>;  // those that are not 0

int feature_count();
int blind_number(const Game& g);  // 0 to 23: the next one to be played; the index of the first feature

// What comes next and is not yet seen.
enum class Unseen : std::uint8_t { nothing, shelf, pack, shop };

struct Build {
  Strength usual, boss;  // against a plain blind, and against the boss of this ante
};

Features features_of(const Game& g, const Build& build, Unseen unseen);

}  // namespace jimbot::strategist
