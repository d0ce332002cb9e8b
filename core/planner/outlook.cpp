// Fresh hands, the table over them, and play-outs.
#include "planner/outlook.h"

#include <algorithm>
#include <utility>

#include "content/blinds.h"
#include "flow/blind.h"
#include "jokers.h"

namespace jimbot::planner {
namespace {

constexpr int kMostDeals = 128;

}  // namespace

void remove(LightHand& hand, Slots slots) {
  int kept = 0;
  for (int i = 0; i < hand.count; ++i)
    if (!(slots & (1ull << i)))
      hand.cards[static_cast<std::size_t>(kept++)] = hand.cards[static_cast<std::size_t>(i)];
  hand.count = kept;
}

Outlook::Outlook(const Game& g, const Board& board, const Digs& digs, const Pool& pool)
    : board_(board), digs_(digs), pool_(pool) {
  hand_size_ = std::max(1, jimbot::hand_size(g));
  serpent_ = facing(g, BlindId::serpent);
  hook_ = facing(g, BlindId::hook);
  // Not where the number of cards counts, each costs a dollar, or the coming Pillar remembers them.
  const auto counts_cards = [](const Joker& j) { return j.id == JokerId::half || j.id == JokerId::square; };
  const bool pillar_comes = g.boss == BlindId::pillar && !is_boss(g.blind);
  fills_ = !serpent_ && !pillar_comes && !facing(g, BlindId::tooth) &&
           std::none_of(g.jokers.begin(), g.jokers.end(), counts_cards);
}

Pool Outlook::shuffled(PolicyRandom& random) const {
  Pool order = pool_;
  for (int i = 0; i + 1 < pool_.count; ++i) {
    const int k = i + static_cast<int>(random.below(static_cast<std::uint32_t>(pool_.count - i)));
    std::swap(order.cards[static_cast<std::size_t>(i)], order.cards[static_cast<std::size_t>(k)]);
  }
  return order;
}

void Outlook::draw(LightHand& hand, World& world, int missing) const {
  for (; missing > 0 && !world.empty(); --missing) board_.add(hand, world.draw());
}

void Outlook::refill(LightHand& hand, World& world) const {
  draw(hand, world, serpent_ ? kSerpentDraw : hand_size_ - hand.count);
}

void Outlook::hook(LightHand& hand, PolicyRandom& random) const {
  for (int i = 0; hook_ && i < kHookCards && hand.count > 0; ++i)
    remove(hand, 1ull << random.below(static_cast<std::uint32_t>(hand.count)));
}

// Each deal gives the best score after 0, 1, 2... digs. The table then plans backwards: with so much to score,
// so many hands and discards, how many digs to spend on the next hand.
void Outlook::deal(float need, int hands, int discards, int deals, PolicyRandom& random) {
  hands_ = std::min(hands, kHands);
  discards_ = std::min(discards, kDiscards);
  most_need_ = std::max(1.0f, need);
  deals = std::clamp(deals, kQuantiles, kMostDeals);
  const int digs = std::min(discards_, kMostDigs);
  float scores[kMostDigs + 1][kMostDeals];
  for (int i = 0; i < deals; ++i) {
    const Pool order = shuffled(random);
    World world{order};
    LightHand hand;
    draw(hand, world, hand_size_);
    float best = 0;
    for (int k = 0; k <= digs; ++k) {
      const SortedHand by = board_.sort(hand);
      best = std::max(best, board_.best_play(hand, by, board_.allowed()).score);
      scores[k][i] = best;
      if (k == digs || best >= most_need_) {
        for (int rest = k + 1; rest <= digs; ++rest) scores[rest][i] = best;
        break;
      }
      remove(hand, digs_.drop(hand, digs_.keep(hand, by)));
      refill(hand, world);
    }
  }
  for (int k = 0; k <= digs; ++k) {
    std::sort(scores[k], scores[k] + deals);
    for (int q = 0; q < kQuantiles; ++q) {
      const int from = deals * q / kQuantiles, to = deals * (q + 1) / kQuantiles;
      float sum = 0;
      for (int i = from; i < to; ++i) sum += scores[k][i];
      score_[k][q] = sum / static_cast<float>(to - from);
    }
  }
  for (int d = 0; d <= discards_; ++d) std::fill_n(table_[0][d], kBins + 1, 0.0f);
  for (int h = 1; h <= hands_; ++h)
    for (int d = 0; d <= discards_; ++d)
      for (int bin = 0; bin <= kBins; ++bin) {
        const float left = most_need_ * static_cast<float>(std::max(bin, 1) - (bin ? 0.0f : 0.9f)) / kBins;
        float best = 0;
        for (int k = 0; k <= std::min(d, digs); ++k) {
          const float factor = board_.factor({h == 1, d == k});
          float sum = 0;
          for (int q = 0; q < kQuantiles; ++q) sum += look_up(left - score_[k][q] * factor, h - 1, d - k);
          best = std::max(best, sum / kQuantiles);
        }
        table_[h][d][bin] = best;
      }
}

float Outlook::look_up(float need, int hands, int discards) const {
  if (need <= 0) return 1 + kHandBonus * static_cast<float>(hands);
  const float at = std::min(need / most_need_, 1.0f) * kBins;
  const int bin = std::min(static_cast<int>(at), kBins - 1);
  const float* row = table_[hands][discards];
  return row[bin] + (at - static_cast<float>(bin)) * (row[bin + 1] - row[bin]);
}

float Outlook::value(float need, int hands, int discards) const {
  return look_up(need, std::clamp(hands, 0, hands_), std::clamp(discards, 0, discards_));
}

float Outlook::value(const LightHand& hand, const Rest& rest) const {
  if (rest.hands <= 0) return 0;
  const LightPlay play = board_.best_play(hand, board_.sort(hand), rest.allowed);
  const float points = play.score * board_.factor({rest.hands == 1, rest.discards == 0});
  const float now = value(rest.need - points, rest.hands - 1, rest.discards);
  const float progress = 0.004f * std::min(1.0f, points / std::max(1.0f, rest.need));
  return progress +
         (rest.discards > 0 ? std::max(now, value(rest.need, rest.hands, rest.discards - 1)) : now);
}

float Outlook::play_out(LightHand hand, Rest rest, World& world, PolicyRandom& random) const {
  for (;;) {
    const SortedHand by = board_.sort(hand);
    const LightPlay play = board_.best_play(hand, by, rest.allowed);
    const float points = play.score * board_.factor({rest.hands == 1, rest.discards == 0});
    if (points >= rest.need) return 1 + kHandBonus * static_cast<float>(rest.hands - 1);
    if (hand.count == 0) return 0;
    if (rest.discards > 0 && points * static_cast<float>(rest.hands) < rest.need) {
      --rest.discards;
      remove(hand, digs_.drop(hand, digs_.keep(hand, by)));
    } else {
      if (--rest.hands == 0) return 0;
      rest.need -= points;
      rest.allowed = board_.after_playing(rest.allowed, play.type);
      Slots out = play.cards;
      const int room = kMaxPlayed - __builtin_popcountll(out);
      if (fills_ && room > 0) out |= digs_.drop(hand, digs_.keep(hand, by) | out, room);
      if (!out) out = 1;
      remove(hand, out);
      hook(hand, random);
    }
    refill(hand, world);
  }
}

float Outlook::play_round(int hands, int discards, PolicyRandom& random) const {
  const Pool order = shuffled(random);
  World world{order};
  LightHand hand;
  draw(hand, world, hand_size_);
  std::uint32_t allowed = board_.allowed();
  std::uint32_t played = 0;
  float chips = 0;
  while (hands > 0 && hand.count > 0) {
    const SortedHand by = board_.sort(hand);
    if (discards > 0) {
      --discards;
      remove(hand, digs_.drop(hand, digs_.keep(hand, by)));
    } else {
      const LightPlay play = board_.best_play(hand, by, allowed);
      const std::uint32_t type = 1u << static_cast<int>(play.type);
      chips += play.score * board_.factor({--hands == 0, true}) * (played & type ? board_.again() : 1);
      played |= type;
      allowed = board_.after_playing(allowed, play.type);
      Slots out = play.cards;
      const int room = kMaxPlayed - __builtin_popcountll(out);
      if (fills_ && room > 0) out |= digs_.drop(hand, digs_.keep(hand, by) | out, room);
      remove(hand, out ? out : 1);
      hook(hand, random);
    }
    refill(hand, world);
  }
  return chips;
}

}  // namespace jimbot::planner
