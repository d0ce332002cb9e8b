// Two hidden layers. Sums run over units side by side, so that every build gives the same numbers.
#include "strategist/judge.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace jimbot::strategist {
namespace {

// out += x * weights, `units` of them.
void add(float* out, float x, const float* weights, int units) {
  for (int i = 0; i < units; ++i) out[i] += x * weights[i];
}

void rectify(float* out, int units) {
  for (int i = 0; i < units; ++i) out[i] = std::max(0.0f, out[i]);
}

}  // namespace

std::size_t Judge::weight_count() {
  return static_cast<std::size_t>((feature_count() + 1) * kFirst + (kFirst + 1) * kSecond +
                                  (kSecond + 1) * kBlinds);
}

Judge::Judge(std::span<const float> weights) : weights_(weights.begin(), weights.end()) {
  assert(weights.size() == weight_count());
}

Judge::Chances Judge::clear_chances(const Features& features) const {
  const float* first = weights_.data();
  const float* first_bias = first + feature_count() * kFirst;
  const float* second = first_bias + kFirst;
  const float* second_bias = second + kFirst * kSecond;
  const float* last = second_bias + kSecond;
  const float* last_bias = last + kSecond * kBlinds;
  float a[kFirst], b[kSecond], c[kBlinds];
  std::copy_n(first_bias, kFirst, a);
  for (const Feature& f : features) add(a, f.value, first + f.index * kFirst, kFirst);
  rectify(a, kFirst);
  std::copy_n(second_bias, kSecond, b);
  for (int i = 0; i < kFirst; ++i)
    if (a[i] > 0) add(b, a[i], second + i * kSecond, kSecond);
  rectify(b, kSecond);
  std::copy_n(last_bias, kBlinds, c);
  for (int i = 0; i < kSecond; ++i)
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
