// What a play would score, step by step, from what the player can see.
#pragma once
#include <cstdint>
#include <span>

#include "verbs.h"

namespace jimbot {

struct Explanation {
  bool hidden;   // a face-down card is among the cards: nothing can be said
  bool exact;    // no roll and no face-down held card is involved; else rolls count as missed
  bool refused;  // by the boss
  HandType type;
  std::uint64_t scoring;  // bit per hand position
  double chips, mult, score;
  std::int64_t dollars;   // earned while scoring
  int events;             // written to the room given
};

// Positions must make a legal play. The game is not touched and no random stream is read.
Explanation explain_play(const Game& g, std::span<const std::uint8_t> positions, std::span<Event> room);

}  // namespace jimbot
