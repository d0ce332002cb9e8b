// The board compiled for estimates: what each card and each hand type is worth, measured once with the real
// pipeline, so that a redrawn hand is valued in a fraction of a microsecond.
#pragma once
#include <array>

#include "planner/plays.h"

namespace jimbot::planner {

// Chips are added; mult becomes (mult + plus) * times.
struct Gain {
  float chips = 0, plus = 0, times = 1;
};

// Estimates are floats; endless scores may leave their range.
inline float bounded(double score) { return score < 1e30 ? static_cast<float>(score) : 1e30f; }

struct BoardCard {
  Gain scored, first;  // `first`: as the first scoring card
  Gain held;
  float worth;         // rough value as a scoring card
  float keep;          // and with its value in the hand
  std::uint8_t rank;   // 0 for a Stone Card
  std::uint8_t suits;  // bit per suit it counts as
};

// Base values of a hand type, and what jokers and consumables add after the cards.
struct BoardType {
  float chips, mult;
  Gain after;
};

// A hand, best worth first; indices into Game::cards.
struct LightHand {
  int count = 0;
  std::array<std::uint8_t, kMaxHand> cards;
};
using Slots = std::uint64_t;  // bit per card of a LightHand: the lowest is the best

inline int count(Slots slots) { return __builtin_popcountll(slots); }
inline Slots best_of(Slots slots) { return slots & -slots; }
inline Slots best_of(Slots slots, int n) {
  while (count(slots) > n) slots &= ~(1ull << (63 - __builtin_clzll(slots)));
  return slots;
}

struct SortedHand {
  Slots of_rank[15] = {};
  Slots of_suit[4] = {};
  std::uint32_t ranks = 0;   // bit per rank, Ace also at 1
  std::uint32_t groups = 0;  // ranks with two cards or more
};

struct LightPlay {
  float score = 0;
  HandType type = HandType::high_card;
  Slots cards = 0;
};

// Jokers may ask for the last hand, or for no discards left.
struct Moment {
  bool last_hand = false, no_discards = false;
};

class Board {
 public:
  // Measures these cards (indices into Game::cards). `seen` is a position just after a card left the hand.
  Board(const Game& seen, std::span<const std::uint8_t> cards);

  const BoardCard& operator[](int index) const { return cards_[static_cast<std::size_t>(index)]; }
  void add(LightHand& hand, std::uint8_t index) const;
  SortedHand sort(const LightHand& hand) const;
  // The best play of allowed types (bit per HandType); none if the boss refuses all.
  LightPlay best_play(const LightHand& hand, const SortedHand& by, std::uint32_t allowed) const;
  const BoardType& type(HandType type) const { return types_[static_cast<std::size_t>(type)]; }
  float usual(HandType type) const { return usual_[static_cast<std::size_t>(type)]; }  // score of that type
  // How hands at another moment score, compared with now.
  float factor(Moment m) const { return factor_[m.last_hand][m.no_discards]; }
  float again() const {
    return again_;
  }  // what a type scores that was played before in the round (Card Sharp)
  std::uint32_t allowed() const { return allowed_; }  // bit per HandType
  std::uint32_t after_playing(std::uint32_t allowed, HandType type) const;
  static constexpr std::uint32_t kAllTypes = (1u << kHandTypes) - 1;
  int run_length() const { return need_; }  // of Flushes and Straights

 private:
  void measure_types(class Prober& prober);
  void measure_cards(class Prober& prober, const Game& seen, std::span<const std::uint8_t> cards);
  void rate_cards(std::span<const std::uint8_t> cards);
  void count_jokers(const Game& seen);
  float score(HandType type, const Gain& cards, const Gain& held) const;
  class Chooser;

  std::array<BoardCard, kMaxCards> cards_;
  std::array<BoardType, kHandTypes> types_;
  std::array<float, kHandTypes> usual_;
  float factor_[2][2];
  // What jokers give that look at the hand as a whole; 0 or 1 where there are none.
  float raised_fist_, blackboard_, flower_pot_, seeing_double_, again_;
  bool whole_hand_;
  std::uint32_t allowed_;
  int need_;
  BlindId blind_;  // Small where no boss rule is in force
  bool shortcut_, plasma_, splash_, stones_, held_matters_, order_matters_;
};

}  // namespace jimbot::planner
