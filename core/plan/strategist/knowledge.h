// What players know of jokers, read from what their hooks do.
#pragma once
#include "types.h"

namespace jimbot::strategist {

// Where a joker stands: those that do not care, chips, mult, what adds and what multiplies card by card, then
// multipliers. `place`: it acts on its neighbours.
enum class Order : std::uint8_t { any, chips, mult, cards, cards_times, times, place };

Order order_of(JokerId id);

// Others are sold for something better only: sold for money alone, the judge parts with too many (5 of 100 wins).
bool sale_does_something(JokerId id);

}  // namespace jimbot::strategist
