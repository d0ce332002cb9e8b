// Which play or discard next.
#include "planner.h"

#include <cassert>

#include "flow/blind.h"
#include "planner/plays.h"

namespace jimbot {
namespace {

using planner::Cards;
using planner::Play;
using planner::PlayScorer;

Action action_of(ActionKind kind, Cards cards) {
  Action a{};
  a.kind = kind;
  for (; cards; cards &= cards - 1) a.cards[a.count++] = static_cast<std::uint8_t>(__builtin_ctzll(cards));
  return a;
}

// What is given up by playing these cards: Glass may break, Gold Cards and Blue Seals pay when held.
double given_up(const Game& g, const Play& play) {
  double dollars = 0;
  for (Cards left = play.cards; left; left &= left - 1) {
    const Card& card = g.cards[g.hand[__builtin_ctzll(left)]];
    if (card.debuffed()) continue;
    if (card.enhancement == Enhancement::glass && (play.scoring & (left & -left))) dollars += 1.5;
    if (card.enhancement == Enhancement::gold || card.seal == Seal::blue) dollars += 3;
  }
  return dollars;
}

}  // namespace

Action plan_hand(const Game& g, const PlannerOptions&, PolicyRandom&) {
  assert(g.phase == Phase::selecting_hand);
  PlayScorer scorer(g);
  Play best{}, clearing{};
  double kept = 0;
  scorer.for_each_play([&](const Play& play) {
    if (!best.cards || play.score > best.score) best = play;
    if (g.score + play.score - g.target < 0 || scorer.uncertain()) return;
    const double value = play.side - given_up(g, play) - 0.01 * __builtin_popcountll(play.cards);
    if (clearing.cards && value <= kept) return;
    clearing = play;
    kept = value;
  });
  if (clearing.cards) return action_of(ActionKind::play, clearing.cards);
  Cards junk = (scorer.visible() | scorer.hidden()) & ~best.scoring & ~scorer.required(),
        out = scorer.required();
  for (int i = g.hand.size() - 1; i >= 0 && __builtin_popcountll(out) < kMaxPlayed; --i)
    if (junk & (1ull << i)) out |= 1ull << i;
  if (!best.cards) best.cards = out;
  const bool behind = best.score * g.hands_left < g.target - g.score;
  if (g.discards_left > 0 && behind && out) return action_of(ActionKind::discard, out);
  return action_of(ActionKind::play, best.cards ? best.cards : 1);
}

}  // namespace jimbot
