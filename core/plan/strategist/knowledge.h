// What players know of jokers, as tables.
#pragma once
#include "types.h"

namespace jimbot::strategist {

// Where a joker stands: those that do not care, chips, mult, what adds and what multiplies card by card, then
// multipliers. `place`: it acts on its neighbours.
enum class Order : std::uint8_t { any, chips, mult, cards, cards_times, times, place };

Order order_of(JokerId id);

// Others are sold for something better only: sold for money alone, the judge parts with too many (5 of 100 wins).
inline bool sale_does_something(JokerId id) {
  return id == JokerId::luchador || id == JokerId::diet_cola || id == JokerId::invisible;
}

}  // namespace jimbot::strategist
