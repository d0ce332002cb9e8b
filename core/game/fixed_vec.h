// A count and an array: the only container of the game state. Trivially copyable.
#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace jimbot {

template <class T, std::size_t N, class Count = std::uint8_t>
struct FixedVec {
  std::array<T, N> data;
  Count count;

  static constexpr int kCapacity = static_cast<int>(N);

  int size() const { return static_cast<int>(count); }
  bool empty() const { return count == 0; }
  bool full() const { return count == N; }
  T& operator[](int i) {
    assert(i >= 0 && i < size());
    return data[i];
  }
  const T& operator[](int i) const {
    assert(i >= 0 && i < size());
    return data[i];
  }
  T* begin() { return data.data(); }
  T* end() { return data.data() + count; }
  const T* begin() const { return data.data(); }
  const T* end() const { return data.data() + count; }
  T& back() { return (*this)[size() - 1]; }
  const T& back() const { return (*this)[size() - 1]; }

  void clear() { count = 0; }
  T& push(const T& value) {
    assert(!full());
    return data[count++] = value;
  }
  void insert(int at, const T& value) {
    assert(!full() && at >= 0 && at <= size());
    for (int i = size(); i > at; --i) data[i] = data[i - 1];
    data[at] = value;
    ++count;
  }
  void pop() {
    assert(!empty());
    --count;
  }
  void erase(int at) {
    assert(at >= 0 && at < size());
    for (int i = at; i + 1 < size(); ++i) data[i] = data[i + 1];
    --count;
  }
};

}  // namespace jimbot
