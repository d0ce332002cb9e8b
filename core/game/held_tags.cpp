// Tags held.
#include "held_tags.h"

namespace jimbot {
namespace {

void push_tag(Game& g, Tag tag) {
  if (g.tags.full())
    g.truncated = 1;
  else
    g.tags.push(tag);
}

}  // namespace

void add_tag(Game& g, Tag tag) {
  push_tag(g, tag);
  if (row(tag.id).type == TagType::tag_add) return;
  for (int at = find_tag(g, TagType::tag_add); at >= 0; at = find_tag(g, TagType::tag_add)) {
    take_tag(g, at);
    push_tag(g, tag);
  }
}

Tag take_tag(Game& g, int at) {
  const Tag tag = g.tags[at];
  g.tags.erase(at);
  return tag;
}

int find_tag(const Game& g, TagType moment) {
  for (int i = 0; i < g.tags.size(); ++i) {
    const TagRow& r = row(g.tags[i].id);
    if (r.type == moment && !(r.waits && r.waits(g))) return i;
  }
  return -1;
}

}  // namespace jimbot
