// Blind select and the start of a round.
#pragma once
#include "blinds.h"

namespace jimbot {

void begin_ante(Game& g);  // boss and tags of the ante
void select_blind(Game& g);
void skip_blind(Game& g);

}  // namespace jimbot
