// Sums run over units side by side, so that every build gives the same numbers.
#include "network.h"

#include <algorithm>
#include <cassert>

#include "elementary.h"

namespace jimbot::plan {

using plan::kBlinds;
using plan::kLane;
using plan::Sums;

namespace {

void add_features(std::span<const Feature> features, const std::vector<float>& layer, float* out, int units) {
  Sums sums(out, units);
  for (const Feature& f : features) sums.add(f.value, layer.data() + f.index * units);
}

// What a layer makes of `inputs` numbers, of which those below 0 count as 0.
void pass_on(const float* in, int inputs, const std::vector<float>& layer, float* out, int units) {
  const float* bias = layer.data() + inputs * units;
  std::copy_n(bias, units, out);
  Sums sums(out, units);
  for (int i = 0; i < inputs; ++i) sums.add_if_positive(in[i], layer.data() + i * units);
}

}  // namespace

bool Network::is_allowed(Shape shape) {
  const auto fits = [](int units) { return units > 0 && units <= kMaxUnits && units % kLane == 0; };
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

Network::Network(Layers layers, Shape shape, const InputOptions& options)
    : shape_(shape), layers_(std::move(layers)), inputs_(options) {
  assert(is_allowed(shape));
}

void Network::judge(const Choices& choices, Opinion& out) const {
  const auto [width, hidden] = shape_;
  thread_local float position[kMaxUnits], mixed[kMaxUnits], both[kMaxUnits], joined[kMaxUnits];
  std::copy_n(layers_.position.data() + position_columns() * width, width, position);
  add_features(choices.position, layers_.position, position, width);
  pass_on(position, width, layers_.mixed, mixed, width);
  for (int i = 0; i < width; ++i) mixed[i] = std::max(0.0f, mixed[i]);
  pass_on(mixed, width, layers_.clears, out.clears.data(), kBlinds);
  out.logits.clear(), out.prices.clear();
  std::uint32_t begin = 0;
  for (const std::uint32_t end : choices.features.ends) {
    std::copy_n(mixed, width, both);
    add_features({choices.features.values.data() + begin, end - begin}, layers_.choice, both, width);
    pass_on(both, width, layers_.joined, joined, hidden);
    const float* row = layers_.out.data();
    float logit = row[2 * hidden], price = row[2 * hidden + 1];
    for (int i = 0; i < hidden; ++i, row += 2) {
      const float in = std::max(0.0f, joined[i]);
      logit += in * row[0], price += in * row[1];
    }
    out.logits.push_back(logit), out.prices.push_back(price);
    begin = end;
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
