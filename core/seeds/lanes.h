// Random streams of many seeds side by side, bit-exact with core/game/rng.h. The same code is compiled for several
// kinds of processor; the best one that this processor has is taken as the program runs.
#pragma once
#include <cstdint>
#include <span>

namespace jimbot {

inline constexpr int kLanes = 32;
using LaneMask = std::uint32_t;
inline constexpr LaneMask kAllLanes = ~LaneMask{0};

struct alignas(64) Lanes {
  double at[kLanes];
};

struct LaneCode {
  const char* name;
  // Goes on hashing with the text's bytes, from its last one, at position `length`, to its first.
  void (*hash_text)(Lanes& x, const char* text, int length);
  // Likewise bytes that differ from lane to lane; they follow a text of `before` bytes.
  void (*hash_lanes)(Lanes& x, const Lanes* bytes, int count, int before);
  // One use of the streams: what the generator gives as a real number.
  void (*draw)(Lanes& state, const Lanes& seed_hash, Lanes& real);
  LaneMask (*above)(const Lanes& real, double factor, double limit);  // real * factor > limit
  LaneMask (*among)(const Lanes& real, int n, std::uint64_t wanted);  // the bit of the drawn one of n is set
  LaneMask (*same)(const Lanes& real, const Lanes& other, int n);  // both draw the same one of n
  LaneMask (*failed)(const Lanes& x);  // the hash is no number
};

// Of this processor, the fastest first.
std::span<const LaneCode* const> lane_codes();

}  // namespace jimbot
