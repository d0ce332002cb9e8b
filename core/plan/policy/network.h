// A network of decisions, asked for one position at a time: how likely each choice is and what it is worth, and the
// chance to clear each of the 24 blinds once it is reached. DecisionNet of jimbot.models, computed with integers, so that
// every machine gets the same sums in whatever order it adds.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "choices.h"
#include "integers.h"

namespace jimbot::plan {

inline constexpr double kPriceScale = 10;  // the chance to win times this: small numbers are learned badly

class Network {
 public:
  // Units: of a position and of a choice, then of both together. At least 1, at most kMaxUnits.
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
  Network(const Layers& layers, Shape shape, const InputOptions& options = {},
          const Kernels& kernels = *kernels_here().front());

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
  struct Scratch;
  void see_position(const Choices& choices, Scratch& scratch) const;
  void see_choices(const Choices& choices, Scratch& scratch) const;

  SparseLayer position_, choice_;
  DenseLayer mixed_, joined_, clears_;
  LastLayer out_;
  double clears_step_;
  InputOptions inputs_;
  const Kernels* kernels_;
};

}  // namespace jimbot::plan
