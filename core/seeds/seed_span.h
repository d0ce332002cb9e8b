// Stretches of seeds: in the order of their names, or at random.
#pragma once
#include <cstdint>
#include <optional>

namespace jimbot {

// Seeds of eight characters as the game makes them, 1-9 and A-Z without O, in the order of their names.
inline constexpr std::uint64_t kSeedNames = 1'785'793'904'896;  // 34 ^ 8
void seed_name(std::uint64_t number, char (&out)[9]);

struct SeedSpan {
  std::uint64_t first = 0, count = 0;
  std::optional<std::uint64_t>
      draw_seed;  // seeds at random, by this seed; otherwise in the order of their names
};
// The seed with this number in the order that the span has.
void seed_in(const SeedSpan& span, std::uint64_t number, char (&out)[9]);

}  // namespace jimbot
