// What a player who acts through the real game's protocol can do of what the rules allow (Game::calls_only).
#pragma once
#include "action.h"

namespace jimbot {

// Whether there is a call for this kind of action in the present phase.
bool has_call(const Game& g, ActionKind kind);
// Whether that call takes the thing at this index.
bool call_takes(const Game& g, ActionKind kind, int index);

}  // namespace jimbot
