// Arrays with one entry per value of an enum (the same bytes as a plain array), bits, and loops over the values.
#pragma once
#include <array>
#include <type_traits>

#include "types.h"

namespace jimbot {

template <class Enum>
inline constexpr int kCountOf = 0;
template <>
inline constexpr int kCountOf<HandType> = kHandTypes;
template <>
inline constexpr int kCountOf<JokerId> = kJokerIds;
template <>
inline constexpr int kCountOf<ConsumableId> = kConsumableIds;
template <>
inline constexpr int kCountOf<VoucherId> = kVoucherIds;
template <>
inline constexpr int kCountOf<TagId> = kTagIds;
template <>
inline constexpr int kCountOf<BlindId> = kBlindIds;
template <>
inline constexpr int kCountOf<DeckId> = kDeckIds;
template <>
inline constexpr int kCountOf<ChallengeId> = kChallengeIds;
template <>
inline constexpr int kCountOf<BoosterId> = kBoosterIds;
template <>
inline constexpr int kCountOf<Enhancement> = 9;
template <>
inline constexpr int kCountOf<Edition> = 5;
template <>
inline constexpr int kCountOf<Seal> = 5;
template <>
inline constexpr int kCountOf<Stake> = 9;

// A set: one bit per value, with room for one more at least.
template <class Enum>
using BitsOf = std::conditional_t < kCountOf<Enum><32, std::uint32_t, std::uint64_t>;
template <class Enum>
constexpr BitsOf<Enum> bit(Enum value) {
  static_assert(kCountOf<Enum> > 0 && kCountOf<Enum> <= 64);
  return BitsOf<Enum>{1} << static_cast<int>(value);
}

// Indexed by the enum, or by a number where a loop counts. A plain aggregate: with a base class a state that holds
// one would be copied without its last bytes of padding.
// `Room`: entries in memory; more than there are values where a new value must not move what follows.
template <class Enum, class T, int Room = kCountOf<Enum>>
struct EnumArray {
  static_assert(Room >= kCountOf<Enum>, "no room left: raise it, and the layout of the state with it");
  using Array = std::array<T, Room>;
  Array values;

  constexpr T& operator[](Enum value) { return values[static_cast<std::size_t>(value)]; }
  constexpr const T& operator[](Enum value) const { return values[static_cast<std::size_t>(value)]; }
  constexpr T& operator[](std::size_t i) { return values[i]; }
  constexpr const T& operator[](std::size_t i) const { return values[i]; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto end() { return values.begin() + kCountOf<Enum>; }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.begin() + kCountOf<Enum>; }
  static constexpr std::size_t size() { return kCountOf<Enum>; }
  constexpr operator Array&() { return values; }
  constexpr operator const Array&() const { return values; }
};

// All values in order: for (HandType type : kEach<HandType>).
template <class Enum>
inline constexpr auto kEach = [] {
  std::array<Enum, kCountOf<Enum>> values{};
  for (int i = 0; i < kCountOf<Enum>; ++i) values[i] = static_cast<Enum>(i);
  return values;
}();

}  // namespace jimbot
