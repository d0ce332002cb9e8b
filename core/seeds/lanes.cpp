// The lanes for each kind of processor. With link-time optimisation gcc 12 may leave `Lanes` on the stack at any address:
// vectors are read and written wherever they lie.
#include "lanes.h"

#include <bit>
#include <vector>

#include "processors.h"

#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors never leave this file
#endif

namespace jimbot {
namespace {

constexpr double kPi = 3.141592653589793, kE = 2.7182818284590452354;

namespace plain {
using V [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(8)]] = double;
using U [[gnu::vector_size(16)]] = std::uint64_t;
inline V floor_of(V x) { return V{__builtin_floor(x[0]), __builtin_floor(x[1])}; }
inline LaneMask pack(U flags) { return (flags[0] != 0) | (flags[1] != 0) << 1; }
inline U times(U a, std::uint64_t b) { return a * b; }
#include "lanes_code.inc"
}  // namespace plain

#ifdef JIMBOT_X86
JIMBOT_FOR("avx2")
namespace avx2 {
using V [[gnu::vector_size(32), gnu::may_alias, gnu::aligned(8)]] = double;
using U [[gnu::vector_size(32)]] = std::uint64_t;
inline V floor_of(V x) { return (V)_mm256_floor_pd((__m256d)x); }
inline LaneMask pack(U flags) { return static_cast<LaneMask>(_mm256_movemask_pd((__m256d)flags)); }
inline U times(U a, std::uint64_t b) {  // both below 2^32
  return (U)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(static_cast<long long>(b)));
}
#include "lanes_code.inc"
}  // namespace avx2
JIMBOT_END

JIMBOT_FOR("avx512f,avx512dq")
namespace avx512 {
using V [[gnu::vector_size(64), gnu::may_alias, gnu::aligned(8)]] = double;
using U [[gnu::vector_size(64)]] = std::uint64_t;
inline V floor_of(V x) { return (V)_mm512_floor_pd((__m512d)x); }
inline LaneMask pack(U flags) { return _mm512_movepi64_mask((__m512i)flags); }
inline U times(U a, std::uint64_t b) {
  return (U)_mm512_maskz_mul_epu32(0xff, (__m512i)a, _mm512_set1_epi64(static_cast<long long>(b)));
}
#include "lanes_code.inc"
}  // namespace avx512
JIMBOT_END
#endif

#define JIMBOT_CODE(kind) \
  {#kind, kind::hash_text, kind::hash_lanes, kind::draw, kind::above, kind::among, kind::same, kind::failed}

std::vector<const LaneCode*> codes_here() {
  std::vector<const LaneCode*> codes;
#ifdef JIMBOT_X86
  static constexpr LaneCode kAvx512 = JIMBOT_CODE(avx512), kAvx2 = JIMBOT_CODE(avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) codes.push_back(&kAvx512);
  if (__builtin_cpu_supports("avx2")) codes.push_back(&kAvx2);
#endif
  static constexpr LaneCode kPlain = JIMBOT_CODE(plain);
  codes.push_back(&kPlain);
  return codes;
}

}  // namespace

std::span<const LaneCode* const> lane_codes() {
  static const std::vector<const LaneCode*> codes = codes_here();
  return codes;
}

}  // namespace jimbot
