// Poker hands of the run.
#include "hands.h"

namespace jimbot {

HandType most_played_hand(const Game& g) {
  HandType most = HandType::high_card;
  int plays = -1;
  for (int i = 0; i < kHandTypes; ++i) {  // higher hands come first, so ties go to them
    const HandType type = static_cast<HandType>(i);
    if (hand_played(g, type) > plays && is_visible(g, type)) most = type, plays = hand_played(g, type);
  }
  return most;
}

}  // namespace jimbot
