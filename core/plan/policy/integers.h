// Layers of a network as integers, made of its weights in a way that every machine repeats to the bit.
#pragma once
#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "inputs.h"
#include "kernels.h"

namespace jimbot::plan {

// Vectors of every instruction set are loaded from one line of the cache.
template <class T>
struct CacheLines {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};
  CacheLines() = default;
  template <class Other>
  CacheLines(const CacheLines<Other>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, kLine); }
  bool operator==(const CacheLines&) const = default;
};
template <class T>
using Aligned = std::vector<T, CacheLines<T>>;
using Words = Aligned<std::int16_t>;

int padded(int units);  // to whole steps of kUnitStep
double scale_of(int exponent);  // 2^-exponent

// What sparse numbers add up to. Sums count in 2^-exponent and hold 16 times the largest weight, at least 64.
struct SparseLayer {
  Words weights, bias;  // by row, padded
  int units, exponent;
  std::int64_t largest;  // of the weights

  // Rows of weights, and the bias last where there is one.
  static SparseLayer of(std::span<const float> weights, int rows, int units);

  struct Inputs {
    std::vector<SparsePair> pairs;
    int shift;  // of their sums, to count as sums of this layer do
  };
  // Of features beyond 16 only 16 count.
  void take(std::span<const Feature> features, Inputs& out) const;
};

// What 16-bit numbers from 0 up add up to; its weights are as fine as 32 bits allow for any such numbers.
struct DenseLayer {
  Words weights;
  Aligned<std::int32_t> bias;
  int width, units, exponent;  // of sums

  static DenseLayer of(std::span<const float> weights, int inputs, int units, int input_exponent);
  Kernels::Layer view() const { return {weights.data(), bias.data(), width, units}; }
};

// Few sums of numbers from 0 up, to 64 bits.
struct LastLayer {
  std::vector<std::int64_t> weights, bias;  // by unit, then by input
  int inputs, exponent;
  double step = scale_of(exponent);

  static LastLayer of(std::span<const float> weights, int inputs, int units, int input_exponent);
  float sum(int unit, const std::int32_t* in) const;
};

// Sums as 16-bit numbers of another scale, those below 0 as 0.
void narrow(std::span<const std::int32_t> sums, int exponent, int to_exponent, std::int16_t* out);

}  // namespace jimbot::plan
