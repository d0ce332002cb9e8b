// The joker line: gaining, losing, copying, and the passes over it.
#pragma once
#include "content.h"
#include "create.h"
#include "state.h"

namespace jimbot {

// Rebuilds everything derived from the joker line. Call after any change to it.
void refresh(Game& g);

// A hand size that rises in a round brings that many cards at once.
void owe_cards(Game& g, int more);

int joker_limit(const Game& g);
int consumable_limit(const Game& g);
int hand_size(const Game& g);
void check_hand_size(Game& g);  // a hand size past the limit ends the run
int hands_per_round(const Game& g);
int discards_per_round(const Game& g);

// Each Oops! All 6s doubles the chances.
inline double oops_factor(const Game& g) { return static_cast<double>(1ull << g.oops); }
static_assert(kMaxJokers < 64);

// Adds a joker to the right end and lets it take effect. False: the state has no room at all.
bool gain_joker(Game& g, const Joker& joker);
void lose_joker(Game& g, int position);  // sold or destroyed: it goes at once
void remove_dying(Game& g);              // end of a pass
bool gain_consumable(Game& g, const Consumable& consumable);

// A copy of a joker (Invisible Joker, Ankh): edition, stickers and counters stay, Negative is dropped.
Joker copy_of_joker(Game& g, const Joker& joker);

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

}  // namespace jimbot
