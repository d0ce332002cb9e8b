// Saving a game as bytes: a header with the layout hash and a checksum, then the state itself, little-endian.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

inline constexpr std::size_t kSaveHeader = 24;
inline constexpr std::size_t kSaveSize = kSaveHeader + sizeof(Game);

// Over every field of the state (layout.h): changes whenever the meaning of the bytes does.
std::uint64_t layout_hash();

void save(const Game& g, std::span<std::byte, kSaveSize> out);

enum class LoadError : std::uint8_t { none, wrong_size, not_a_save, other_layout, damaged };
LoadError load(std::span<const std::byte> bytes, Game& out);  // `out` is untouched on error

// Every count, index and id of the state is in range.
bool is_sound(const Game& g);
bool is_sound(const Card& card);
bool is_sound(const Joker& joker);
bool is_sound(const Consumable& consumable);
bool is_sound(const Item& item);

}  // namespace jimbot
