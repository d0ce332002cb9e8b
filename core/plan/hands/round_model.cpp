// Fresh hands, the table over them, and play-outs.
#include "round_model.h"

#include <algorithm>
#include <bit>

#include "cards.h"
#include "content/challenges.h"
#include "jokers.h"

namespace jimbot::plan {
namespace {

constexpr int kMaxDeals = 128;

}  // namespace

void remove(LightHand& hand, Slots slots) {
  std::size_t kept = static_cast<std::size_t>(std::countr_zero(slots));
  for (std::size_t i = kept; i < static_cast<std::size_t>(hand.count); ++i) {
    if (slots & (1ull << i)) continue;
    hand.cards[kept] = hand.cards[i];
    hand.worths[kept++] = hand.worths[i];
  }
  hand.count = std::min(hand.count, static_cast<int>(kept));
}

RoundModel::RoundModel(const Game& g, const Board& board, const DrawOdds& odds, const Pool& pool,
                       const Tuning& tuning)
    : board_(board), odds_(odds), pool_(pool), tuning_(tuning) {
  hand_size_ = std::max(1, jimbot::hand_size(g));
  const BlindRow& blind = blind_in_force(g);
  draws_ = blind.draws;
  discards_held_ = blind.discards_held;
  hides_after_play_ = blind.face_down_after_play;
  const double odds_factor = static_cast<double>(1u << std::min<int>(g.oops, 10));
  face_down_odds_ = (blind.face_down_odds ? odds_factor / blind.face_down_odds : 0) +
                    (in_challenge(g, kFlippedCards) ? 1.0 / kFlippedOdds : 0);
  marks_ = blind.face_down;
  any_face_down_ = marks_ || hides_after_play_ || face_down_odds_ > 0;
  for (int i = 0; any_face_down_ && i < g.cards.size(); ++i)
    marked_[static_cast<std::size_t>(i)] = marks_ && blind.face_down(g, g.cards[i]);
  // Not where the number of cards counts, each costs a dollar, or the coming boss remembers them.
  const bool remembered = row(g.boss).debuffs_played && !is_boss(g.blind);
  fills_ = !draws_ && !remembered && !blind.dollars_per_card && !(reads_of(g) & kReadsPlayedCount);
}

DrawOrder RoundModel::shuffled(PolicyRandom& random, int hidden) const {
  DrawOrder order(pool_, random);
  for (int i = 0, k = 0; marks_ && i < hidden && k < pool_.count; ++k)  // no other cards are hidden
    if (marked_[order[k]]) order.swap(i++, k);
  return order;
}

void RoundModel::draw(LightHand& hand, World& world, int missing) const {
  for (; missing > 0 && !world.empty(); --missing) board_.add(hand, world.draw());
}

int RoundModel::missing(const LightHand& hand) const {
  if (draws_) return std::min(draws_, kMaxHand - hand.count);  // a hand grows from play to play
  return hand_size_ - hand.count - hand.hidden;
}

LightPlay RoundModel::best_play(const LightHand& hand, const SortedHand& by, const Rest& rest) const {
  if (!board_.drifts()) return board_.best_play(hand, by, rest.allowed);
  const Drift drift = board_.at(rest.drift, {rest.hands == 1, rest.discards == 0});
  return board_.best_play(hand, by, rest.allowed, &drift);
}

bool RoundModel::is_face_down(std::uint8_t card, bool after_play, PolicyRandom& random) const {
  if ((hides_after_play_ && after_play) || marked_[card]) return true;
  return face_down_odds_ > 0 && static_cast<double>(random.next() >> 11) * 0x1p-53 < face_down_odds_;
}

void RoundModel::refill(LightHand& hand, Rest& rest, World& world, bool after_play,
                        PolicyRandom& random) const {
  if (!any_face_down_ && !board_.drifts()) return draw(hand, world, missing(hand));
  for (int n = missing(hand); n > 0 && !world.empty(); --n) {
    const std::uint8_t card = world.draw();
    if (any_face_down_ && is_face_down(card, after_play, random))
      ++hand.hidden;
    else
      board_.add(hand, card);
    board_.after_draw(rest.drift);
  }
}

Slots RoundModel::keep(const LightHand& hand, const SortedHand& by, const Rest& rest) const {
  return board_.types_matter() ? odds_.keep(hand, by, board_.usual(rest.allowed, rest.drift))
                               : odds_.keep(hand, by);
}

// Face-down cards go first: nothing can be planned with them.
void RoundModel::discard(LightHand& hand, const SortedHand& by, Rest& rest) const {
  const int hidden = std::min(hand.hidden, kMaxPlayed);
  hand.hidden -= hidden;
  const Slots out = odds_.drop(hand, keep(hand, by, rest), kMaxPlayed - hidden);
  std::uint8_t cards[kMaxPlayed];
  std::size_t n = 0;
  for (Slots left = out; left; left &= left - 1)
    cards[n++] = hand.cards[static_cast<std::size_t>(std::countr_zero(left))];
  board_.after_discard(rest.drift, {cards, n}, hidden);
  remove(hand, out);
}

void RoundModel::hook(LightHand& hand, PolicyRandom& random) const {
  for (int i = 0; i < discards_held_ && hand.count + hand.hidden > 0; ++i) {
    const int k = static_cast<int>(random.below(static_cast<std::uint32_t>(hand.count + hand.hidden)));
    if (k < hand.count)
      remove(hand, 1ull << k);
    else
      --hand.hidden;
  }
}

// Each deal gives the best score after 0, 1, 2... discards. The table then plans backwards: for each need, hands and
// discards left, how many discards to spend on the next hand.
void RoundModel::deal(float need, int hands, int discards, int deals, PolicyRandom& random) {
  hands_ = std::min(hands, kHands);
  discards_ = std::min(discards, kDiscards);
  max_need_ = std::max(1.0f, need);
  deals = std::clamp(deals, kQuantiles, kMaxDeals);
  const int spendable = std::min(discards_, kMaxDiscards);
  float scores[kMaxDiscards + 1][kMaxDeals];
  for (int i = 0; i < deals; ++i) {
    DrawOrder order = shuffled(random);
    World world{order};
    LightHand hand;
    Rest rest{need, hands, discards, board_.allowed(), {}};
    for (int n = 0; n < hand_size_ && !world.empty(); ++n) {
      const std::uint8_t card = world.draw();
      if (any_face_down_ && is_face_down(card, n < kMaxPlayed, random))
        ++hand.hidden;
      else
        board_.add(hand, card);
    }
    float best = 0;
    for (int k = 0; k <= spendable; ++k) {
      const SortedHand by = board_.sort(hand);
      best = std::max(best, board_.best_play(hand, by, board_.allowed()).score);
      scores[k][i] = best;
      if (k == spendable || best >= max_need_) {
        for (int rest = k + 1; rest <= spendable; ++rest) scores[rest][i] = best;
        break;
      }
      discard(hand, by, rest);
      refill(hand, rest, world, false, random);
    }
  }
  for (int k = 0; k <= spendable; ++k) {
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
        const float left = max_need_ * static_cast<float>(std::max(bin, 1) - (bin ? 0.0f : 0.9f)) / kBins;
        float best = 0;
        for (int k = 0; k <= std::min(d, spendable); ++k) {
          const float factor = board_.factor({h == 1, d == k});
          float sum = 0;
          for (int q = 0; q < kQuantiles; ++q) sum += look_up(left - score_[k][q] * factor, h - 1, d - k);
          best = std::max(best, sum / kQuantiles);
        }
        table_[h][d][bin] = best;
      }
}

float RoundModel::look_up(float need, int hands, int discards) const {
  if (need <= 0) return 1 + tuning_.hand_bonus * static_cast<float>(hands);
  const float at = std::min(need / max_need_, 1.0f) * kBins;
  const int bin = std::min(static_cast<int>(at), kBins - 1);
  const float* row = table_[hands][discards];
  return row[bin] + (at - static_cast<float>(bin)) * (row[bin + 1] - row[bin]);
}

float RoundModel::value(float need, int hands, int discards) const {
  return look_up(need, std::clamp(hands, 0, hands_), std::clamp(discards, 0, discards_));
}

float RoundModel::value(const LightHand& hand, const Rest& rest) const {
  if (rest.hands <= 0) return 0;
  const float points = best_play(hand, board_.sort(hand), rest).score;
  const float now = value(rest.need - points, rest.hands - 1, rest.discards);
  const float progress = tuning_.progress * std::min(1.0f, points / std::max(1.0f, rest.need));
  return progress +
         (rest.discards > 0 ? std::max(now, value(rest.need, rest.hands, rest.discards - 1)) : now);
}

float RoundModel::play_out(LightHand hand, Rest rest, World& world, PolicyRandom& random) const {
  for (;;) {
    const SortedHand by = board_.sort(hand);
    const LightPlay play = best_play(hand, by, rest);
    if (play.score >= rest.need) return 1 + tuning_.hand_bonus * static_cast<float>(rest.hands - 1);
    if (hand.count + hand.hidden == 0) return 0;
    const bool on_pace = play.score * board_.pace(rest.hands, rest.discards == 0) >= rest.need;
    const bool plays = rest.discards == 0 || on_pace;
    if (!plays) {
      --rest.discards;
      discard(hand, by, rest);
    } else {
      float score = play.score;
      if (board_.levels_up(random)) {
        Rest now = rest;
        now.allowed = 1u << static_cast<int>(play.type);
        board_.level_up(rest.drift, play.type);
        now.drift = rest.drift;
        score = std::max(score, best_play(hand, by, now).score);
        if (score >= rest.need) return 1 + tuning_.hand_bonus * static_cast<float>(rest.hands - 1);
      }
      if (--rest.hands == 0) return 0;
      rest.need -= score;
      rest.allowed = board_.after_playing(rest.allowed, play.type);
      Slots out = play.cards;
      const int room = kMaxPlayed - count(out);
      if (fills_ && room > 0) out |= odds_.drop(hand, keep(hand, by, rest) | out, room);
      board_.after_hand(rest.drift, play.type, count(out));
      if (hand.count > 0)
        remove(hand, out ? out : 1);
      else
        hand.hidden -= std::min(hand.hidden, kMaxPlayed);
      hook(hand, random);
    }
    refill(hand, rest, world, plays, random);
  }
}

float RoundModel::play_round(int hands, int discards, PolicyRandom& random) const {
  DrawOrder order = shuffled(random);
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
      remove(hand, odds_.drop(hand, odds_.keep(hand, by)));
    } else {
      const LightPlay play = board_.best_play(hand, by, allowed);
      const std::uint32_t type = 1u << static_cast<int>(play.type);
      chips += play.score * board_.factor({--hands == 0, true}) * (played & type ? board_.again() : 1);
      played |= type;
      allowed = board_.after_playing(allowed, play.type);
      Slots out = play.cards;
      const int room = kMaxPlayed - std::popcount(out);
      if (fills_ && room > 0) out |= odds_.drop(hand, odds_.keep(hand, by) | out, room);
      remove(hand, out ? out : 1);
      hook(hand, random);
    }
    draw(hand, world, missing(hand));
  }
  return chips;
}

}  // namespace jimbot::plan
