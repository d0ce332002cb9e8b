// Kernels over the vectors of one instruction set: sums stay in registers while the inputs pass.
// `Ops` has: Vector, kWords (int16 in one), kBatch (vectors of inputs that share a load of weights), load, store, spread
// (two int16 as one int32); add_pairs; and Wide, 32-bit sums of as many units as there are int16 in a Vector, with
// add_rows and narrow.
#pragma once
#include "kernels.h"

namespace jimbot::plan {
namespace {

constexpr int kTile = 4;  // vectors of sums side by side, for each vector of inputs

inline std::int32_t pair_at(const std::int16_t* p) {
  std::int32_t pair;
  __builtin_memcpy(&pair, p, sizeof pair);
  return pair;
}

template <class Ops, int kCount>
void add_tile(const SparsePair* pairs, int count, int first, int shift, const std::int16_t* start,
              std::int16_t* out) {
  typename Ops::Wide sum[kCount] = {};
  for (int i = 0; i < count; ++i) {
    const typename Ops::Vector x = Ops::spread(pair_at(pairs[i].values));
    const std::int16_t *one = pairs[i].rows[0] + first, *two = pairs[i].rows[1] + first;
    for (int k = 0; k < kCount; ++k)
      Ops::add_rows(sum[k], Ops::load(one + k * Ops::kWords), Ops::load(two + k * Ops::kWords), x);
  }
  for (int k = 0; k < kCount; ++k) {
    const int at = first + k * Ops::kWords;
    Ops::store(out + at, Ops::narrow(sum[k], Ops::load(start + at), shift));
  }
}

template <class Ops>
void add_rows(const SparsePair* pairs, int count, int units, int shift, const std::int16_t* start,
              std::int16_t* out) {
  int first = 0;
  for (; first + kTile * Ops::kWords <= units; first += kTile * Ops::kWords)
    add_tile<Ops, kTile>(pairs, count, first, shift, start, out);
  for (; first + 2 * Ops::kWords <= units; first += 2 * Ops::kWords)
    add_tile<Ops, 2>(pairs, count, first, shift, start, out);
  for (; first < units; first += Ops::kWords) add_tile<Ops, 1>(pairs, count, first, shift, start, out);
}

template <class Ops, int kBatch, int kCount>
void multiply_tile(const Kernels::Layer& layer, const std::uint16_t* pairs, int pair_count,
                   const std::int16_t* in, int first, std::int32_t* sums) {
  constexpr int kUnits = Ops::kWords / 2;
  typename Ops::Vector sum[kBatch][kCount];
  for (int b = 0; b < kBatch; ++b)
    for (int k = 0; k < kCount; ++k) sum[b][k] = Ops::load(layer.bias + first + k * kUnits);
  for (int i = 0; i < pair_count; ++i) {
    const std::int16_t* weights = layer.weights + 2 * (pairs[i] * layer.units + first);
    typename Ops::Vector weight[kCount];
    for (int k = 0; k < kCount; ++k) weight[k] = Ops::load(weights + k * Ops::kWords);
    for (int b = 0; b < kBatch; ++b) {
      const typename Ops::Vector x = Ops::spread(pair_at(in + b * layer.width + 2 * pairs[i]));
      for (int k = 0; k < kCount; ++k) sum[b][k] = Ops::add_pairs(sum[b][k], weight[k], x);
    }
  }
  for (int b = 0; b < kBatch; ++b)
    for (int k = 0; k < kCount; ++k) Ops::store(sums + b * layer.units + first + k * kUnits, sum[b][k]);
}

template <class Ops, int kBatch>
void multiply_batch(const Kernels::Layer& layer, const std::uint16_t* pairs, int pair_count,
                    const std::int16_t* in, std::int32_t* sums) {
  constexpr int kUnits = Ops::kWords / 2;
  int first = 0;
  for (; first + kTile * kUnits <= layer.units; first += kTile * kUnits)
    multiply_tile<Ops, kBatch, kTile>(layer, pairs, pair_count, in, first, sums);
  for (; first < layer.units; first += kUnits)
    multiply_tile<Ops, kBatch, 1>(layer, pairs, pair_count, in, first, sums);
}

template <class Ops>
void multiply(const Kernels::Layer& layer, const std::uint16_t* pairs, int pair_count, const std::int16_t* in,
              int batch, std::int32_t* sums) {
  int b = 0;
  for (; b + Ops::kBatch <= batch; b += Ops::kBatch)
    multiply_batch<Ops, Ops::kBatch>(layer, pairs, pair_count, in + b * layer.width, sums + b * layer.units);
  for (; b < batch; ++b)
    multiply_batch<Ops, 1>(layer, pairs, pair_count, in + b * layer.width, sums + b * layer.units);
}

}  // namespace
}  // namespace jimbot::plan
