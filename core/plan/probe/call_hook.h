// One hook of one joker, called on a scratch game: what it gives, and how its counter moves.
#pragma once
#include "verbs.h"

namespace jimbot::plan {

struct Given {
  double chips = 0, plus = 0, times = 1;
  double grown = 0;   // the joker's counter
  double chance = 1;  // of what it rolled for
  double levels = 0;  // of the hand
  bool adds_chips = false, adds_mult = false, multiplies = false;  // by however little
  bool rolled = false;
  bool operator==(const Given&) const = default;
};

// Calls fn(context, row) with the joker at that position acting. Joker and money are put back.
template <class Fn>
Given call_hook(Game& g, int joker, Hand* hand, Fn fn) {
  Event events[16];
  Log log{events, 0};
  Joker& self = g.jokers[joker];
  const Joker before = self;
  const std::int64_t money = g.money;
  Ctx c{.g = g, .log = &log, .hand = hand};
  c.self = &self;
  c.at = c.source_index = joker;
  fn(c, row(self.id));
  Given given;
  for (int i = 0; i < log.count; ++i) {
    const Event& event = events[i];
    switch (event.kind) {
      case EventKind::chips: given.chips += event.amount, given.adds_chips = true; break;
      case EventKind::mult: given.plus += event.amount, given.adds_mult = true; break;
      case EventKind::times_mult: given.times *= event.amount, given.multiplies = true; break;
      case EventKind::roll: given.chance *= event.amount / event.amount2, given.rolled = true; break;
      case EventKind::range: given.rolled = true; break;
      case EventKind::level: given.levels += event.amount; break;
      default: break;
    }
  }
  given.grown = self.value - before.value;
  self = before;
  g.money = money;
  return given;
}

// Levels are put back too.
inline Given call_before(Game& g, int joker, Hand& hand) {
  const auto hands = g.hands;
  const Given given = call_hook(g, joker, &hand, [](Ctx& c, const JokerRow& r) {
    if (r.before) r.before(c);
  });
  g.hands = hands;
  return given;
}
// Of the hand that is played, by a joker that may raise it.
inline double level_chance(Game& g, int joker) {
  Hand hand{};
  hand.type = HandType::high_card;
  return call_before(g, joker, hand).chance;
}
inline Given call_main(Game& g, int joker, Hand& hand) {
  return call_hook(g, joker, &hand, [](Ctx& c, const JokerRow& r) {
    if (r.main) r.main(c);
  });
}
// What a hand does to the counter, before and after it scores.
inline double grown_by_hand(Game& g, int joker, Hand& hand) {
  const Given given = call_hook(g, joker, &hand, [](Ctx& c, const JokerRow& r) {
    if (r.before) r.before(c);
    if (r.after) r.after(c);
  });
  return given.grown;
}
inline double grown_by_discard(Game& g, int joker, Card& card, bool last) {
  Hand hand{};
  const Given given = call_hook(g, joker, &hand, [&](Ctx& c, const JokerRow& r) {
    c.last_card = last;
    if (r.discarded) r.discarded(c, card);
  });
  return given.grown;
}
inline Given call_held(Game& g, int joker, Card& card) {
  Hand hand{};
  return call_hook(g, joker, &hand, [&](Ctx& c, const JokerRow& r) {
    if (r.held) r.held(c, card);
  });
}

}  // namespace jimbot::plan
