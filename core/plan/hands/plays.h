// Exact scores of plays: the real pipeline on one scratch copy that is put back after every hand.
#pragma once
#include <bit>

#include "tuning.h"
#include "verbs.h"

namespace jimbot::plan {

using Cards = std::uint64_t;  // bit per hand position

struct Play {
  Cards cards;
  Cards scoring;
  double score;  // open rolls counted as missed
  double side;   // dollars, and growth of jokers counted in dollars
  HandType type;
};

// What rolls make of a score.
struct Rolls {
  double mean, most;
};

// What the cards of some positions add up to: enough to know whether all of them would score.
struct CardSum {
  std::uint64_t ranks = 0;  // 4 bits per rank
  std::uint32_t suits = 0;  // 4 bits per suit
  std::uint32_t rank_bits = 0;
};

// The position as a hand is scored: one hand fewer left, rolls missed, face-down jokers in order of age. True if that
// order may be wrong.
bool begin_hand(Game& g);

class PlayScorer {
 public:
  explicit PlayScorer(const Game& g, const Tuning& tuning = {});

  Cards visible() const { return visible_; }
  Cards hidden() const { return hidden_; }      // face down
  Cards required() const { return required_; }  // by Cerulean Bell
  // The Hook or cards that lie face down may spoil the score.
  bool uncertain() const { return uncertain_; }
  const Game& seen() const { return seen_; }

  // `alone`: as if no other card were held.
  Play score(Cards cards, bool alone = false);
  Rolls rolls(const Play& play);  // its score with rolls counted by their chance, and with all of them hit

  // Calls fn(play) for every legal play of visible cards, less those that are worth what a smaller one is.
  template <class Fn>
  void for_each_play(Fn fn) {
    if (required_ & hidden_) return;
    extend(visible_ & ~required_, required_, std::popcount(required_), {}, fn);
  }

 private:
  template <class Fn>
  void extend(Cards left, Cards cards, int size, CardSum sum, Fn& fn) {
    if (size > 0 && (junk_matters_ || all_score(size, sum))) fn(score(cards));
    if (size == kMaxPlayed) return;
    for (; left; left &= left - 1) {
      const CardSum& one = sums_[std::countr_zero(left)];
      const CardSum more{sum.ranks + one.ranks, sum.suits + one.suits, sum.rank_bits | one.rank_bits};
      extend(left & (left - 1), cards | (left & -left), size + 1, more, fn);
    }
  }
  static bool all_score(int size, const CardSum& sum);
  void put_back(const Hand& hand);

  double dollars_per_step_;
  Game seen_;  // what the player knows, with face-down jokers in order of age
  Game scratch_;
  Cards visible_ = 0, hidden_ = 0, required_ = 0;
  bool junk_matters_;  // else a play is worth what its scoring cards are
  bool uncertain_;
  bool rolls_;           // for chips, mult or levels
  double level_chance_;  // that something raises the level of the hand
  CardSum sums_[kMaxHand];
};

}  // namespace jimbot::plan
