// Places by effect.
#include "knowledge.h"

#include "content.h"
#include "habits.h"

namespace jimbot::plan {

Order order_of(JokerId id) {
  using namespace plan;
  const JokerRow& r = row(id);
  if (r.copies != Copies::nothing || r.harms_right) return Order::place;
  const std::uint32_t gives = habits_of(id).gives;
  if (gives & kGivesTimes) return Order::times;
  if (gives & kGivesMult) return Order::mult;
  if (gives & kGivesChips) return Order::chips;
  if (gives & kGivesTimesByCard) return Order::cards_times;
  return gives & kGivesByCard ? Order::cards : Order::any;
}

bool may_be_sold(const Joker& joker) {
  const bool failed = joker.perishable() && joker.rounds_left == 0;
  return row(joker.id).sold || joker.rental() || failed;
}

}  // namespace jimbot::plan
