// The built-in hand planner: the next play or discard, from what a player sees.
#pragma once
#include "action.h"
#include "enum_array.h"
#include "policy_random.h"
#include "tuning.h"

namespace jimbot {

// How far it looks: discard candidates looked at, redraws per candidate (from 16 on the best few are also
// played out to the end of the round as often). Both 0: it never looks ahead.
struct PlannerOptions {
  int discards = 12;
  int samples = 24;
  Tuning tuning = {};
};

// A play or discard that was weighed, and its worth: the chance to clear, and a little for hands left over.
struct PricedHand {
  Action action;
  double price;
};
inline constexpr int kMaxHands = 64;
using PricedHands = FixedVec<PricedHand, kMaxHands, std::uint32_t>;

// The next play or discard in SELECTING_HAND (asserted). Reads only what a player sees; `random` drives the
// redraws. Always legal. `weighed` gets what was compared, best first; one
// entry where nothing was.
Action plan_hand(const Game& g, const PlannerOptions& options, PolicyRandom& random,
                 PricedHands* weighed = nullptr);

// A play or discard that the planner would weigh, with what is known of it without a look ahead.
struct HandChoice {
  Action action;
  HandType type;
  float score = 0;  // of a play, on average
  float clears = 0;  // chance that a play clears at once
  bool cheapest = false;  // of the plays that clear for sure
  float side = 0, given_up = 0;  // dollars
  float drawn_score = 0;  // rough score of the hand to come after a discard
  float rest = 0;  // best score of a type with the cards that stay
  int kept = 0, suited = 0, alike = 0;  // cards that stay; most of them of one suit, of one rank
  float worth = 0;  // as PricedHand, over the redraws of the options
};
struct HandChoices {
  float need;  // chips
  float best;  // score of a play
  EnumArray<HandType, float> usual;  // score of each type with usual cards
  FixedVec<HandChoice, kMaxHands, std::uint32_t> all;
};
// At least one. What plan_hand answers is among them unless cards lie face down or The Hook takes some.
HandChoices hand_choices(const Game& g, const PlannerOptions& options, PolicyRandom& random);

// The chance to clear the blind if this play or discard (legal: asserted) comes now and plan_hand goes on.
double clear_chance(const Game& g, const Action& action, const PlannerOptions& options, PolicyRandom& random);

}  // namespace jimbot
