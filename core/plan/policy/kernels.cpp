// Kernels without vectors, and the choice among all of them.
#include "kernels.h"

#include <algorithm>
#include <array>

namespace jimbot::plan {
namespace {

std::int16_t word(int x) { return static_cast<std::int16_t>(std::clamp(x, -0x8000, 0x7FFF)); }

void add_rows(const SparsePair* pairs, int count, int units, int shift, const std::int16_t* start,
              std::int16_t* out) {
  for (int u = 0; u < units; ++u) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < 2; ++k) sum += pairs[i].values[k] * pairs[i].rows[k][u];
    const int rounded = word((sum + (1 << shift >> 1)) >> shift);
    out[u] = std::max<std::int16_t>(0, word(start[u] + rounded));
  }
}

void multiply(const Kernels::Layer& layer, const std::uint16_t* pairs, int pair_count, const std::int16_t* in,
              int batch, std::int32_t* sums) {
  for (int b = 0; b < batch; ++b, in += layer.width, sums += layer.units) {
    std::copy_n(layer.bias, layer.units, sums);
    for (int i = 0; i < pair_count; ++i) {
      const std::int16_t* x = in + 2 * pairs[i];
      const std::int16_t* w = layer.weights + 2 * pairs[i] * layer.units;
      for (int u = 0; u < layer.units; ++u) sums[u] += x[0] * w[2 * u] + x[1] * w[2 * u + 1];
    }
  }
}

}  // namespace

const Kernels kPlainKernels{"plain", add_rows, multiply};
#if defined(__x86_64__)
extern const Kernels kSsse3Kernels, kAvx2Kernels, kAvx512Kernels;
#elif defined(__ARM_NEON) && defined(__aarch64__)
extern const Kernels kNeonKernels;
#elif defined(__wasm_simd128__)
extern const Kernels kWasmKernels;
#endif

namespace {

std::array<const Kernels*, 5> found() {
  std::array<const Kernels*, 5> all{};
  auto next = all.begin();
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni")) *next++ = &kAvx512Kernels;
  if (__builtin_cpu_supports("avx2")) *next++ = &kAvx2Kernels;
  if (__builtin_cpu_supports("ssse3")) *next++ = &kSsse3Kernels;
#elif defined(__ARM_NEON) && defined(__aarch64__)
  *next++ = &kNeonKernels;
#elif defined(__wasm_simd128__)
  *next++ = &kWasmKernels;
#endif
  *next = &kPlainKernels;
  return all;
}

}  // namespace

const Kernels* kernels_here(int i) {
  static const std::array<const Kernels*, 5> kFound = found();
  return kFound[static_cast<std::size_t>(i)];
}

const Kernels& fastest_kernels() { return *kernels_here(0); }

}  // namespace jimbot::plan
