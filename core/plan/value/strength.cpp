// Rounds played on the hand planner's compiled board, or in full.
#include "strength.h"

#include <algorithm>
#include <cmath>

#include "elementary.h"
#include "planner.h"
#include "reduced.h"
#include "round_model.h"
#include "step.h"

namespace jimbot::plan {
namespace {

constexpr double kNeverReached = 1e300;

// A reduced position at the start of that blind, with streams of its own.
bool begin_round(Game& g, int blind, std::uint64_t seed) {
  if (!reduce(g)) return false;
  char text[9];
  seed_from_number(seed, text);
  seed_rng(g.rng, {text, 8});
  g.blind_on_deck = static_cast<std::uint8_t>(blind);
  apply(g, Action{ActionKind::select_blind, 0, 0, {}});
  return g.phase == Phase::selecting_hand;
}

// The board is measured as it is when hands are played: discards used up, some cards drawn.
void go_to_middle(Game& g, int drawn) {
  g.discards_left = 0;
  for (int i = 0; i < drawn && !g.draw.cards.empty(); ++i) {
    g.discard.push(g.draw.cards.back());
    g.draw.cards.pop();
  }
}

// Logarithms of scores, round by round.
class Sum {
 public:
  void add(double chips) {
    const double x = elementary::log(1 + std::max(0.0, chips));  // an estimate may fall below nothing
    sum_ += x;
    squares_ += x * x;
    if (rounds_++ < kEarlyRounds) early_ = sum_ / rounds_;
  }
  void write_to(Strength& s) const {
    s.mean = sum_ / rounds_;
    s.deviation = std::sqrt(std::max(0.0, squares_ / rounds_ - s.mean * s.mean));
    s.early = early_;
    s.rounds = rounds_;
  }

 private:
  double sum_ = 0, squares_ = 0, early_ = 0;
  int rounds_ = 0;
};

}  // namespace

Strength Yardstick::measure_exactly(const Game& g, int blind, int rounds) const {
  PolicyRandom seeds{seed_};
  Sum sum;
  for (int i = 0; i < rounds; ++i) {
    Game world = g;
    PolicyRandom random{seeds.next()};
    if (!begin_round(world, blind, random.next())) return {};
    world.target = kNeverReached;
    while (world.phase == Phase::selecting_hand) apply(world, plan_hand(world, {0, 0, tuning_}, random));
    sum.add(world.score);
  }
  Strength strength;
  sum.write_to(strength);
  return strength;
}

Strength Yardstick::measure(const Game& g, int blind, int rounds,
                            const std::function<bool(const Strength&)>& goes_on) const {
  using namespace plan;
  Game start = g;
  if (!begin_round(start, blind, seed_)) return {};
  const int hands = start.hands_left, discards = start.discards_left;
  go_to_middle(start, tuning_.drawn_by_then);
  begin_hand(start);
  Pool deck;
  for (; deck.count < start.cards.size(); ++deck.count)
    deck.cards[static_cast<std::size_t>(deck.count)] = static_cast<std::uint8_t>(deck.count);
  const Board board(start, {deck.cards.data(), static_cast<std::size_t>(deck.count)});
  const DrawOdds odds(board, start, deck, tuning_);
  const RoundModel model(start, board, odds, deck, tuning_);
  Strength strength;
  for (int i = 0; i < kHandTypes; ++i) {
    const BoardType& type = board.type(static_cast<HandType>(i));
    strength.of_type[static_cast<std::size_t>(i)] = board.usual(static_cast<HandType>(i));
    strength.make_up[static_cast<std::size_t>(i)] = {type.chips + type.after.chips,
                                                     type.mult + type.after.plus, type.after.times};
  }
  PolicyRandom seeds{seed_};
  Sum sum;
  for (int i = 0; i < rounds; ++i) {
    PolicyRandom random{seeds.next()};
    sum.add(model.play_round(hands, discards, random));
    sum.write_to(strength);
    if (i + 1 == kEarlyRounds && !goes_on(strength)) break;
  }
  return strength;
}

}  // namespace jimbot::plan
