// Sums over the units of a layer, in an order that every build keeps.
#pragma once

namespace jimbot::strategist {

inline constexpr int kLane = 8;

// Sums of weights, `units` side by side: a multiple of kLane, so that no loop has a rest. Four rows go at once, each
// added in its turn.
class Sums {
 public:
  Sums(float* out, int units) : out_(out), units_(units) {}
  ~Sums() {
    while (count_) add(0, row_[0]);
  }
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;

  void add(float x, const float* row) {
    x_[count_] = x;
    row_[count_] = row;
    if (++count_ < kRows) return;
    count_ = 0;
    add_rows(out_, row_[0], row_[1], row_[2], row_[3]);
  }

 private:
  static constexpr int kRows = 4;

  void add_rows(float* __restrict out, const float* __restrict a, const float* __restrict b,
                const float* __restrict c, const float* __restrict d) const {
    for (int i = 0; i < units_; i += kLane)
      for (int k = i; k < i + kLane; ++k)
        out[k] = (((out[k] + x_[0] * a[k]) + x_[1] * b[k]) + x_[2] * c[k]) + x_[3] * d[k];
  }

  float* out_;
  int units_;
  int count_ = 0;
  float x_[kRows];
  const float* row_[kRows];
};

}  // namespace jimbot::strategist
