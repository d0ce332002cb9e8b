// The cards of a position: hand, draw pile and discard pile as written, and putting them into a game.
#pragma once
#include <array>

#include "parts.h"

namespace jimbot::text {

enum Zone { kHand, kDraw, kDiscard, kZones };

struct WrittenZones {
  std::array<std::optional<std::vector<Card>>, kZones> cards;  // the draw pile from bottom to top
  bool any() const { return cards[kHand] || cards[kDraw] || cards[kDiscard]; }
};

std::string read_zone(std::string_view text, Zone zone, WrittenZones& out);

// A card with a number is that card of the deck, or a new one; it is taken as written, debuff included.
// A card without number is the first of its rank and suit in the pile it is written for, in the draw pile
// (from the top) or in another written pile; if none is left, it is new.
// Piles not written stay. Cards left over in a written pile go under the draw pile, or leave the deck if the
// draw pile is written. `open_debuffs`: cards not written with a number get the debuffs of the blind.
// The draw pile of g must be settled and next_number above all numbers in use.
std::string put_zones(Game& g, WrittenZones zones, bool open_debuffs);

}  // namespace jimbot::text
