#include "network.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "elementary.h"

namespace jimbot::plan {

bool Network::is_allowed(Shape shape) {
  const auto fits = [](int units) { return units > 0 && units <= kMaxUnits; };
  return fits(shape.width) && fits(shape.hidden);
}

std::array<std::size_t, 6> Network::weight_counts(Shape shape) {
  const auto size = [](int rows, int units) { return static_cast<std::size_t>(rows * units); };
  const auto [width, hidden] = shape;
  return {size(position_columns() + 1, width),
          size(width + 1, width),
          size(choice_columns(), width),
          size(width + 1, hidden),
          size(hidden + 1, 2),
          size(width + 1, kBlinds)};
}

Network::Network(const Layers& from, Shape shape, const InputOptions& options, const Kernels& kernels)
    : position_(SparseLayer::of(from.position, position_columns(), shape.width)),
      choice_(SparseLayer::of(from.choice, choice_columns(), shape.width)),
      mixed_(DenseLayer::of(from.mixed, shape.width, shape.width, position_.exponent)),
      joined_(DenseLayer::of(from.joined, shape.width, shape.hidden, choice_.exponent)),
      clears_(DenseLayer::of(from.clears, shape.width, kBlinds, choice_.exponent)),
      out_(LastLayer::of(from.out, shape.hidden, 2, joined_.exponent)),
      clears_step_(scale_of(clears_.exponent)),
      inputs_(options),
      kernels_(&kernels) {
  assert(is_allowed(shape));
}

// What is computed on the way, kept by each thread.
struct Network::Scratch {
  SparseLayer::Inputs inputs;
  std::vector<std::uint16_t> pairs;
  Words position, mixed, both;
  Aligned<std::int32_t> sums;

  // The pairs of `in` in which something is not 0, or all.
  std::span<const std::uint16_t> pairs_of(const std::int16_t* in, int width, bool all) {
    pairs.resize(static_cast<std::size_t>(width / 2));
    std::size_t count = 0;
    for (int i = 0; i < width / 2; ++i) {
      std::int32_t pair;
      std::memcpy(&pair, in + 2 * i, sizeof pair);
      pairs[count] = static_cast<std::uint16_t>(i);
      count += all || pair != 0;
    }
    return {pairs.data(), count};
  }
};

namespace {

// Of each unit: what it begins with and the features add up to, at least 0.
void add_features(const Kernels& kernels, std::span<const Feature> features, const SparseLayer& layer,
                  SparseLayer::Inputs& inputs, const std::int16_t* start, std::int16_t* out) {
  layer.take(features, inputs);
  kernels.add_rows(inputs.pairs.data(), static_cast<int>(inputs.pairs.size()), layer.units, inputs.shift,
                   start, out);
}

}  // namespace

// Leaves the units of the position, and the sums of `clears`.
void Network::see_position(const Choices& choices, Scratch& scratch) const {
  scratch.position.resize(static_cast<std::size_t>(position_.units));
  add_features(*kernels_, choices.position, position_, scratch.inputs, position_.bias.data(),
               scratch.position.data());
  scratch.sums.resize(static_cast<std::size_t>(std::max(mixed_.units, kUnitStep)));
  const auto multiply = [&](const DenseLayer& layer, const Words& in) {
    const auto pairs = scratch.pairs_of(in.data(), layer.width, false);
    kernels_->multiply(layer.view(), pairs.data(), static_cast<int>(pairs.size()), in.data(), 1,
                       scratch.sums.data());
  };
  multiply(mixed_, scratch.position);
  scratch.mixed.resize(static_cast<std::size_t>(mixed_.units));
  narrow({scratch.sums.data(), scratch.mixed.size()}, mixed_.exponent, choice_.exponent,
         scratch.mixed.data());
  multiply(clears_, scratch.mixed);
}

// Leaves the sums of each choice together with the position.
void Network::see_choices(const Choices& choices, Scratch& scratch) const {
  const std::size_t count = choices.features.ends.size(), width = scratch.mixed.size();
  scratch.both.resize(count * width);
  std::uint32_t begin = 0;
  std::int16_t* both = scratch.both.data();
  for (const std::uint32_t end : choices.features.ends) {
    add_features(*kernels_, {choices.features.values.data() + begin, end - begin}, choice_, scratch.inputs,
                 scratch.mixed.data(), both);
    both += width, begin = end;
  }
  scratch.sums.resize(count * static_cast<std::size_t>(joined_.units));
  const auto pairs = scratch.pairs_of(scratch.both.data(), joined_.width, true);
  kernels_->multiply(joined_.view(), pairs.data(), static_cast<int>(pairs.size()), scratch.both.data(),
                     static_cast<int>(count), scratch.sums.data());
}

void Network::judge(const Choices& choices, Opinion& out) const {
  thread_local Scratch scratch;
  see_position(choices, scratch);
  for (std::size_t i = 0; i < out.clears.size(); ++i)
    out.clears[i] = static_cast<float>(scratch.sums[i] * clears_step_);
  see_choices(choices, scratch);
  out.logits.clear(), out.prices.clear();
  for (std::size_t i = 0; i < choices.features.ends.size(); ++i) {
    const std::int32_t* sums = scratch.sums.data() + i * static_cast<std::size_t>(joined_.units);
    out.logits.push_back(out_.sum(0, sums)), out.prices.push_back(out_.sum(1, sums));
  }
}

std::vector<Network::Rated> Network::rate(const Game& g, std::uint64_t draw_seed) const {
  thread_local Choices choices;
  thread_local Opinion opinion;
  list_choices(g, inputs_, draw_seed, choices);
  judge(choices, opinion);
  const float most = opinion.logits[static_cast<std::size_t>(opinion.likeliest())];
  const double best = *std::max_element(opinion.prices.begin(), opinion.prices.end());
  const double chance = opinion.win_chance(plan::blind_number(g));
  double sum = 0;
  for (const float logit : opinion.logits) sum += elementary::exp(static_cast<double>(logit - most));
  std::vector<Rated> out;
  for (std::size_t i = 0; i < choices.all.size(); ++i) {
    const double share = elementary::exp(static_cast<double>(opinion.logits[i] - most)) / sum;
    const double value = chance + (opinion.prices[i] - best) / kPriceScale;
    out.push_back({choices.all[i], static_cast<float>(share), std::clamp(value, 0.0, 1.0)});
  }
  std::ranges::stable_sort(out, std::greater{}, &Rated::probability);
  return out;
}

int Network::Opinion::likeliest() const {
  return static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

double Network::Opinion::win_chance(int blind) const {
  double product = 1;
  for (std::size_t i = static_cast<std::size_t>(blind); i < clears.size(); ++i)
    product *= 1 / (1 + elementary::exp(-static_cast<double>(clears[i])));
  return product;
}

}  // namespace jimbot::plan
