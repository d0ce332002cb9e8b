// Blind select and the start of a round.
#pragma once
#include "blinds.h"

namespace jimbot {

void begin_ante(Game& g);  // boss and tags of the ante
void select_blind(Game& g);
void skip_blind(Game& g);

// Is this the boss whose effect is in force?
inline bool facing(const Game& g, BlindId id) {
  return g.blind == id && !g.blind_disabled && g.phase == Phase::selecting_hand;
}

}  // namespace jimbot
