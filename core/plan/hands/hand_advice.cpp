// Best plays by poker hand, and mean scores over redrawn games.
#include "hand_advice.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "enum_array.h"
#include "hidden.h"
#include "plays.h"
#include "step.h"

namespace jimbot {
namespace {

using namespace plan;

Cards cards_of(const Action& action) {
  Cards cards = 0;
  for (int i = 0; i < action.count; ++i) cards |= 1ull << action.cards[static_cast<std::size_t>(i)];
  return cards;
}

Action play_of(Cards cards) {
  Action a{};
  a.kind = ActionKind::play;
  for (; cards; cards &= cards - 1) a.cards[a.count++] = static_cast<std::uint8_t>(std::countr_zero(cards));
  return a;
}

// 0 where nothing can be seen of the hand.
double best_mean(const Game& g) {
  PlayScorer scorer(g);
  Play best{};
  scorer.for_each_play([&](const Play& play) {
    if (!best.cards || play.score > best.score) best = play;
  });
  return best.cards ? scorer.rolls(best).mean : 0;
}

}  // namespace

BestPlays best_plays(const Game& g, const Action* without) {
  assert(g.phase == Phase::selecting_hand);
  const Cards taken = without ? cards_of(*without) : 0;
  EnumArray<HandType, Play> of_type{};
  PlayScorer scorer(g);
  scorer.for_each_play([&](const Play& play) {
    Play& same = of_type[play.type];
    if (!(play.cards & taken) && (!same.cards || play.score > same.score)) same = play;
  });
  BestPlays out{};
  for (const Play& play : of_type)
    if (play.cards) out.push({play_of(play.cards), play.type, play.score});
  std::sort(out.begin(), out.end(), [](const BestPlay& a, const BestPlay& b) {
    return a.score != b.score ? a.score > b.score : a.type < b.type;
  });
  return out;
}

double mean_score(const Game& g, const Action& action, int worlds, PolicyRandom& random) {
  assert(is_legal(g, action) && worlds > 0);
  double sum = 0;
  for (int i = 0; i < worlds; ++i) {
    Game after = g;
    determinize(after, random.next());
    apply(after, action);
    if (action.kind == ActionKind::play)
      sum += after.score - g.score;
    else if (after.phase == Phase::selecting_hand)
      sum += best_mean(after);
  }
  return sum / worlds;
}

Foreseen foresee(const Game& g, const Action& action, const PlannerOptions& options, int worlds,
                 PolicyRandom& random) {
  assert(is_legal(g, action) && worlds > 0);
  Foreseen out;
  out.worlds = worlds;
  for (int i = 0; i < worlds; ++i) {
    Game after = g;
    determinize(after, random.next());
    apply(after, action);
    bool played = false;
    if (action.kind == ActionKind::discard) ++out.discards;
    int hands = after.hands_left, discards = after.discards_left;
    while (after.phase == Phase::selecting_hand) {
      const Action next = plan_hand(after, options, random);
      if (next.kind == ActionKind::play && !played) {
        played = true;
        PlayScorer scorer(after);
        if (!(cards_of(next) & scorer.hidden())) ++out.next[scorer.score(cards_of(next)).type];
      }
      if (next.kind == ActionKind::discard && !played) ++out.discards;
      apply(after, next);
      hands = after.hands_left, discards = after.discards_left;
    }
    if (after.phase == Phase::game_over && !after.won) continue;
    ++out.cleared;
    out.hands_left += hands;
    out.discards_left += discards;
  }
  return out;
}

}  // namespace jimbot
