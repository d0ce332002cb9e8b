// Tags: gaining them and letting them act.
#pragma once
#include "state.h"

namespace jimbot {

void add_tag(Game& g, Tag tag);               // Double Tags held add a copy each
void apply_immediate_tags(Game& g);
void apply_blind_choice_tags(Game& g);        // packs one by one, Boss Tag; on the blind select screen
bool take_tag(Game& g, TagId id);             // removes the first one held

}  // namespace jimbot
