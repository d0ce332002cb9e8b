// A network of decisions, asked for one position at a time: how likely each choice is and what it is worth, and the
// chance to clear each of the 24 blinds once it is reached. The same as DecisionNet of jimbot.models.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "choices.h"
#include "judge.h"

namespace jimbot::plan {

inline constexpr double kPriceScale = 10;  // the chance to win times this: small numbers are learned badly

class Network {
 public:
  // Units: of a position and of a choice, then of both together. Multiples of kLane, at most kMaxUnits.
  struct Shape {
    int width = 256, hidden = 32;
  };
  static constexpr int kMaxUnits = 2048;
  static bool is_allowed(Shape shape);

  // Layers, each with a row of weights for every input; the bias is its last row.
  struct Layers {
    std::vector<float> position, mixed, choice, joined, out, clears;
  };
  // Weights of each layer; choices have no bias.
  static std::array<std::size_t, 6> weight_counts(Shape shape);
  // `options`: the inputs that it was trained with.
  Network(Layers layers, Shape shape, const InputOptions& options = {});

  struct Opinion {
    std::vector<float> logits, prices;  // of each choice
    std::array<float, plan::kBlinds> clears;  // log odds

    int likeliest() const;
    double win_chance(int blind) const;  // to clear all blinds from this one on
  };
  void judge(const Choices& choices, Opinion& out) const;

  // A choice, how likely it is, and the chance to win that it leaves.
  struct Rated {
    Choice choice;
    float probability;
    double value;
  };
  // Every choice, most likely first; of those that are equally likely, the first one listed.
  std::vector<Rated> rate(const Game& g, std::uint64_t draw_seed) const;

  const InputOptions& inputs() const { return inputs_; }

 private:
  Shape shape_;
  Layers layers_;
  InputOptions inputs_;
};

}  // namespace jimbot::plan
