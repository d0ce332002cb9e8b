#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
#include <immintrin.h>

#include "kernels_body.h"

namespace jimbot::plan {
namespace {

struct Avx512 {
  using Vector = __m512i;
  static constexpr int kWords = 32, kBatch = 4;
  static Vector load(const void* p) { return _mm512_loadu_si512(p); }
  static void store(void* p, Vector v) { _mm512_storeu_si512(p, v); }
  static Vector spread(std::int32_t pair) { return _mm512_set1_epi32(pair); }
  static Vector add_pairs(Vector sum, Vector w, Vector x) { return _mm512_dpwssd_epi32(sum, w, x); }
  struct Wide {
    Vector low, high;
  };
  static void add_rows(Wide& sum, Vector one, Vector two, Vector x) {
    sum.low = add_pairs(sum.low, _mm512_unpacklo_epi16(one, two), x);
    sum.high = add_pairs(sum.high, _mm512_unpackhi_epi16(one, two), x);
  }
  // gcc 12 warns of its own _mm512_sra_epi32.
  static Vector shifted(Vector v, __m128i by) { return _mm512_maskz_sra_epi32(0xFFFF, v, by); }
  static Vector narrow(const Wide& sum, Vector start, int shift) {
    const Vector half = _mm512_set1_epi32(1 << shift >> 1);
    const __m128i by = _mm_cvtsi32_si128(shift);
    const Vector low = shifted(_mm512_add_epi32(sum.low, half), by);
    const Vector high = shifted(_mm512_add_epi32(sum.high, half), by);
    return _mm512_max_epi16(_mm512_adds_epi16(start, _mm512_packs_epi32(low, high)), Vector{});
  }
};

}  // namespace

extern const Kernels kAvx512Kernels;
const Kernels kAvx512Kernels{"AVX-512 VNNI", add_rows<Avx512>, multiply<Avx512>};

}  // namespace jimbot::plan
#endif
