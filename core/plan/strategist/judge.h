// The judge: the chance to win from a position between rounds, learned from played games. A small network whose
// outputs are the chances to clear each of the 24 blinds once it is reached.
#pragma once
#include <span>
#include <vector>

#include "strategist/features.h"

namespace jimbot::strategist {

inline constexpr int kBlinds = 24;

class Judge {
 public:
  // Weights layer by layer: first[feature][unit], bias, second[unit][unit], bias, last[unit][blind], bias.
  explicit Judge(std::span<const float> weights);
  static std::size_t weight_count();

  using Chances = std::array<double, kBlinds>;
  Chances clear_chances(const Features& features) const;
  // Of all blinds from `blind` on.
  double win_chance(const Features& features, int blind) const;

  static constexpr int kFirst = 256, kSecond = 64;

 private:
  std::vector<float> weights_;
};

}  // namespace jimbot::strategist
