// What players know of the row of jokers, as a table.
#pragma once
#include "types.h"

namespace jimbot::strategist {

// Where a joker stands: those that do not care, chips, mult, what adds and what multiplies card by card, then
// multipliers. `place`: it acts on its neighbours.
enum class Order : std::uint8_t { any, chips, mult, cards, cards_times, times, place };

Order order_of(JokerId id);

}  // namespace jimbot::strategist
