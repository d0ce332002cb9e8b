#include "integers.h"

#include <algorithm>
#include <cmath>

namespace jimbot::plan {
namespace {

constexpr int kLargest = 32767, kFinest = 14, kSparseFinest = 13;
constexpr int kInputBits = 10, kLargestInput = 16;
constexpr int kSumBits = 14;  // by which sums of sparse numbers are finer than their layer counts
constexpr std::int64_t kLargestSum = (std::int64_t{1} << 31) - (1 << kSumBits);

double times_power(double x, int exponent) { return std::ldexp(x, exponent); }

std::int64_t rounded(float x, double times) {
  return static_cast<std::int64_t>(std::floor(static_cast<double>(x) * times + 0.5));
}

std::int16_t word(float x, double times) {
  return static_cast<std::int16_t>(std::clamp<std::int64_t>(rounded(x, times), -kLargest, kLargest));
}

double largest_of(std::span<const float> weights) {
  double most = 0;
  for (const float w : weights) most = std::max(most, std::abs(static_cast<double>(w)));
  return most;
}

std::int16_t scaled_input(float x) {
  constexpr float kMax = kLargestInput << kInputBits;
  const float bounded = std::clamp(x * (1 << kInputBits), -kMax, kMax);
  return static_cast<std::int16_t>(bounded + std::copysign(0.5f, bounded));
}

// Inputs so large that a sum of 32 bits might not hold them count half as finely, or less.
void keep_within_bounds(SparseLayer::Inputs& in, std::int64_t sum, std::int64_t largest) {
  int down = 0;
  while ((sum >> down) * largest > kLargestSum && down < kSumBits) ++down;
  for (SparsePair& pair : in.pairs)
    for (std::int16_t& value : pair.values) value = static_cast<std::int16_t>(value / (1 << down));
  in.shift -= down;
}

// The finest exponent up to `finest` with which nothing is larger than `bound`.
int exponent_within(double most, double bound, int finest) {
  while (times_power(most, finest) > bound) --finest;
  return finest;
}

}  // namespace

double scale_of(int exponent) { return times_power(1, -exponent); }

int padded(int units) { return (units + kUnitStep - 1) / kUnitStep * kUnitStep; }

SparseLayer SparseLayer::of(std::span<const float> from, int rows, int units) {
  const int wide = padded(units), fine = exponent_within(largest_of(from), kLargest, kSparseFinest);
  SparseLayer layer{Words(static_cast<std::size_t>(rows * wide)), Words(static_cast<std::size_t>(wide)), wide,
                    fine + kInputBits - kSumBits, 0};
  const double times = times_power(1, fine), bias_times = times_power(1, layer.exponent);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const int row = static_cast<int>(i) / units, unit = static_cast<int>(i) % units;
    if (row < rows)
      layer.weights[static_cast<std::size_t>(row * wide + unit)] = word(from[i], times);
    else
      layer.bias[static_cast<std::size_t>(unit)] = word(from[i], bias_times);
  }
  for (const std::int16_t weight : layer.weights)
    layer.largest = std::max<std::int64_t>(layer.largest, std::abs(weight));
  return layer;
}

void SparseLayer::take(std::span<const Feature> features, Inputs& out) const {
  out.pairs.resize(features.size() / 2 + 1);
  out.shift = kSumBits;
  std::size_t count = 0;
  std::int64_t sum = 0;
  const auto put = [&](const std::int16_t* row, std::int16_t value) {
    out.pairs[count / 2].rows[count % 2] = row;
    out.pairs[count / 2].values[count % 2] = value;
  };
  for (const Feature& f : features) {
    const std::int16_t value = scaled_input(f.value);
    put(weights.data() + f.index * units, value);
    count += value != 0;
    sum += std::abs(value);
  }
  if (count % 2) put(weights.data(), 0);
  out.pairs.resize((count + 1) / 2);
  if (sum * largest > kLargestSum) keep_within_bounds(out, sum, largest);
}

DenseLayer DenseLayer::of(std::span<const float> from, int inputs, int units, int input_exponent) {
  const int width = padded(inputs), wide = padded(units);
  const auto at = [&](int row, int unit) { return from[static_cast<std::size_t>(row * units + unit)]; };
  const auto bound = [&](int unit, int fine) {
    double above = 0, below = 0;
    for (int i = 0; i < inputs; ++i) (at(i, unit) > 0 ? above : below) += static_cast<double>(at(i, unit));
    return kLargest * (times_power(std::max(above, -below), fine) + inputs / 2.0) +
           times_power(std::abs(static_cast<double>(at(inputs, unit))), fine + input_exponent) + 1;
  };
  int fine =
      exponent_within(largest_of(from.first(static_cast<std::size_t>(inputs * units))), kLargest, kFinest);
  for (int unit = 0; unit < units; ++unit)
    while (bound(unit, fine) > static_cast<double>(kLargestSum)) --fine;
  DenseLayer layer{Words(static_cast<std::size_t>(width * wide)),
                   Aligned<std::int32_t>(static_cast<std::size_t>(wide)), width, wide, fine + input_exponent};
  const double times = times_power(1, fine), bias_times = times_power(1, layer.exponent);
  for (int unit = 0; unit < units; ++unit) {
    for (int i = 0; i < inputs; ++i)
      layer.weights[static_cast<std::size_t>((i / 2 * wide + unit) * 2 + i % 2)] = word(at(i, unit), times);
    layer.bias[static_cast<std::size_t>(unit)] =
        static_cast<std::int32_t>(rounded(at(inputs, unit), bias_times));
  }
  return layer;
}

LastLayer LastLayer::of(std::span<const float> from, int inputs, int units, int input_exponent) {
  const std::size_t weights = static_cast<std::size_t>(inputs * units);
  const int fine = exponent_within(largest_of(from.first(weights)), 1 << 20, 16);
  LastLayer layer{std::vector<std::int64_t>(weights), {}, inputs, fine + input_exponent};
  const double times = times_power(1, fine), bias_times = times_power(1, layer.exponent);
  for (int unit = 0; unit < units; ++unit) {
    for (int i = 0; i < inputs; ++i)
      layer.weights[static_cast<std::size_t>(unit * inputs + i)] =
          rounded(from[static_cast<std::size_t>(i * units + unit)], times);
    layer.bias.push_back(rounded(from[weights + static_cast<std::size_t>(unit)], bias_times));
  }
  return layer;
}

float LastLayer::sum(int unit, const std::int32_t* in) const {
  std::int64_t sum = bias[static_cast<std::size_t>(unit)];
  const std::int64_t* row = weights.data() + unit * inputs;
  for (int i = 0; i < inputs; ++i) sum += row[i] * std::max(0, in[i]);
  return static_cast<float>(static_cast<double>(sum) * step);
}

void narrow(std::span<const std::int32_t> sums, int exponent, int to_exponent, std::int16_t* out) {
  const int shift = exponent - to_exponent;
  if (shift <= 0) {
    const std::int64_t times = std::int64_t{1} << std::min(31, -shift);
    for (const std::int32_t sum : sums)
      *out++ = static_cast<std::int16_t>(std::clamp<std::int64_t>(sum * times, 0, kLargest));
    return;
  }
  const int down = std::min(31, shift), half = 1 << (down - 1);
  for (const std::int32_t sum : sums) {
    const std::int32_t least = std::clamp(sum, 0, 0x7FFFFFFF - half);
    *out++ = static_cast<std::int16_t>(std::min((least + half) >> down, kLargest));
  }
}

}  // namespace jimbot::plan
