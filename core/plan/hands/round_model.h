// The chance of clearing the blind from a position to come: a table of fresh hands, and rounds played out.
#pragma once
#include <algorithm>
#include <utility>

#include "draw_odds.h"
#include "policy_random.h"

namespace jimbot::plan {

// The unseen cards in some order, shuffled no further than somebody looks: most of them are never drawn.
class DrawOrder {
 public:
  // `random` goes on as if all were shuffled.
  DrawOrder(const Pool& pool, PolicyRandom& random) : cards_(pool), random_(random) {
    random.skip(std::max(0, pool.count - 1));
  }
  int count() const { return cards_.count; }
  std::uint8_t operator[](int i) {
    while (settled_ <= i) settle();
    return cards_.cards[static_cast<std::size_t>(i)];
  }
  void swap(int i, int k) {
    while (settled_ <= std::max(i, k)) settle();
    std::swap(cards_.cards[static_cast<std::size_t>(i)], cards_.cards[static_cast<std::size_t>(k)]);
  }

 private:
  void settle() {
    const int i = settled_++;
    if (i + 1 >= cards_.count) return;
    const int k = i + static_cast<int>(random_.below(static_cast<std::uint32_t>(cards_.count - i)));
    std::swap(cards_.cards[static_cast<std::size_t>(i)], cards_.cards[static_cast<std::size_t>(k)]);
  }

  Pool cards_;
  PolicyRandom random_;
  int settled_ = 0;
};

// Draws from an order; face-down cards of the hand come first.
struct World {
  DrawOrder& order;
  int next = 0;
  std::uint8_t draw() { return order[next++]; }
  bool empty() const { return next == order.count(); }
};

// What remains to be done in the round.
struct Rest {
  float need;
  int hands, discards;
  std::uint32_t allowed;  // hand types the boss does not refuse
  Drift drift;
};

class RoundModel {
 public:
  RoundModel(const Game& g, const Board& board, const DrawOdds& odds, const Pool& pool, const Tuning& tuning);

  // Values every rest of the round with that many fresh hands dealt.
  void deal(float need, int hands, int discards, int deals, PolicyRandom& random);
  // Chance to clear with fresh hands, plus the bonus.
  float value(float need, int hands, int discards) const;
  // With this hand drawn: play its best at once, or discard first.
  float value(const LightHand& hand, const Rest& rest) const;
  // Plays the round to its end by the pace rule. Returns 0, or 1 and the bonus.
  float play_out(LightHand hand, Rest rest, World& world, PolicyRandom& random) const;

  // Chips of a whole round from a fresh deal, discarding as long as possible; as if nothing drifted or were hidden.
  float play_round(int hands, int discards, PolicyRandom& random) const;

  // The unseen cards in some order; the first `hidden` ones lie face down in the hand.
  DrawOrder shuffled(PolicyRandom& random, int hidden = 0) const;
  // Draws after a play or a discard.
  void refill(LightHand& hand, Rest& rest, World& world, bool after_play, PolicyRandom& random) const;
  bool fills() const { return fills_; }  // junk is played along to draw more
  void hook(LightHand& hand, PolicyRandom& random) const;  // The Hook takes two cards

 private:
  static constexpr int kHands = 6, kDiscards = 6, kMaxDiscards = 4, kQuantiles = 8, kBins = 24;

  float look_up(float need, int hands, int discards) const;
  LightPlay best_play(const LightHand& hand, const SortedHand& by, const Rest& rest) const;
  void draw(LightHand& hand, World& world, int missing) const;
  int missing(const LightHand& hand) const;  // to the hand size, or as the boss lets draw
  bool is_face_down(std::uint8_t card, bool after_play, PolicyRandom& random) const;
  Slots keep(const LightHand& hand, const SortedHand& by, const Rest& rest) const;
  void discard(LightHand& hand, const SortedHand& by, Rest& rest) const;

  const Board& board_;
  const DrawOdds& odds_;
  const Pool& pool_;
  const Tuning& tuning_;
  int hand_size_;
  int draws_;          // after a play or discard; 0: until the hand is full
  int discards_held_;  // by each play
  bool fills_;
  // Which cards are drawn face down: all after a play, the marked ones, or some.
  bool any_face_down_, hides_after_play_, marks_;
  std::array<bool, kMaxCards> marked_;
  double face_down_odds_;
  float max_need_ = 1;
  int hands_ = 0, discards_ = 0;
  float score_[kMaxDiscards + 1][kQuantiles];
  float table_[kHands + 1][kDiscards + 1][kBins + 1];
};

void remove(LightHand& hand, Slots slots);

}  // namespace jimbot::plan
