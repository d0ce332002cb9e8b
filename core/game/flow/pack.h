// Booster packs.
#pragma once
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

// Who looks ahead, not knowing what it will hold, may leave that out.
enum class Contents : std::uint8_t { dealt, unknown };
void open_pack(Game& g, BoosterId id, Contents contents = Contents::dealt);
void pick_from_pack(Game& g, int index, std::span<const std::uint8_t> positions);
void skip_pack(Game& g);

}  // namespace jimbot
