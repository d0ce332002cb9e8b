#ifdef __AVX2__
#include <immintrin.h>

#include "kernels_body.h"

namespace jimbot::plan {
namespace {

struct Avx2 {
  using Vector = __m256i;
  static constexpr int kWords = 16, kBatch = 2;
  static Vector load(const void* p) { return _mm256_loadu_si256(static_cast<const Vector*>(p)); }
  static void store(void* p, Vector v) { _mm256_storeu_si256(static_cast<Vector*>(p), v); }
  static Vector spread(std::int32_t pair) { return _mm256_set1_epi32(pair); }
  static Vector add_pairs(Vector sum, Vector w, Vector x) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(w, x));
  }
  struct Wide {
    Vector low, high;
  };
  static void add_rows(Wide& sum, Vector one, Vector two, Vector x) {
    sum.low = add_pairs(sum.low, _mm256_unpacklo_epi16(one, two), x);
    sum.high = add_pairs(sum.high, _mm256_unpackhi_epi16(one, two), x);
  }
  static Vector narrow(const Wide& sum, Vector start, int shift) {
    const Vector half = _mm256_set1_epi32(1 << shift >> 1);
    const __m128i by = _mm_cvtsi32_si128(shift);
    const Vector low = _mm256_sra_epi32(_mm256_add_epi32(sum.low, half), by);
    const Vector high = _mm256_sra_epi32(_mm256_add_epi32(sum.high, half), by);
    return _mm256_max_epi16(_mm256_adds_epi16(start, _mm256_packs_epi32(low, high)), Vector{});
  }
};

}  // namespace

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels{"AVX2", add_rows<Avx2>, multiply<Avx2>};

}  // namespace jimbot::plan
#endif
