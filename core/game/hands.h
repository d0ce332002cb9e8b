// Poker hands of the run: levels, plays, and which ones a player knows of.
#pragma once
#include "content.h"
#include "state.h"

namespace jimbot {

inline int hand_played(const Game& g, HandType type) { return g.hands[type].played; }
inline bool is_visible(const Game& g, HandType type) { return !row(type).secret || hand_played(g, type) > 0; }
HandType most_played_hand(const Game& g);  // ties to the higher hand

}  // namespace jimbot
