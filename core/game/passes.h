// Passes over the joker line: each joker that has the hook acts once, left to right.
#pragma once
#include "verbs.h"

namespace jimbot {

// Calls fn(c, row) for every joker that acts with that hook. Jokers made during the pass do not act.
template <class Fn>
void for_each_acting(Ctx& c, Hook hook, Fn fn) {
  Game& g = c.g;
  if (!(g.hooks & hook)) return;
  const int n = g.jokers.size();
  for (int i = 0; i < n; ++i) {
    const std::uint8_t acting = g.acts_as[static_cast<std::size_t>(i)];
    if (acting == kNone || g.jokers[i].dying() || g.jokers[acting].dying()) continue;
    Joker& joker = g.jokers[acting];
    if (!(hook_bits(joker.id) & hook)) continue;
    c.self = &joker;
    c.at = i;
    c.copied = acting != i;
    c.source = Source::joker;
    c.source_index = i;
    fn(c, row(joker.id));
  }
}

}  // namespace jimbot
