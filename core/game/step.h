// apply: one decision changes the game. The action must be legal.
#pragma once
#include "action.h"

namespace jimbot {

void apply(Game& g, const Action& a);

}  // namespace jimbot
