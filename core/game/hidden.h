// What a player cannot know, and redrawing it.
#pragma once
#include <cstdint>

#include "state.h"

namespace jimbot {

// Redraws everything hidden consistently with what is seen: the seed and so every random stream, the order
// of the draw pile, face-down cards, face-down jokers, the ante's voucher and the round targets while unseen.
// Two games that differ only in hidden facts become the same game, byte for byte.
void determinize(Game& g, std::uint64_t seed);

}  // namespace jimbot
