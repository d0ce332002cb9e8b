// Made-up hands on a copy of the game: the real pipeline shows what cards and jokers add.
#pragma once
#include "board.h"
#include "joker_probe.h"

namespace jimbot::plan {

class Prober {
 public:
  explicit Prober(const Game& seen);

  void set_moment(Moment m);
  Gain after(HandType type);  // jokers and consumables, after the cards
  // Needs after(high_card) and after(pair) of this moment.
  void set_after(const Gain& high_card, const Gain& pair) { high_card_ = high_card, pair_ = pair; }
  Gain first(std::uint8_t card);                      // as the first scoring card
  Gain second(std::uint8_t card, const Gain& first);  // behind one like it
  Gain held(std::uint8_t card);
  JokerProbe jokers() { return {g_, made_up_}; }

 private:
  struct Line {  // chips, and mult at two levels of the hand
    double chips, low, high, base_chips, base_low, base_high;
    bool both;
  };
  std::uint8_t make_up(int slot, int rank, Suit suit);
  // At the higher level only where something may multiply.
  Line play(const Hand& hand, HandType type, bool both_levels, int held = -1);
  Gain before_jokers(const Line& line, const Gain& after) const;
  bool may_multiply(const Card& card) const;

  Game start_, g_;
  bool jokers_multiply_ = false, cards_multiply_ = false;
  int made_up_;
  int first_discards_;
  Gain high_card_, pair_;
};

}  // namespace jimbot::plan
