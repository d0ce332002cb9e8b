// The constants of the hand planner and the strategist that are no facts of the game: what they are and
// where each comes from. `fitted`: to outcomes of recorded games; `measured`: the best of a few tried on development
// seeds; `chosen`: by judgement, never compared.
#pragma once
#include <span>
#include <variant>

namespace jimbot {

struct Tuning {
  // Hand planner: candidates
  int plays_looked_at = 4;  // chosen: best plays of different types
  int junk_plays = 6;  // chosen: junk that is played where nothing can be discarded
  int second_half = 8;  // measured: candidates that get the second half of the redraws
  int played_out = 6;  // measured: candidates that are played out to the end of the round
  float close = 0.15f;  // measured: worse ones than this are not played out
  float first_estimate = 48;  // measured: the redraws count as that many play-outs
  // Hand planner: what a candidate is worth
  float progress = 0.004f;  // chosen: per part of the need scored; decides where no chance differs
  float hand_bonus = 0.012f;  // measured: of each hand left over when the blind is cleared
  float uncertain = 0.9f;  // chosen: chance of a clear that a discard or a face-down card may spoil
  float likely = 0.6f;  // chosen: of a clear by rolls, if the mean is enough
  float unlikely = 0.3f;  // chosen: if it is not
  float short_of_need =
      0.95f;  // chosen: part of the need that a play which may fall short counts for at most
  double dollars_per_step = 0.3;  // chosen: one step of a growing joker
  double dollars_of_glass = 1.5;  // chosen: a Glass Card that may break
  double dollars_of_held = 3;  // chosen: a Gold Card or Blue Seal that is played
  double dollars_of_card = 0.01;  // chosen: any card played
  // Hand planner: discards, for a usual deck with five cards drawn
  float second_discard = 0.75f;  // chosen: part of the probability that the cards of two discards have
  float one_pair_of_several = 0.95f;  // chosen
  float three_to_full_house = 0.5f;  // chosen
  float three_to_four = 0.1f;  // chosen
  float two_pair_to_full_house = 0.4f;  // chosen
  float pair_to_two_pair = 0.5f;  // chosen
  float pair_to_three = 0.2f;  // chosen
  float pair_to_full_house = 0.08f;  // chosen
  float none_to_pair = 0.75f;  // chosen
  float none_to_two_pair = 0.2f;  // chosen
  // Hand planner: the chance to clear that is reported. It goes on better than the pace rule of the play-outs: on games of
  // other seeds than the recorded ones the log odds of what happened were this part of the predicted ones, and so
  // much more for each root of the decisions to come; less with few redraws.
  double predicted = 0.9;  // fitted
  double foresight = 0.56;  // fitted
  double few_samples = 4;  // fitted
  // Strategist
  int gamble_draws = 4;  // chosen: outcomes of a gamble that are averaged
  int swaps = 3;  // measured: jokers tried to be sold for one
  int drawn_by_then = 18;  // measured: cards drawn when hands are played, as a build is measured
  int order_rounds = 12;  // chosen: played to compare two orders of the jokers
  double value_glass_steel = 8;  // chosen: of a card in the deck, in chips
  double value_mult_lucky = 5;  // chosen
  double value_bonus_gold = 3;  // chosen: also Wild
  double value_seal = 5;  // chosen
  double value_edition = 6;  // chosen
  double value_of_rank = 1.5;  // chosen: for each card of its rank beyond four
  double death_gain = 4;  // chosen: least difference for which Death is used
  int hermit_waits_below = 18;  // chosen: dollars
};

// One of them by name, with the range that makes sense.
struct Knob {
  const char* name;
  std::variant<int Tuning::*, float Tuning::*, double Tuning::*> field;
  double low, high;
};
std::span<const Knob> knobs();
double value_of(const Tuning& tuning, const Knob& knob);
void set(Tuning& tuning, const Knob& knob, double value);

}  // namespace jimbot
