// What players know of the cards, as tables.
#pragma once
#include "content.h"
#include "create.h"

namespace jimbot::strategist {

// Where a joker stands in the row: chips, then mult, then what acts card by card, then multipliers.
enum class Order : std::uint8_t { chips, mult, cards, times, place, any };

struct JokerLore {
  JokerId id;
  Order order;
  std::uint8_t early, mid, late;  // 0-10 when bought in antes 1-2, 3-5, 6-8
  float growth;                   // of its counter, per round
  float income;                   // dollars per round
};

const JokerLore& lore(JokerId id);
double rough_value(JokerId id, int ante);

// Fair prices. A game is asked where money or the last card decides.
double dollars(const Game& g, ConsumableId id);
double dollars(const Game& g, VoucherId id);

}  // namespace jimbot::strategist
