// The loops in which a network of integers spends its time, for each instruction set. All give the same sums.
#pragma once
#include <cstdint>
#include <span>

namespace jimbot::plan {

inline constexpr int kUnitStep = 32;  // units of every layer: a multiple

// Two numbers, times a power of 2, and the rows of weights that they go with.
struct SparsePair {
  const std::int16_t* rows[2];
  std::int16_t values[2];
};

struct Kernels {
  const char* name;

  // Of each unit: the sum of values times weights, divided by 2^shift, rounded, added to `start`; at least 0, at most
  // what 16 bits hold.
  void (*add_rows)(const SparsePair* pairs, int count, int units, int shift, const std::int16_t* start,
                   std::int16_t* out);

  // Of each unit and each of `batch` vectors: bias plus the sum of inputs times weights. Weights lie by pairs of inputs,
  // then by unit; pairs that are not listed count as 0. `width`: inputs from one vector to the next.
  struct Layer {
    const std::int16_t* weights;
    const std::int32_t* bias;
    int width, units;
  };
  void (*multiply)(const Layer& layer, const std::uint16_t* pairs, int pair_count, const std::int16_t* in,
                   int batch, std::int32_t* sums);
};

// Those that this processor can run, the fastest first.
std::span<const Kernels* const> kernels_here();

}  // namespace jimbot::plan
