// Rounds played on the hand planner's compiled board, or in full.
#include "strategist/strength.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "content/vouchers.h"
#include "create.h"
#include "hidden.h"
#include "jokers.h"
#include "planner.h"
#include "planner/habits.h"
#include "planner/outlook.h"
#include "step.h"

namespace jimbot::strategist {
namespace {

constexpr double kNeverReached = 1e300;

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

// The board is measured as it is when hands are played: discards used up, some cards drawn.
void go_to_middle(Game& g, int drawn) {
  g.discards_left = 0;
  for (int i = 0; i < drawn && !g.draw.cards.empty(); ++i) {
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
    while (world.phase == Phase::selecting_hand) apply(world, plan_hand(world, {0, 0, tuning_}, random));
    return world.score;
  });
}

Strength Yardstick::measure(const Game& g, int blind, int rounds) const {
  using namespace planner;
  Game start = g;
  if (!go_to_blind(start, blind)) return {};
  do_(start, ActionKind::select_blind);
  if (start.phase != Phase::selecting_hand) return {};
  const int hands = start.hands_left, discards = start.discards_left;
  go_to_middle(start, tuning_.drawn_by_then);
  const PlayScorer scorer(start);
  Pool deck;
  for (; deck.count < start.cards.size(); ++deck.count)
    deck.cards[static_cast<std::size_t>(deck.count)] = static_cast<std::uint8_t>(deck.count);
  const Board board(scorer.seen(), {deck.cards.data(), static_cast<std::size_t>(deck.count)});
  const Digs digs(board, start, deck, tuning_);
  const Outlook outlook(start, board, digs, deck, tuning_);
  PolicyRandom seeds{seed_};
  Strength strength = summary(rounds, [&] {
    PolicyRandom random{seeds.next()};
    return static_cast<double>(outlook.play_round(hands, discards, random));
  });
  for (int i = 0; i < kHandTypes; ++i) {
    const BoardType& type = board.type(static_cast<HandType>(i));
    strength.of_type[static_cast<std::size_t>(i)] = board.usual(static_cast<HandType>(i));
    strength.make_up[static_cast<std::size_t>(i)] = {type.chips + type.after.chips,
                                                     type.mult + type.after.plus, type.after.times};
  }
  return strength;
}

bool score_alike(const Game& a, const Game& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           !std::memcmp(x.begin(), y.begin(), sizeof(*x.begin()) * static_cast<std::size_t>(x.size()));
  };
  if (!same(a.jokers, b.jokers) || !same(a.cards, b.cards)) return false;
  const std::uint32_t reads = planner::reads_of(a);
  if (a.money != b.money && ((reads & planner::kReadsMoney) || in_challenge(a, kChipsDollarCap)))
    return false;
  if (a.tarots_used != b.tarots_used && (reads & planner::kReadsTarotsUsed)) return false;
  if (a.skips != b.skips && (reads & planner::kReadsSkips)) return false;
  if (joker_limit(a) != joker_limit(b) && (reads & planner::kReadsJokerSlots)) return false;
  for (int i = 0; (reads & planner::kReadsSellValues) && i < a.jokers.size(); ++i)
    if (sell_value(a, a.jokers[i]) != sell_value(b, b.jokers[i])) return false;
  const auto planets = [](const Game& g) { return voucher_best<&VoucherRow::planet_times_mult>(g, 0.0); };
  if ((planets(a) || planets(b)) && (planets(a) != planets(b) || !same(a.consumables, b.consumables)))
    return false;
  return !std::memcmp(&a.hands, &b.hands, sizeof a.hands) && a.blind_on_deck == b.blind_on_deck &&
         a.ante == b.ante && a.boss == b.boss && hand_size(a) == hand_size(b) &&
         hands_per_round(a) == hands_per_round(b) && discards_per_round(a) == discards_per_round(b);
}

}  // namespace jimbot::strategist
