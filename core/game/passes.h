// Passes over the joker line: each joker that has the hook acts once, left to right.
#pragma once
#include "verbs.h"

namespace jimbot {

// Calls fn(c, row) if the joker at that place, or the one it copies, has the hook.
template <class Fn>
void act(Ctx& c, int at, Hook hook, Fn fn) {
  Game& g = c.g;
  const std::uint8_t acting = g.acts_as[at];
  if (acting == kNone) return;
  Joker& joker = g.jokers[acting];
  if (!(hook_bits(joker.id) & hook)) return;
  c.self = &joker;
  c.at = at;
  c.copied = acting != at;
  c.source = Source::joker;
  c.source_index = at;
  c.weight = 1;
  fn(c, row(joker.id));
}

// Calls fn(c, row) for every joker that acts with that hook. Jokers made during the pass do not act, nor those
// that it has destroyed.
template <class Fn>
void for_each_acting(Ctx& c, Hook hook, Fn fn) {
  Game& g = c.g;
  if (!(g.hooks & hook)) return;
  const int n = g.jokers.size();
  for (int i = 0; i < n; ++i) {
    const std::uint8_t acting = g.acts_as[i];
    if (acting == kNone || g.jokers[i].dying() || g.jokers[acting].dying()) continue;
    act(c, i, hook, fn);
  }
}

}  // namespace jimbot
