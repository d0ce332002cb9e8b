// A round: drawing, playing, discarding.
#pragma once
#include <cstdint>
#include <span>

#include "verbs.h"

namespace jimbot {

void deal_opening_hand(Game& g);
void refill_hand(Game& g);
// Positions in the hand, in any order; cards are played and discarded left to right.
void play_cards(Game& g, std::span<const std::uint8_t> positions, Log* log = nullptr);
void discard_cards(Game& g, std::span<const std::uint8_t> positions);
// After anything that may have ended the round outside a play: a lowered requirement, an empty hand.
void settle_round(Game& g);
bool requirement_met(const Game& g);

}  // namespace jimbot
