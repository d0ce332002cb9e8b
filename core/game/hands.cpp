// Poker hands of the run.
#include "hands.h"

namespace jimbot {

HandType most_played_hand(const Game& g) {
  HandType most = HandType::high_card;
  int plays = -1;
  for (HandType type : kEach<HandType>)  // higher hands come first, so ties go to them
    if (hand_played(g, type) > plays && is_visible(g, type)) most = type, plays = hand_played(g, type);
  return most;
}

}  // namespace jimbot
