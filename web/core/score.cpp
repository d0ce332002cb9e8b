// What a play scores, step by step.
#include <vector>

#include "explain.h"
#include "json.h"
#include "text.h"
#include "wire.h"

namespace jimbot::web {
namespace {

constexpr int kMaxEvents = 4096;
constexpr const char* kKinds[] = {"base",      "level",   "chips",     "mult",   "times_mult", "dollars",
                                  "retrigger", "roll",    "range",     "random", "balance",    "refused",
                                  "debuffed",  "created", "destroyed", "grows",  "score"};
constexpr const char* kSources[] = {"hand", "card", "held_card", "joker", "consumable", "blind", "deck"};

void write_event(Json& json, const Game& g, const Event& v) {
  json.open('{').field("kind", kKinds[static_cast<int>(v.kind)]);
  json.field("source", kSources[static_cast<int>(v.source)]);
  int place = v.index;  // of a card: in the hand
  if (v.source == Source::card || v.source == Source::held_card) {
    place = -1;
    for (int i = 0; i < g.hand.size(); ++i)
      if (g.hand[i] == v.index) place = i;
  }
  json.field("place", place).field("amount", v.amount).field("amount2", v.amount2);
  json.field("chips", v.chips).field("mult", v.mult).close('}');
}

}  // namespace

// Of the play given.
JIMBOT_EXPORT(explain) int explain(int handle) {
  const Game* g = game_of(handle);
  if (!g) return kRefused;
  Action play{};
  if (const std::string error = read_action(given(), play); !error.empty()) return refuse(error);
  if (play.kind != ActionKind::play) return refuse("only a play is explained");
  if (const Reason reason = why_illegal(*g, play); reason != Reason::none) return refuse(reason_text(reason));
  static std::vector<Event> room(kMaxEvents);
  const Explanation e = explain_play(*g, {play.cards.data(), play.count}, room);
  Json json;
  json.open('{').field("hidden", e.hidden).field("exact", e.exact).field("refused", e.refused);
  json.field("hand", e.hidden ? "" : row(e.type).key).field("chips", e.chips).field("mult", e.mult);
  json.field("score", e.score).field("dollars", e.dollars).key("scoring").open('[');
  for (std::uint64_t left = e.scoring; left; left &= left - 1) json.add(std::countr_zero(left));
  json.close(']').key("events").open('[');
  for (int i = 0; i < e.events; ++i) write_event(json, *g, room[static_cast<std::size_t>(i)]);
  json.close(']').close('}');
  return answer(json.take());
}

}  // namespace jimbot::web
