#if defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>

#include "kernels_body.h"

namespace jimbot::plan {
namespace {

struct Neon {
  using Vector = int16x8_t;
  static constexpr int kWords = 8, kBatch = 2;
  static Vector load(const std::int16_t* p) { return vld1q_s16(p); }
  static Vector load(const std::int32_t* p) { return vreinterpretq_s16_s32(vld1q_s32(p)); }
  static void store(std::int16_t* p, Vector v) { vst1q_s16(p, v); }
  static void store(std::int32_t* p, Vector v) { vst1q_s32(p, vreinterpretq_s32_s16(v)); }
  static Vector spread(std::int32_t pair) { return vreinterpretq_s16_s32(vdupq_n_s32(pair)); }
  static Vector add_pairs(Vector sum, Vector w, Vector x) {
    const int32x4_t low = vmull_s16(vget_low_s16(w), vget_low_s16(x)), high = vmull_high_s16(w, x);
    return vreinterpretq_s16_s32(vaddq_s32(vreinterpretq_s32_s16(sum), vpaddq_s32(low, high)));
  }
  struct Wide {
    int32x4_t low, high;
  };
  static void add_rows(Wide& sum, Vector one, Vector two, Vector x) {
    const int16x4_t by = vget_low_s16(x);
    sum.low = vmlal_lane_s16(sum.low, vget_low_s16(one), by, 0);
    sum.low = vmlal_lane_s16(sum.low, vget_low_s16(two), by, 1);
    sum.high = vmlal_high_lane_s16(sum.high, one, by, 0);
    sum.high = vmlal_high_lane_s16(sum.high, two, by, 1);
  }
  static Vector narrow(const Wide& sum, Vector start, int shift) {
    const int32x4_t half = vdupq_n_s32(1 << shift >> 1), by = vdupq_n_s32(-shift);
    const int32x4_t low = vshlq_s32(vaddq_s32(sum.low, half), by);
    const int32x4_t high = vshlq_s32(vaddq_s32(sum.high, half), by);
    return vmaxq_s16(vqaddq_s16(start, vqmovn_high_s32(vqmovn_s32(low), high)), vdupq_n_s16(0));
  }
};

}  // namespace

extern const Kernels kNeonKernels;
const Kernels kNeonKernels{"NEON", add_rows<Neon>, multiply<Neon>};

}  // namespace jimbot::plan
#endif
