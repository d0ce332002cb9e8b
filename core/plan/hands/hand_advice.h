// For people who choose cards: what a play or discard brings on average, and what the cards that stay make.
#pragma once
#include "action.h"
#include "enum_array.h"
#include "fixed_vec.h"
#include "planner.h"
#include "policy_random.h"

namespace jimbot {

struct BestPlay {
  Action action;
  HandType type;
  double score;  // open rolls counted as missed
};
using BestPlays = FixedVec<BestPlay, kHandTypes>;

// In SELECTING_HAND (asserted): the play of each poker hand that scores most, best first. With `without`: of the cards
// that this play or discard leaves.
BestPlays best_plays(const Game& g, const Action* without = nullptr);

// Over redrawn games: what a play (legal: asserted) scores, or the best play of the hand that follows a discard.
double mean_score(const Game& g, const Action& action, int worlds, PolicyRandom& random);

// A play or discard (legal: asserted) and the rest of its round by the planner, in redrawn games.
struct Foreseen {
  int worlds = 0, cleared = 0;
  int hands_left = 0, discards_left = 0;  // of all rounds that were cleared
  EnumArray<HandType, int> next{};  // the poker hand that is played next
  int discards = 0;  // before it, in all worlds
};
Foreseen foresee(const Game& g, const Action& action, const PlannerOptions& options, int worlds,
                 PolicyRandom& random);

}  // namespace jimbot
