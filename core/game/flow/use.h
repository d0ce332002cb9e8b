// Using consumables and selling.
#pragma once
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

// Positions in the hand are the chosen cards.
void use_from_slot(Game& g, int slot, std::span<const std::uint8_t> positions);
void use_consumable(Game& g, ConsumableId id, std::span<const std::uint8_t> positions);
void sell_joker(Game& g, int position);
void sell_consumable(Game& g, int slot);

}  // namespace jimbot
