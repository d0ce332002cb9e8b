// The 12 poker hands, best first.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

constexpr HandTypeRow kHandTypeRows[] = {
    {HandType::flush_five, "Flush Five", "flush_five", 160, 16, 50, 3, ConsumableId::eris, true},
    {HandType::flush_house, "Flush House", "flush_house", 140, 14, 40, 4, ConsumableId::ceres, true},
    {HandType::five_of_a_kind, "Five of a Kind", "five_of_a_kind", 120, 12, 35, 3, ConsumableId::planet_x, true},
    {HandType::straight_flush, "Straight Flush", "straight_flush", 100, 8, 40, 4, ConsumableId::neptune, false},
    {HandType::four_of_a_kind, "Four of a Kind", "four_of_a_kind", 60, 7, 30, 3, ConsumableId::mars, false},
    {HandType::full_house, "Full House", "full_house", 40, 4, 25, 2, ConsumableId::earth, false},
    {HandType::flush, "Flush", "flush", 35, 4, 15, 2, ConsumableId::jupiter, false},
    {HandType::straight, "Straight", "straight", 30, 4, 30, 3, ConsumableId::saturn, false},
    {HandType::three_of_a_kind, "Three of a Kind", "three_of_a_kind", 30, 3, 20, 2, ConsumableId::venus, false},
    {HandType::two_pair, "Two Pair", "two_pair", 20, 2, 20, 1, ConsumableId::uranus, false},
    {HandType::pair, "Pair", "pair", 10, 2, 15, 1, ConsumableId::mercury, false},
    {HandType::high_card, "High Card", "high_card", 5, 1, 10, 1, ConsumableId::pluto, false},
};
static_assert(ids_in_order(kHandTypeRows, kHandTypes));

}  // namespace

const HandTypeRow& row(HandType id) { return row_of(kHandTypeRows, id); }

}  // namespace jimbot
