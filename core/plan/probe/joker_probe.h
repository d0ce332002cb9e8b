// One joker's own part of a score on this board: its hooks are called with one fact changed at a time.
#pragma once
#include "call_hook.h"
#include "habits.h"
#include "made_up.h"

namespace jimbot::plan {

// How a counter moves with the hands that are played.
struct StepsByHand {
  EnumArray<HandType, float> of_type;
  float of_count[kMaxPlayed + 1];
};
// What a counter of one more adds to the score.
enum class CounterGives : std::uint8_t { chips, mult, times };

class JokerProbe {
 public:
  // `scratch` is put back after each question; it has room for made-up cards from that index on.
  JokerProbe(Game& scratch, int made_up) : g_(scratch), made_up_(made_up) {}

  double times_if_held(int joker, Suit suit);           // one card of that suit and no other
  double times_if_scoring(int joker, unsigned suits);   // one card of each suit
  double mult_per_lowest_chip(int joker);               // of the lowest card held
  double times_when_played_again(int joker);            // in this round
  double mult_per_play(int joker);                      // of the type, in the run
  double chips_per_discard_left(int joker);
  double chips_per_undrawn_card(int joker);
  double level_chance(int joker) { return plan::level_chance(g_, joker); }
  CounterGives counter_gives(int joker);
  StepsByHand steps_by_hand(int joker);
  double step_by_card(int joker, int card);             // that is discarded
  double step_by_discard(int joker, int card);          // besides: once, by the last card

 private:
  std::uint8_t make_up(int slot, int rank, Suit suit);
  Hand hand_of(HandType type);
  Given main(int joker) {
    Hand hand = hand_of(HandType::high_card);
    return call_main(g_, joker, hand);
  }
  Game& g_;
  int made_up_;
};

}  // namespace jimbot::plan
