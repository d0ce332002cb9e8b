// Two hidden layers. Sums run over units side by side, so that every build gives the same numbers.
#include "strategist/judge.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace jimbot::strategist {
namespace {

static_assert(kBlinds % Judge::kLane == 0);

// out += x * weights, `units` of them: a multiple of kLane, so that no loop has a rest.
void add(float* __restrict out, float x, const float* __restrict weights, int units) {
  for (int i = 0; i < units; i += Judge::kLane)
    for (int lane = 0; lane < Judge::kLane; ++lane) out[i + lane] += x * weights[i + lane];
}

void rectify(float* out, int units) {
  for (int i = 0; i < units; ++i) out[i] = std::max(0.0f, out[i]);
}

}  // namespace

bool Judge::is_allowed(Shape shape) {
  const auto fits = [](int units) { return units > 0 && units <= kMostUnits && units % kLane == 0; };
  return fits(shape.first) && fits(shape.second);
}

std::size_t Judge::weight_count(Shape shape) {
  return static_cast<std::size_t>((feature_count() + 1) * shape.first + (shape.first + 1) * shape.second +
                                  (shape.second + 1) * kBlinds);
}

Judge::Judge(std::span<const float> weights, Shape shape)
    : shape_(shape), weights_(weights.begin(), weights.end()) {
  assert(is_allowed(shape) && weights.size() == weight_count(shape));
}

Judge::Chances Judge::clear_chances(const Features& features) const {
  const auto [units, inner] = shape_;
  const float* first = weights_.data();
  const float* first_bias = first + feature_count() * units;
  const float* second = first_bias + units;
  const float* second_bias = second + units * inner;
  const float* last = second_bias + inner;
  const float* last_bias = last + inner * kBlinds;
  float a[kMostUnits], b[kMostUnits], c[kBlinds];
  std::copy_n(first_bias, units, a);
  for (const Feature& f : features) add(a, f.value, first + f.index * units, units);
  rectify(a, units);
  std::copy_n(second_bias, inner, b);
  for (int i = 0; i < units; ++i)
    if (a[i] > 0) add(b, a[i], second + i * inner, inner);
  rectify(b, inner);
  std::copy_n(last_bias, kBlinds, c);
  for (int i = 0; i < inner; ++i)
    if (b[i] > 0) add(c, b[i], last + i * kBlinds, kBlinds);
  Chances chances;
  for (int i = 0; i < kBlinds; ++i)
    chances[static_cast<std::size_t>(i)] = 1 / (1 + std::exp(-static_cast<double>(c[i])));
  return chances;
}

double Judge::win_chance(const Features& features, int blind) const {
  const Chances chances = clear_chances(features);
  double product = 1;
  for (int i = blind; i < kBlinds; ++i) product *= chances[static_cast<std::size_t>(i)];
  return product;
}

}  // namespace jimbot::strategist
