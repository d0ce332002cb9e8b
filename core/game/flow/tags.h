// Tags act when their moment comes, and are used up.
#pragma once
#include "content.h"

namespace jimbot {

// In the order they were gained. A pack that opens stops them; they go on when it is closed.
void use_tags(Game& g, TagType moment);
void use_first_tag(Game& g, TagType moment);

}  // namespace jimbot
