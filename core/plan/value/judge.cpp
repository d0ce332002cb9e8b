// Two hidden layers. Sums run over units side by side, so that every build gives the same numbers.
#include "judge.h"

#include <algorithm>
#include <cassert>

#include "elementary.h"

namespace jimbot::plan {

static_assert(kBlinds % kLane == 0);

bool Judge::is_allowed(Shape shape) {
  const auto fits = [](int units) { return units > 0 && units <= kMaxUnits && units % kLane == 0; };
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

Judge::Base Judge::base_of(const Features& features) const {
  const int units = shape_.first;
  const float* bias = weights_.data() + feature_count() * units;
  Base base{{bias, bias + units}, std::vector<float>(static_cast<std::size_t>(feature_count())), features};
  Sums sums(base.sums.data(), units);
  for (const Feature& f : features) {
    sums.add(f.value, weights_.data() + f.index * units);
    base.features[f.index] = f.value;
  }
  return base;
}

double Judge::win_chance(const Features& features, int blind) const {
  return win_chance(base_of(features).sums.data(), blind);
}

double Judge::win_chance(const Base& base, const Features& features, int blind) const {
  const int units = shape_.first;
  float sums[kMaxUnits], less[kMaxFeatures];
  std::copy(base.sums.begin(), base.sums.end(), sums);
  std::copy(base.features.begin(), base.features.end(), less);
  {
    Sums sum(sums, units);
    const auto add = [&](int column, float x) {
      if (x != 0) sum.add(x, weights_.data() + column * units);
    };
    for (const Feature& f : features) {
      add(f.index, f.value - less[f.index]);
      less[f.index] = 0;
    }
    for (const Feature& f : base.present) add(f.index, -less[f.index]);
  }
  return win_chance(sums, blind);
}

double Judge::win_chance(const float* sums, int blind) const {
  const auto [units, inner] = shape_;
  const float* second = weights_.data() + (feature_count() + 1) * units;
  const float* second_bias = second + units * inner;
  const float* last = second_bias + inner;
  const float* last_bias = last + inner * kBlinds;
  float b[kMaxUnits], c[kBlinds];
  std::copy_n(second_bias, inner, b);
  {
    Sums sum(b, inner);
    for (int i = 0; i < units; ++i) sum.add_if_positive(sums[i], second + i * inner);
  }
  std::copy_n(last_bias, kBlinds, c);
  {
    Sums sum(c, kBlinds);
    for (int i = 0; i < inner; ++i) sum.add_if_positive(b[i], last + i * kBlinds);
  }
  double product = 1;
  for (int i = blind; i < kBlinds; ++i) product *= 1 / (1 + elementary::exp(-static_cast<double>(c[i])));
  return product;
}

}  // namespace jimbot::plan
