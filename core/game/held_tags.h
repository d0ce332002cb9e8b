// Tags held: gaining them and taking them away.
#pragma once
#include "content.h"
#include "state.h"

namespace jimbot {

void add_tag(Game& g, Tag tag);                // Double Tags held add a copy each
Tag take_tag(Game& g, int at);
int find_tag(const Game& g, TagType moment);   // the first one held that waits for it, or -1

}  // namespace jimbot
