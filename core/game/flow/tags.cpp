// Tags.
#include "flow/tags.h"

#include <algorithm>

#include "content.h"
#include "flow/blind.h"
#include "flow/pack.h"
#include "verbs.h"

namespace jimbot {
namespace {

void push_tag(Game& g, Tag tag) {
  if (g.tags.full())
    g.truncated = 1;
  else
    g.tags.push(tag);
}

void apply_immediate(Game& g, const Tag& tag) {
  const TagRow& r = row(tag.id);
  const double n = r.n;
  Ctx c{.g = g};
  if (r.pays) c.earn(r.pays(g, g.skips));
  switch (tag.id) {
    case TagId::economy: c.earn(std::clamp<std::int64_t>(g.money, 0, static_cast<std::int64_t>(n))); break;
    case TagId::top_up: c.create_jokers(JokerSource::top_up, static_cast<int>(n)); break;
    case TagId::orbital: c.level_up(static_cast<HandType>(tag.hand), static_cast<int>(n)); break;
    default: break;
  }
}

}  // namespace

void add_tag(Game& g, Tag tag) {
  push_tag(g, tag);
  if (tag.id == TagId::double_) return;
  while (take_tag(g, TagId::double_)) push_tag(g, tag);
}

bool take_tag(Game& g, TagId id) {
  for (int i = 0; i < g.tags.size(); ++i)
    if (g.tags[i].id == id) {
      g.tags.erase(i);
      return true;
    }
  return false;
}

void apply_immediate_tags(Game& g) {
  for (int i = 0; i < g.tags.size();) {
    const Tag tag = g.tags[i];
    if (row(tag.id).type != TagType::immediate) {
      ++i;
      continue;
    }
    g.tags.erase(i);
    apply_immediate(g, tag);
  }
}

void apply_blind_choice_tags(Game& g) {
  for (int i = 0; i < g.tags.size() && g.phase == Phase::blind_select;) {
    const Tag tag = g.tags[i];
    const TagRow& r = row(tag.id);
    if (r.type != TagType::new_blind_choice) {
      ++i;
      continue;
    }
    g.tags.erase(i);
    if (tag.id == TagId::boss)
      reroll_boss(g);
    else
      open_pack(g, static_cast<BoosterId>(r.pack));
  }
}

}  // namespace jimbot
