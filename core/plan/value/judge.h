// The judge: the chance to win from a position between rounds, learned from played games. A small network whose
// outputs are the probabilities to clear each of the 24 blinds once it is reached.
#pragma once
#include <span>
#include <vector>

#include "inputs.h"
#include "sums.h"

namespace jimbot::plan {

class Judge {
 public:
  // Units of the hidden layers: a multiple of kLane, at most kMaxUnits.
  struct Shape {
    int first = 256, second = 64;
  };
  static constexpr int kMaxUnits = 2048;
  static bool is_allowed(Shape shape);
  static std::size_t weight_count(Shape shape);

  // Weights layer by layer: first[feature][unit], bias, second[unit][unit], bias, last[unit][blind], bias.
  Judge(std::span<const float> weights, Shape shape);

  // What the first layer makes of a position, for others that differ from it in little.
  struct Base {
    std::vector<float> sums, features;  // by unit, by column
    Features present;
  };
  Base base_of(const Features& features) const;

  // To win: to clear all blinds from `blind` on.
  double win_chance(const Features& features, int blind) const;
  double win_chance(const Base& base, const Features& features, int blind) const;

 private:
  double win_chance(const float* sums, int blind) const;

  Shape shape_;
  std::vector<float> weights_;
};

}  // namespace jimbot::plan
