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
  // Units of the hidden layers: a multiple of kLane, at most kMostUnits.
  struct Shape {
    int first = 256, second = 64;
  };
  static constexpr int kLane = 8, kMostUnits = 2048;
  static bool is_allowed(Shape shape);
  static std::size_t weight_count(Shape shape);

  // Weights layer by layer: first[feature][unit], bias, second[unit][unit], bias, last[unit][blind], bias.
  Judge(std::span<const float> weights, Shape shape);

  using Chances = std::array<double, kBlinds>;
  Chances clear_chances(const Features& features) const;
  // Of all blinds from `blind` on.
  double win_chance(const Features& features, int blind) const;

 private:
  Shape shape_;
  std::vector<float> weights_;
};

}  // namespace jimbot::strategist
