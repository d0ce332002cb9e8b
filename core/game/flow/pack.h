// Booster packs.
#pragma once
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

void open_pack(Game& g, BoosterId id);
void pick_from_pack(Game& g, int index, std::span<const std::uint8_t> positions);
void skip_pack(Game& g);

}  // namespace jimbot
