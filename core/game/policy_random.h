// A small fast generator for agents and redraws; the game itself never uses it.
#pragma once
#include <cstdint>

namespace jimbot {

struct PolicyRandom {
  std::uint64_t state;
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15ull;
  std::uint64_t next() {
    std::uint64_t z = (state += kStep);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  void skip(int numbers) { state += kStep * static_cast<std::uint64_t>(numbers); }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
};

// A seed of 8 characters as the game generates them, from a number.
void seed_from_number(std::uint64_t number, char (&out)[9]);

}  // namespace jimbot
