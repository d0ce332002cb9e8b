// What bosses do to scores, read from their rows.
#pragma once
#include "types.h"

namespace jimbot::plan {

// Other bosses ask for more chips or money, or hide cards.
bool changes_scores(BlindId boss);

}  // namespace jimbot::plan
