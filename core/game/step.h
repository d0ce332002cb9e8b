// apply: one decision changes the game. The action must be legal.
#pragma once
#include "action.h"

namespace jimbot {

void apply(Game& g, const Action& a);
// For who looks no further than what a player then sees: what a bought pack holds and what a reroll brings is not drawn.
void apply_unseen(Game& g, const Action& a);

}  // namespace jimbot
