// Tags at work.
#include "flow/tags.h"

#include "flow/pack.h"
#include "held_tags.h"
#include "verbs.h"

namespace jimbot {

void use_first_tag(Game& g, TagType moment) {
  const int at = find_tag(g, moment);
  if (at < 0) return;
  const Tag tag = take_tag(g, at);
  const TagRow& r = row(tag.id);
  if (r.use) {
    Ctx c{.g = g};
    r.use(c, tag);
  }
  if (r.pack != kNone) open_pack(g, static_cast<BoosterId>(r.pack));
}

void use_tags(Game& g, TagType moment) {
  const Phase phase = g.phase;
  while (g.phase == phase && find_tag(g, moment) >= 0) use_first_tag(g, moment);
}

}  // namespace jimbot
