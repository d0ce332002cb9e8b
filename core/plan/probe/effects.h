// What each consumable does, found out by using it on a made-up hand: a new one needs no word here.
#pragma once
#include "types.h"

namespace jimbot::plan {

struct Effect {
  bool draws = false;  // something is made or chosen at random
  // To the chosen cards
  bool enhances = false, changes_suit = false, raises_rank = false, seals = false, gives_edition = false;
  bool copies_right = false;  // the left card becomes the right one
  Enhancement enhancement = Enhancement::none;
  Suit suit = Suit::spades;
  // To the deck, the hand, the jokers, the money
  bool destroys_cards = false, adds_cards = false;  // on balance
  bool makes_hand_alike = false;  // one suit or one rank
  bool takes_hand_size = false;
  bool destroys_jokers = false;
  bool takes_money = false, doubles_money = false, pays_what_it_shows = false;
};

const Effect& effect_of(ConsumableId id);

}  // namespace jimbot::plan
