#ifdef __wasm_simd128__
#include <wasm_simd128.h>

#include "kernels_body.h"

namespace jimbot::plan {
namespace {

struct Wasm {
  using Vector = v128_t;
  static constexpr int kWords = 8, kBatch = 2;
  static Vector load(const void* p) { return wasm_v128_load(p); }
  static void store(void* p, Vector v) { wasm_v128_store(p, v); }
  static Vector spread(std::int32_t pair) { return wasm_i32x4_splat(pair); }
  static Vector add_pairs(Vector sum, Vector w, Vector x) {
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(w, x));
  }
  struct Wide {
    Vector low, high;
  };
  static void add_rows(Wide& sum, Vector one, Vector two, Vector x) {
    sum.low = add_pairs(sum.low, wasm_i16x8_shuffle(one, two, 0, 8, 1, 9, 2, 10, 3, 11), x);
    sum.high = add_pairs(sum.high, wasm_i16x8_shuffle(one, two, 4, 12, 5, 13, 6, 14, 7, 15), x);
  }
  static Vector narrow(const Wide& sum, Vector start, int shift) {
    const Vector half = wasm_i32x4_splat(1 << shift >> 1);
    const Vector low = wasm_i32x4_shr(wasm_i32x4_add(sum.low, half), static_cast<std::uint32_t>(shift));
    const Vector high = wasm_i32x4_shr(wasm_i32x4_add(sum.high, half), static_cast<std::uint32_t>(shift));
    return wasm_i16x8_max(wasm_i16x8_add_sat(start, wasm_i16x8_narrow_i32x4(low, high)), wasm_i16x8_splat(0));
  }
};

}  // namespace

extern const Kernels kWasmKernels;
const Kernels kWasmKernels{"WASM SIMD", add_rows<Wasm>, multiply<Wasm>};

}  // namespace jimbot::plan
#endif
