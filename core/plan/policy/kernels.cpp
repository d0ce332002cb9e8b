// The kernels for each kind of processor.
#include "kernels.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "processors.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace jimbot::plan {
namespace {

namespace plain {
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
}  // namespace plain

#ifdef JIMBOT_X86
JIMBOT_FOR("ssse3")
namespace ssse3 {
using Vector = __m128i;
constexpr int kWords = 8, kBatch = 2;
inline Vector load(const void* p) { return _mm_loadu_si128(static_cast<const Vector*>(p)); }
inline void store(void* p, Vector v) { _mm_storeu_si128(static_cast<Vector*>(p), v); }
inline Vector spread(std::int32_t pair) { return _mm_set1_epi32(pair); }
inline Vector add_pairs(Vector sum, Vector w, Vector x) { return _mm_add_epi32(sum, _mm_madd_epi16(w, x)); }
struct Wide {
  Vector low, high;
};
inline void add_two(Wide& sum, Vector one, Vector two, Vector x) {
  sum.low = add_pairs(sum.low, _mm_unpacklo_epi16(one, two), x);
  sum.high = add_pairs(sum.high, _mm_unpackhi_epi16(one, two), x);
}
inline Vector narrow(const Wide& sum, Vector start, int shift) {
  const Vector half = _mm_set1_epi32(1 << shift >> 1);
  const __m128i by = _mm_cvtsi32_si128(shift);
  const Vector low = _mm_sra_epi32(_mm_add_epi32(sum.low, half), by);
  const Vector high = _mm_sra_epi32(_mm_add_epi32(sum.high, half), by);
  return _mm_max_epi16(_mm_adds_epi16(start, _mm_packs_epi32(low, high)), Vector{});
}
#include "kernels_code.inc"
}  // namespace ssse3
JIMBOT_END

JIMBOT_FOR("avx2")
namespace avx2 {
using Vector = __m256i;
constexpr int kWords = 16, kBatch = 2;
inline Vector load(const void* p) { return _mm256_loadu_si256(static_cast<const Vector*>(p)); }
inline void store(void* p, Vector v) { _mm256_storeu_si256(static_cast<Vector*>(p), v); }
inline Vector spread(std::int32_t pair) { return _mm256_set1_epi32(pair); }
inline Vector add_pairs(Vector sum, Vector w, Vector x) {
  return _mm256_add_epi32(sum, _mm256_madd_epi16(w, x));
}
struct Wide {
  Vector low, high;
};
inline void add_two(Wide& sum, Vector one, Vector two, Vector x) {
  sum.low = add_pairs(sum.low, _mm256_unpacklo_epi16(one, two), x);
  sum.high = add_pairs(sum.high, _mm256_unpackhi_epi16(one, two), x);
}
inline Vector narrow(const Wide& sum, Vector start, int shift) {
  const Vector half = _mm256_set1_epi32(1 << shift >> 1);
  const __m128i by = _mm_cvtsi32_si128(shift);
  const Vector low = _mm256_sra_epi32(_mm256_add_epi32(sum.low, half), by);
  const Vector high = _mm256_sra_epi32(_mm256_add_epi32(sum.high, half), by);
  return _mm256_max_epi16(_mm256_adds_epi16(start, _mm256_packs_epi32(low, high)), Vector{});
}
#include "kernels_code.inc"
}  // namespace avx2
JIMBOT_END

JIMBOT_FOR("avx512bw,avx512vnni")
namespace avx512 {
using Vector = __m512i;
constexpr int kWords = 32, kBatch = 4;
inline Vector load(const void* p) { return _mm512_loadu_si512(p); }
inline void store(void* p, Vector v) { _mm512_storeu_si512(p, v); }
inline Vector spread(std::int32_t pair) { return _mm512_set1_epi32(pair); }
inline Vector add_pairs(Vector sum, Vector w, Vector x) { return _mm512_dpwssd_epi32(sum, w, x); }
struct Wide {
  Vector low, high;
};
inline void add_two(Wide& sum, Vector one, Vector two, Vector x) {
  sum.low = add_pairs(sum.low, _mm512_unpacklo_epi16(one, two), x);
  sum.high = add_pairs(sum.high, _mm512_unpackhi_epi16(one, two), x);
}
// gcc 12 warns of its own _mm512_sra_epi32.
inline Vector shifted(Vector v, __m128i by) { return _mm512_maskz_sra_epi32(0xFFFF, v, by); }
inline Vector narrow(const Wide& sum, Vector start, int shift) {
  const Vector half = _mm512_set1_epi32(1 << shift >> 1);
  const __m128i by = _mm_cvtsi32_si128(shift);
  const Vector low = shifted(_mm512_add_epi32(sum.low, half), by);
  const Vector high = shifted(_mm512_add_epi32(sum.high, half), by);
  return _mm512_max_epi16(_mm512_adds_epi16(start, _mm512_packs_epi32(low, high)), Vector{});
}
#include "kernels_code.inc"
}  // namespace avx512
JIMBOT_END
#elif defined(__aarch64__)
namespace neon {
using Vector = int16x8_t;
constexpr int kWords = 8, kBatch = 2;
inline Vector load(const std::int16_t* p) { return vld1q_s16(p); }
inline Vector load(const std::int32_t* p) { return vreinterpretq_s16_s32(vld1q_s32(p)); }
inline void store(std::int16_t* p, Vector v) { vst1q_s16(p, v); }
inline void store(std::int32_t* p, Vector v) { vst1q_s32(p, vreinterpretq_s32_s16(v)); }
inline Vector spread(std::int32_t pair) { return vreinterpretq_s16_s32(vdupq_n_s32(pair)); }
inline Vector add_pairs(Vector sum, Vector w, Vector x) {
  const int32x4_t low = vmull_s16(vget_low_s16(w), vget_low_s16(x)), high = vmull_high_s16(w, x);
  return vreinterpretq_s16_s32(vaddq_s32(vreinterpretq_s32_s16(sum), vpaddq_s32(low, high)));
}
struct Wide {
  int32x4_t low, high;
};
inline void add_two(Wide& sum, Vector one, Vector two, Vector x) {
  const int16x4_t by = vget_low_s16(x);
  sum.low = vmlal_lane_s16(sum.low, vget_low_s16(one), by, 0);
  sum.low = vmlal_lane_s16(sum.low, vget_low_s16(two), by, 1);
  sum.high = vmlal_high_lane_s16(sum.high, one, by, 0);
  sum.high = vmlal_high_lane_s16(sum.high, two, by, 1);
}
inline Vector narrow(const Wide& sum, Vector start, int shift) {
  const int32x4_t half = vdupq_n_s32(1 << shift >> 1), by = vdupq_n_s32(-shift);
  const int32x4_t low = vshlq_s32(vaddq_s32(sum.low, half), by);
  const int32x4_t high = vshlq_s32(vaddq_s32(sum.high, half), by);
  return vmaxq_s16(vqaddq_s16(start, vqmovn_high_s32(vqmovn_s32(low), high)), vdupq_n_s16(0));
}
#include "kernels_code.inc"
}  // namespace neon
#elif defined(__wasm_simd128__)
namespace wasm {
using Vector = v128_t;
constexpr int kWords = 8, kBatch = 2;
inline Vector load(const void* p) { return wasm_v128_load(p); }
inline void store(void* p, Vector v) { wasm_v128_store(p, v); }
inline Vector spread(std::int32_t pair) { return wasm_i32x4_splat(pair); }
inline Vector add_pairs(Vector sum, Vector w, Vector x) {
  return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(w, x));
}
struct Wide {
  Vector low, high;
};
inline void add_two(Wide& sum, Vector one, Vector two, Vector x) {
  sum.low = add_pairs(sum.low, wasm_i16x8_shuffle(one, two, 0, 8, 1, 9, 2, 10, 3, 11), x);
  sum.high = add_pairs(sum.high, wasm_i16x8_shuffle(one, two, 4, 12, 5, 13, 6, 14, 7, 15), x);
}
inline Vector narrow(const Wide& sum, Vector start, int shift) {
  const Vector half = wasm_i32x4_splat(1 << shift >> 1);
  const Vector low = wasm_i32x4_shr(wasm_i32x4_add(sum.low, half), static_cast<std::uint32_t>(shift));
  const Vector high = wasm_i32x4_shr(wasm_i32x4_add(sum.high, half), static_cast<std::uint32_t>(shift));
  return wasm_i16x8_max(wasm_i16x8_add_sat(start, wasm_i16x8_narrow_i32x4(low, high)), wasm_i16x8_splat(0));
}
#include "kernels_code.inc"
}  // namespace wasm
#endif

#define JIMBOT_KERNELS(kind) {#kind, kind::add_rows, kind::multiply}

std::vector<const Kernels*> found_here() {
  std::vector<const Kernels*> found;
#ifdef JIMBOT_X86
  static constexpr Kernels kAvx512 = JIMBOT_KERNELS(avx512), kAvx2 = JIMBOT_KERNELS(avx2),
                           kSsse3 = JIMBOT_KERNELS(ssse3);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni")) found.push_back(&kAvx512);
  if (__builtin_cpu_supports("avx2")) found.push_back(&kAvx2);
  if (__builtin_cpu_supports("ssse3")) found.push_back(&kSsse3);
#elif defined(__aarch64__)
  static constexpr Kernels kNeon = JIMBOT_KERNELS(neon);
  found.push_back(&kNeon);
#elif defined(__wasm_simd128__)
  static constexpr Kernels kWasm = JIMBOT_KERNELS(wasm);
  found.push_back(&kWasm);
#endif
  static constexpr Kernels kPlain = JIMBOT_KERNELS(plain);
  found.push_back(&kPlain);
  return found;
}

}  // namespace

std::span<const Kernels* const> kernels_here() {
  static const std::vector<const Kernels*> kFound = found_here();
  return kFound;
}

}  // namespace jimbot::plan
