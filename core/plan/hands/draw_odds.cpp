// Odds of drawing what is missing.
#include "draw_odds.h"

#include <algorithm>
#include <bit>

namespace jimbot::plan {

Pool unseen_cards(const Game& g) {
  bool seen[kMaxCards] = {};
  for (std::uint8_t i : g.hand) seen[i] = !g.cards[i].face_down();
  for (std::uint8_t i : g.discard) seen[i] = true;
  Pool pool;
  for (int i = 0; i < g.cards.size(); ++i)
    if (!seen[i]) pool.cards[static_cast<std::size_t>(pool.count++)] = static_cast<std::uint8_t>(i);
  return pool;
}

DrawOdds::DrawOdds(const Board& board, const Game& g, const Pool& pool, const Tuning& tuning)
    : board_(board), tuning_(tuning), unseen_(pool.count) {
  int suits[4] = {};
  for (int i = 0; i < pool.count; ++i) {
    const Card& card = g.cards[pool.cards[static_cast<std::size_t>(i)]];
    for (int s = 0; s < 4; ++s) suits[s] += counts_as(g, card, static_cast<Suit>(s));
    ++unseen_rank_[static_cast<std::size_t>(rank_of(card))];
  }
  for (int s = 0; s < 4; ++s) {
    float none = 1, one = 0, more = 0;  // hits so far
    for (int k = 0; k <= kMaxDrawn; ++k) {
      of_suit_[s][0][k] = 1;
      of_suit_[s][1][k] = one + more;
      of_suit_[s][2][k] = more;
      const float left = static_cast<float>(std::max(1, unseen_ - k));
      const float hit = std::min(1.0f, static_cast<float>(suits[s]) / left);
      const float again = std::min(1.0f, static_cast<float>(std::max(0, suits[s] - 1)) / left);
      more += one * again;
      one += none * hit - one * again;
      none *= 1 - hit;
    }
  }
  for (int outs = 0; outs < kMaxOuts; ++outs) {
    float none = 1;
    for (int k = 0; k <= kMaxDrawn; ++k) {
      of_outs_[outs][k] = 1 - none;
      none *= none_of(outs, k);
    }
  }
}

float DrawOdds::none_of(int outs, int drawn) const {
  return std::max(0.0f, 1 - static_cast<float>(outs) / static_cast<float>(std::max(1, unseen_ - drawn)));
}

float DrawOdds::chance(int outs, int drawn) const {
  if (outs < kMaxOuts && drawn <= kMaxDrawn) return of_outs_[outs][std::max(0, drawn)];
  float none = 1;
  for (int i = 0; i < drawn; ++i) none *= none_of(outs, i);
  return 1 - none;
}

// Probabilities of a usual deck with five cards drawn; others in proportion, a second discard for half.
float DrawOdds::groups_value(int pairs, int threes, int fours, int drawn, const Usual& scores) const {
  using enum HandType;
  const auto usual = [&](HandType type) { return scores[type]; };
  const float part = tuning_.second_discard * static_cast<float>(drawn) / kMaxPlayed;
  const auto mix = [&](float chance, float hit, float miss) {
    return std::max(miss, chance * part * hit + (1 - chance * part) * miss);
  };
  const float pair_now = pairs + threes + fours ? std::max(usual(pair), usual(high_card)) : usual(high_card);
  if (fours) return std::max(usual(four_of_a_kind), pair_now);
  if (threes && pairs) return std::max({usual(full_house), usual(three_of_a_kind), pair_now});
  if (threes >= 2) return std::max({usual(full_house), usual(three_of_a_kind), pair_now});
  if (threes) {
    const float house =
        mix(tuning_.three_to_full_house, usual(full_house), std::max(usual(three_of_a_kind), pair_now));
    return mix(tuning_.three_to_four, usual(four_of_a_kind), house);
  }
  if (pairs >= 2)
    return mix(tuning_.two_pair_to_full_house, usual(full_house), std::max(usual(two_pair), pair_now));
  if (pairs == 1) {
    const float two = mix(tuning_.pair_to_two_pair, usual(two_pair), pair_now);
    return mix(tuning_.pair_to_full_house, usual(full_house),
               mix(tuning_.pair_to_three, usual(three_of_a_kind), two));
  }
  const float one = mix(tuning_.none_to_pair, usual(pair), pair_now);
  return mix(tuning_.none_to_two_pair, usual(two_pair), one);
}

Slots DrawOdds::keep(const LightHand& hand, const SortedHand& by, const Usual& usual) const {
  Slots best = 0;
  float best_value = -1;
  for_each(hand, by, usual, [&](Slots keep, float value) {
    if (value > best_value) best = keep, best_value = value;
  });
  return best;
}

Slots DrawOdds::drop(const LightHand& hand, Slots keep, int most) const {
  Slots left = ((hand.count ? ~0ull >> (64 - hand.count) : 0)) & ~keep, out = 0;
  for (int n = 0; n < most && left; ++n) {
    int worst = -1;
    float least = 0;
    for (Slots rest = left; rest; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const float value = board_[hand.cards[static_cast<std::size_t>(i)]].keep;
      if (worst < 0 || value < least) worst = i, least = value;
    }
    out |= 1ull << worst;
    left &= ~(1ull << worst);
  }
  return out;
}

}  // namespace jimbot::plan
