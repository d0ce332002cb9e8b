// A position between rounds as numbers: what the judge sees. Only facts that a player sees.
#pragma once
#include <span>
#include <string_view>

#include "strength.h"

namespace jimbot::plan {

struct Feature {
  std::uint16_t index;
  float value;
};
using Features = FixedVec<Feature, 640, std::uint32_t>;  // those that are not 0

// Columns that belong together. Those behind `used` are always 0: room for content that is yet to come.
struct FeatureBlock {
  std::string_view name;
  int start, size, used;
};

inline constexpr int kMaxFeatures = 2048;
int feature_count();
std::span<const FeatureBlock> feature_layout();  // one block after the other
inline constexpr int kBlinds = 24;
int blind_number(const Game& g);  // 0 to 23: the next one to be played; the index of the first feature

// What comes next and is not yet seen, or not yet decided: what else this shop will be used for.
enum class Unseen : std::uint8_t { nothing, shelf, pack, shop, rest_of_shop };
Unseen unseen_after(const Game& after, const Action& a);
// By calls nothing can be sold while a pack is open: without a free slot its jokers are of no use.
bool is_useless(const Game& g, BoosterId pack);

struct Build {
  Strength usual, boss;  // against a plain blind, and against the boss of this ante
  double lasting = 0;  // mean of the former once every Perishable has failed
};

Features features_of(const Game& g, const Build& build, Unseen unseen);
Features features_of(const Game& g, Unseen unseen);  // of a build that nobody has measured

}  // namespace jimbot::plan
