// The joker line: gaining, losing, copying. The passes over it are in passes.h.
#pragma once
#include <utility>

#include "content.h"
#include "rolls.h"
#include "state.h"

namespace jimbot {

// Rebuilds everything derived from the joker line. Call after any change to it.
void refresh(Game& g);

// A hand size that rises in a round brings that many cards at once.
void owe_cards(Game& g, int more);

// The number a joker shows now: what it would give, or its counter.
double shown_number(const Game& g, const Joker& joker);
// Hands or cards until a joker acts; 0 for those that count nothing down.
int rest_of(const Game& g, const Joker& joker);
// Every listed chance is n in m: each Oops! All 6s doubles it.
inline double chance_numerator(const Game& g) { return static_cast<double>(1ull << g.oops); }
static_assert(kMaxJokers < 64);

int joker_limit(const Game& g);
int consumable_limit(const Game& g);
int hand_size(const Game& g);
void check_hand_size(Game& g);  // a hand size past the limit ends the run
int hands_per_round(const Game& g);
int discards_per_round(const Game& g);

// Adds a joker to the right end and lets it take effect. False: the state has no room at all.
bool gain_joker(Game& g, const Joker& joker);
void lose_joker(Game& g, int position);  // sold or destroyed: it goes at once
void remove_dying(Game& g);              // end of a pass
bool gain_consumable(Game& g, const Consumable& consumable);

// A copy of a joker (Invisible Joker, Ankh): edition, stickers and counters stay, Negative is dropped.
Joker copy_of_joker(Game& g, const Joker& joker);

// Pinned jokers are left of the others, the last pinned first: a copy is left of what it copies.
inline bool may_stand_left_of(const Joker& joker, const Joker& other) {
  if (!(other.flags & Joker::kPinned)) return true;
  return (joker.flags & Joker::kPinned) && joker.number > other.number;
}
bool pinned_stand_left(const Game& g);
bool put_pinned_left(Game& g);  // true if the line has changed: refresh it

// Position of a random joker that satisfies `fits`, by creation number; -1 if none does (no draw then).
template <class Fits>
int pick_joker(Game& g, Stream stream, Fits fits) {
  int at[kMaxJokers];
  int count = 0;
  for (int i = 0; i < g.jokers.size(); ++i) {
    if (!fits(g.jokers[i])) continue;
    int k = count++;
    for (; k > 0 && g.jokers[at[k - 1]].number > g.jokers[i].number; --k) at[k] = at[k - 1];
    at[k] = i;
  }
  return count == 0 ? -1 : at[index_of(g, stream, count)];
}

// The order of face-down jokers is unknown: those that satisfy `fits` too are sorted by
// age. Their places are written to `at`; returns how many.
template <class Fits>
int put_face_down_by_age(Game& g, std::uint8_t (&at)[kMaxJokers], Fits fits) {
  int n = 0;
  for (int i = 0; i < g.jokers.size(); ++i) {
    if (!(g.jokers[i].flags & Joker::kFaceDown) || !fits(g.jokers[i])) continue;
    at[n++] = static_cast<std::uint8_t>(i);
    for (int k = n - 1; k > 0 && g.jokers[at[k - 1]].number > g.jokers[at[k]].number; --k)
      std::swap(g.jokers[at[k - 1]], g.jokers[at[k]]);
  }
  return n;
}

// All face-down jokers by age, as explanations and planners take them. True if that may differ from the truth.
bool hide_joker_order(Game& g);

}  // namespace jimbot
