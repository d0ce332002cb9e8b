// Sums over the units of a layer, in an order that every build keeps.
#pragma once

namespace jimbot::plan {

inline constexpr int kLane = 8;

// Sums of weights, `units` side by side: a multiple of kLane, so that no loop has a rest. Rows are collected; then as
// many units as registers hold take all of them at once, each row in its turn.
class Sums {
 public:
  Sums(float* out, int units) : out_(out), units_(units) {}
  ~Sums() { add_rows(); }
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;

  void add(float x, const float* row) {
    x_[count_] = x;
    row_[count_] = row;
    if (++count_ == kRows) add_rows();
  }
  // Without a branch: signs are as good as random.
  void add_if_positive(float x, const float* row) {
    x_[count_] = x;
    row_[count_] = row;
    count_ += x > 0;
    if (count_ == kRows) add_rows();
  }

 private:
  using Lane [[gnu::vector_size(kLane * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] =
      float;
  static constexpr int kRows = 64;
#if defined(__AVX__)
  static constexpr int kLanes = 8;
#else
  static constexpr int kLanes = 4;
#endif

  void add_rows() {
    int first = 0;
    for (; first + kLanes * kLane <= units_; first += kLanes * kLane) add_lanes<kLanes>(first);
    for (; first < units_; first += kLane) add_lanes<1>(first);
    count_ = 0;
  }

  template <int kCount>
  void add_lanes(int first) {
    Lane* out = reinterpret_cast<Lane*>(out_ + first);
    Lane sums[kCount];
    for (int k = 0; k < kCount; ++k) sums[k] = out[k];
    for (int i = 0; i < count_; ++i) {
      const float x = x_[i];
      const Lane* row = reinterpret_cast<const Lane*>(row_[i] + first);
#pragma GCC unroll 8
      for (int k = 0; k < kCount; ++k) sums[k] += x * row[k];
    }
    for (int k = 0; k < kCount; ++k) out[k] = sums[k];
  }

  float* out_;
  int units_;
  int count_ = 0;
  float x_[kRows];
  const float* row_[kRows];
};

}  // namespace jimbot::plan
