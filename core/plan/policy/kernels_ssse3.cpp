#ifdef __SSSE3__
#include <tmmintrin.h>

#include "kernels_body.h"

namespace jimbot::plan {
namespace {

struct Ssse3 {
  using Vector = __m128i;
  static constexpr int kWords = 8, kBatch = 2;
  static Vector load(const void* p) { return _mm_loadu_si128(static_cast<const Vector*>(p)); }
  static void store(void* p, Vector v) { _mm_storeu_si128(static_cast<Vector*>(p), v); }
  static Vector spread(std::int32_t pair) { return _mm_set1_epi32(pair); }
  static Vector add_pairs(Vector sum, Vector w, Vector x) { return _mm_add_epi32(sum, _mm_madd_epi16(w, x)); }
  struct Wide {
    Vector low, high;
  };
  static void add_rows(Wide& sum, Vector one, Vector two, Vector x) {
    sum.low = add_pairs(sum.low, _mm_unpacklo_epi16(one, two), x);
    sum.high = add_pairs(sum.high, _mm_unpackhi_epi16(one, two), x);
  }
  static Vector narrow(const Wide& sum, Vector start, int shift) {
    const Vector half = _mm_set1_epi32(1 << shift >> 1);
    const __m128i by = _mm_cvtsi32_si128(shift);
    const Vector low = _mm_sra_epi32(_mm_add_epi32(sum.low, half), by);
    const Vector high = _mm_sra_epi32(_mm_add_epi32(sum.high, half), by);
    return _mm_max_epi16(_mm_adds_epi16(start, _mm_packs_epi32(low, high)), Vector{});
  }
};

}  // namespace

extern const Kernels kSsse3Kernels;
const Kernels kSsse3Kernels{"SSSE3", add_rows<Ssse3>, multiply<Ssse3>};

}  // namespace jimbot::plan
#endif
