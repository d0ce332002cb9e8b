// The scoring pipeline of one played hand.
#pragma once
#include "verbs.h"

namespace jimbot {

// Hand check and score. hand.played is set and has left the hand. Returns the points.
double score_hand(Ctx& c);
// Which scoring cards go after the score (Sixth Sense, Glass), as indices; returns how many.
int destroyed_by_score(Ctx& c, std::uint8_t (&out)[kMaxPlayed]);

}  // namespace jimbot
