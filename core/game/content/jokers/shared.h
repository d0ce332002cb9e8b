// Tests and small hooks that several joker families share.
#pragma once
#include "verbs.h"

namespace jimbot {

inline bool against_boss(const Game& g) { return is_boss(g.blind); }
inline bool playing_boss(const Game& g) { return g.phase == Phase::selecting_hand && against_boss(g); }

template <int... Ranks>
bool is_rank(const Card& card) {
  const int rank = rank_of(card);
  return ((rank == Ranks) || ...);
}

template <class Fits>
bool any_scoring(const Ctx& c, Fits fits) {
  for (const int i : c.hand->scoring)
    if (fits(c.g.cards[i])) return true;
  return false;
}

// The printed number, on every hand.
inline void give_chips(Ctx& c) { c.add_chips(c.n()); }
inline void give_mult(Ctx& c) { c.add_mult(c.n()); }
inline void give_times(Ctx& c) { c.times_mult(c.n()); }

// The joker's counter.
inline void counter_chips(Ctx& c) {
  if (c.value() > 0) c.add_chips(c.value());
}
inline void counter_mult(Ctx& c) {
  if (c.value() > 0) c.add_mult(c.value());
}
inline void counter_times(Ctx& c) {
  if (c.value() > 1) c.times_mult(c.value());
}
inline void grow_by_n(Ctx& c) { c.grow(c.n()); }
inline void reset_counter(Ctx& c) { c.set_value(row(c.self->id).start); }

// The counter falls by n; the joker is destroyed instead of reaching the end.
inline void wear_down(Ctx& c, double end) {
  if (c.value() - c.n() <= end)
    c.destroy_self();
  else
    c.grow(-c.n());
}
inline void wear_out(Ctx& c) { wear_down(c, 0); }

}  // namespace jimbot
