// Rounds played on the hand planner's compiled board, or in full.
#include "strategist/strength.h"

#include <algorithm>
#include <cmath>

#include "flow/blind.h"
#include "hidden.h"
#include "planner.h"
#include "planner/outlook.h"
#include "step.h"

namespace jimbot::strategist {
namespace {

constexpr double kNeverReached = 1e300;
constexpr int kDrawnByThen = 18;
constexpr int kExactShare = 8;  // so many fewer rounds, they cost more

void do_(Game& g, ActionKind kind) { apply(g, Action{kind, 0, 0, {}}); }

// From any phase between rounds to the choice of that blind.
bool go_to_blind(Game& g, int blind) {
  if (g.phase == Phase::pack) do_(g, ActionKind::skip_pack);
  if (g.phase == Phase::round_eval) do_(g, ActionKind::cash_out);
  if (g.phase == Phase::shop) do_(g, ActionKind::leave_shop);
  if (g.phase != Phase::blind_select) return false;
  g.blind_states[g.blind_on_deck] = BlindState::upcoming;
  g.blind_on_deck = static_cast<std::uint8_t>(blind);
  return true;
}

// The compiled board cannot tell what these give: they look at the whole hand, or change with every hand.
bool is_hard(const Joker& j) {
  using enum JokerId;
  switch (j.id) {
    case raised_fist:
    case flower_pot:
    case seeing_double:
    case blackboard:
    case ride_the_bus:
    case dusk:
    case hit_the_road:
    case card_sharp:
    case obelisk:
    case loyalty_card: return !j.debuffed();
    default: return false;
  }
}

// The board is measured as it is when hands are played: discards used up, some cards drawn.
void go_to_middle(Game& g) {
  g.discards_left = 0;
  for (int i = 0; i < kDrawnByThen && !g.draw.cards.empty(); ++i) {
    g.discard.push(g.draw.cards.back());
    g.draw.cards.pop();
  }
}

template <class Round>
Strength summary(int rounds, Round round) {
  double sum = 0, squares = 0;
  for (int i = 0; i < rounds; ++i) {
    const double x = std::log(1 + std::max(0.0, round()));  // an estimate may fall below nothing
    sum += x;
    squares += x * x;
  }
  Strength s;
  s.mean = sum / rounds;
  s.deviation = std::sqrt(std::max(0.0, squares / rounds - s.mean * s.mean));
  return s;
}

}  // namespace

Strength Yardstick::measure_exactly(const Game& g, int blind, int rounds) const {
  Game start = g;
  if (!go_to_blind(start, blind)) return {};
  PolicyRandom seeds{seed_};
  return summary(rounds, [&] {
    Game world = start;
    const std::uint64_t seed = seeds.next();
    determinize(world, seed);
    do_(world, ActionKind::select_blind);
    world.target = kNeverReached;
    PolicyRandom random{seed};
    while (world.phase == Phase::selecting_hand) apply(world, plan_hand(world, {0, 0}, random));
    return world.score;
  });
}

Strength Yardstick::measure(const Game& g, int blind, int rounds) const {
  using namespace planner;
  if (std::any_of(g.jokers.begin(), g.jokers.end(), is_hard))
    return measure_exactly(g, blind, std::max(8, rounds / kExactShare));
  Game start = g;
  if (!go_to_blind(start, blind)) return {};
  do_(start, ActionKind::select_blind);
  if (start.phase != Phase::selecting_hand) return {};
  const int hands = start.hands_left, discards = start.discards_left;
  go_to_middle(start);
  const PlayScorer scorer(start);
  Pool deck;
  for (; deck.count < start.cards.size(); ++deck.count)
    deck.cards[static_cast<std::size_t>(deck.count)] = static_cast<std::uint8_t>(deck.count);
  const Board board(scorer.seen(), {deck.cards.data(), static_cast<std::size_t>(deck.count)});
  const Digs digs(board, start, deck);
  const Outlook outlook(start, board, digs, deck);
  PolicyRandom seeds{seed_};
  return summary(rounds, [&] {
    PolicyRandom random{seeds.next()};
    return static_cast<double>(outlook.play_round(hands, discards, random));
  });
}

}  // namespace jimbot::strategist
