// What to keep when discarding for a better hand, by closed odds.
#pragma once
#include <bit>

#include "board.h"

namespace jimbot::plan {

// The cards a player has not seen: undrawn and face-down ones, in creation order.
struct Pool {
  int count = 0;
  std::array<std::uint8_t, kMaxCards> cards;
};
Pool unseen_cards(const Game& g);

class DrawOdds {
 public:
  DrawOdds(const Board& board, const Game& g, const Pool& pool, const Tuning& tuning);

  // Calls fn(keep, value) for every sensible set to keep; `value` is a rough score of the hand to come.
  template <class Fn>
  void for_each(const LightHand& hand, const SortedHand& by, const Usual& usual, Fn fn) const;
  // Likewise for Straights that lack two cards.
  template <class Fn>
  void for_each_long_shot(const LightHand& hand, const SortedHand& by, Fn fn) const;
  // The best of them, and what is dropped then: the least useful others.
  Slots keep(const LightHand& hand, const SortedHand& by, const Usual& usual) const;
  Slots keep(const LightHand& hand, const SortedHand& by) const { return keep(hand, by, board_.usual()); }
  Slots drop(const LightHand& hand, Slots keep, int most = kMaxPlayed) const;

 private:
  static constexpr int kAhead = 2;  // discards that a draw may take; measured best for the pace rule
  static constexpr int kMaxDrawn = kAhead * kMaxPlayed, kMaxOuts = 17;  // of the tables

  float groups_value(int pairs, int threes, int fours, int drawn, const Usual& usual) const;
  // At least one of `outs` cards when drawing.
  float chance(int outs, int drawn) const;
  float none_of(int outs, int drawn) const;  // with the next card, when `drawn` are drawn

  const Board& board_;
  const Tuning& tuning_;
  float of_suit_[4][3][kMaxDrawn + 1];  // chance of 1 or 2 more of a suit, by cards drawn
  float of_outs_[kMaxOuts][kMaxDrawn + 1];  // of one of these many outs
  std::array<std::uint8_t, 15> unseen_rank_{};
  int unseen_;
};

template <class Fn>
void DrawOdds::for_each(const LightHand& hand, const SortedHand& by, const Usual& usual, Fn fn) const {
  const auto of = [&](HandType type) { return usual[type]; };
  const auto drawn = [&](Slots keep) { return kAhead * std::min(kMaxPlayed, hand.count - count(keep)); };
  Slots groups = 0;
  int sizes[6] = {};
  for (std::uint32_t left = by.groups; left; left &= left - 1) {
    const Slots alike = by.of_rank[std::countr_zero(left)];
    ++sizes[std::min(kMaxPlayed, count(alike))];
    groups |= alike;
  }
  fn(groups, groups_value(sizes[2], sizes[3], sizes[4] + sizes[5], drawn(groups), usual));
  if (sizes[3] + sizes[4] + sizes[5] && sizes[2]) {
    Slots big = 0;
    for (int rank = 2; rank <= kAce; ++rank)
      if (count(by.of_rank[rank]) >= 3) big |= by.of_rank[rank];
    fn(big, groups_value(0, sizes[3], sizes[4] + sizes[5], drawn(big), usual));
  }
  if (sizes[2] >= 2)  // one pair of several
    for (int rank = kAce; rank >= 2; --rank)
      if (count(by.of_rank[rank]) == 2)
        fn(by.of_rank[rank],
           groups_value(1, 0, 0, drawn(by.of_rank[rank]), usual) * tuning_.one_pair_of_several);
  const int need = board_.run_length();
  const float miss = of(HandType::pair);
  for (int s = 0; s < 4; ++s) {
    const int n = count(by.of_suit[s]);
    if (n < need - 2) continue;
    const Slots keep = best_of(by.of_suit[s], need);
    const float hit = n >= need ? 1.0f : of_suit_[s][need - n][drawn(keep)];
    fn(keep, hit * of(HandType::flush) + (1 - hit) * miss);
  }
  const std::uint32_t run = (1u << need) - 1;
  for (int low = 1; low + need - 1 <= kAce; ++low) {
    const std::uint32_t missing = run & ~(by.ranks >> low);
    if (!std::has_single_bit(missing)) continue;
    const auto real = [](int rank) { return rank == 1 ? kAce : rank; };
    Slots keep = 0;
    for (std::uint32_t left = run & ~missing; left; left &= left - 1)
      keep |= best_of(by.of_rank[real(low + std::countr_zero(left))]);
    int outs = unseen_rank_[static_cast<std::size_t>(real(low + std::countr_zero(missing)))];
    // the same four cards may wait for a card on either side
    const int above = low + need <= kAce && (missing & 1) ? low + need : 0;
    if (above) outs += unseen_rank_[static_cast<std::size_t>(above)];
    const float hit = chance(outs, drawn(keep));
    fn(keep, hit * of(HandType::straight) + (1 - hit) * miss);
  }
}

template <class Fn>
void DrawOdds::for_each_long_shot(const LightHand& hand, const SortedHand& by, Fn fn) const {
  const int need = board_.run_length();
  for (int low = 1; low + need - 1 <= kAce; ++low) {
    Slots keep = 0;
    int missing = 0, outs[2] = {};
    for (int rank = low; rank < low + need; ++rank) {
      const int real = rank == 1 ? kAce : rank;
      if (by.ranks & (1u << rank))
        keep |= best_of(by.of_rank[real]);
      else if (++missing <= 2)
        outs[missing - 1] = unseen_rank_[static_cast<std::size_t>(real)];
    }
    if (missing != 2) continue;
    const int drawn = kAhead * std::min(kMaxPlayed, hand.count - count(keep));
    const float hit = chance(outs[0], drawn) * chance(outs[1], drawn - 1);
    fn(keep, hit * board_.usual(HandType::straight) + (1 - hit) * board_.usual(HandType::pair));
  }
}

}  // namespace jimbot::plan
