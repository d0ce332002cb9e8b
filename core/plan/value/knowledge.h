// What players know of jokers, read from what their hooks do.
#pragma once
#include "state.h"

namespace jimbot::plan {

// Where a joker belongs: those that do not care, chips, mult, what adds and what multiplies card by card, then
// multipliers. `place`: it acts on its neighbours.
enum class Order : std::uint8_t { any, chips, mult, cards, cards_times, times, place };

Order order_of(JokerId id);

// May it be sold for money alone? Where its sale does something, it costs rent or it has failed. Others are sold for
// something better only: the judge parts with too many (5 of 100 wins).
bool may_be_sold(const Joker& joker);

}  // namespace jimbot::plan
