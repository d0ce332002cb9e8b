// The board compiled for estimates: what each card and each hand type is worth, measured once with the real
// pipeline, so that a redrawn hand is valued in a fraction of a microsecond.
#pragma once
#include <array>
#include <bit>

#include "joker_probe.h"
#include "plays.h"
#include "policy_random.h"

namespace jimbot::plan {

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

inline constexpr int kMaxMultipliers =
    4;  // jokers whose multiplier changes within a round; more are taken to stay

// What has changed on the board since it was measured: jokers grow and wear out, played types score otherwise.
struct Drift {
  Gain gain;  // on top of what jokers gave
  float grown[kMaxMultipliers] = {};
  std::uint64_t plays = 0, levels = 0;  // of each hand type, 4 bits each

  int plays_of(HandType type) const { return of(plays, type); }
  int levels_of(HandType type) const { return of(levels, type); }
  // 15 means 15 or more: a count never carries into the next type's.
  static void count(std::uint64_t& counts, HandType type) {
    if (of(counts, type) < 15) counts += 1ull << (4 * static_cast<int>(type));
  }
  static int of(std::uint64_t counts, HandType type) {
    return static_cast<int>(counts >> (4 * static_cast<int>(type)) & 15);
  }
};

// How the counters of some jokers move within a round.
struct Steps {
  StepsByHand by_hand{};
  float by_discard = 0, of_hidden = 0;  // of a face-down card
  std::array<float, kMaxCards> of_card;  // that is discarded
};

// What makes the board change; jokers whose counters do not step are taken to stay as they are.
struct Drifts {
  bool any = false, by_card = false;
  Steps chips, mult;
  struct Multiplier : Steps {
    float value;  // what it multiplies by now
    int copies;
    std::uint8_t joker;
  } multipliers[kMaxMultipliers];
  int multiplier_count = 0;
  float chips_per_draw = 0, least_mult = 0;
  float again = 1;  // of a type that was played before in the round
  std::uint32_t unplayed = 0;  // types that were not played in this round
  float mult_per_play = 0;  // of the type
  float stays = 1;  // chance that nothing raises the level of a hand
  std::uint32_t falling = 0;  // types that lose a level with every play (The Arm)
  float level_chips[kHandTypes] = {}, level_mult[kHandTypes] = {};
};

// A hand, best worth first; indices into Game::cards.
struct LightHand {
  int count = 0;
  int hidden = 0;  // more cards, face down
  std::array<std::uint8_t, kMaxHand> cards{};
  std::array<std::uint8_t, kMaxHand> worths{};  // of the cards, as Board ranks them
};
using Slots = std::uint64_t;  // bit per card of a LightHand: the lowest is the best

inline int count(Slots slots) { return std::popcount(slots); }
inline Slots best_of(Slots slots) { return slots & -slots; }
inline Slots best_of(Slots slots, int n) {
  while (count(slots) > n) slots &= ~(1ull << (63 - std::countl_zero(slots)));
  return slots;
}

struct SortedHand {
  Slots of_rank[15] = {};
  Slots of_suit[4] = {};
  std::uint32_t ranks = 0;  // bit per rank, Ace also at 1
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

using Usual = EnumArray<HandType, float>;  // what each type scores with usual cards

class Board {
 public:
  // Measures these cards (indices into Game::cards). `seen` is a position just after a card left the hand.
  Board(const Game& seen, std::span<const std::uint8_t> cards);

  const BoardCard& operator[](int index) const { return cards_[static_cast<std::size_t>(index)]; }
  void add(LightHand& hand, std::uint8_t index) const;
  SortedHand sort(const LightHand& hand) const;
  // The best play of allowed types (bit per HandType); none if the boss refuses all. Without `drift`: now.
  LightPlay best_play(const LightHand& hand, const SortedHand& by, std::uint32_t allowed,
                      const Drift* drift = nullptr) const;
  const BoardType& type(HandType type) const { return types_[type]; }
  float usual(HandType type) const { return usual_[type]; }  // score of that type
  const Usual& usual() const { return usual_; }
  Usual usual(std::uint32_t allowed, const Drift& drift) const;
  // How hands at another moment score, compared with now.
  float factor(Moment m) const { return factor_[m.last_hand][m.no_discards]; }
  float again() const { return drifts_.again; }  // what a type scores that was played before in the round
  std::uint32_t allowed() const { return allowed_; }  // bit per HandType
  std::uint32_t after_playing(std::uint32_t allowed, HandType type) const;
  // Does it matter for later hands which type is played?
  bool types_matter() const { return blind_.allowed_after || drifts_.again > 1; }
  bool drifts() const { return drifts_.any || moments_differ_; }
  void after_hand(Drift& drift, HandType type, int cards) const;
  void after_discard(Drift& drift, std::span<const std::uint8_t> cards, int hidden) const;
  bool levels_up(PolicyRandom& random) const {
    return drifts_.stays < 1 && static_cast<float>(random.next() >> 40) * 0x1p-24f >= drifts_.stays;
  }
  void level_up(Drift& drift, HandType type) const { Drift::count(drift.levels, type); }
  void after_draw(Drift& drift) const { drift.gain.chips += drifts_.chips_per_draw; }
  Drift at(const Drift& drift, Moment m) const;
  // Hands left, the last one counted by what it scores.
  float pace(int hands, bool no_discards) const {
    return static_cast<float>(hands - 1) +
           (hands == 1 ? 1 : factor_[1][no_discards] / factor_[0][no_discards]);
  }
  static constexpr std::uint32_t kAllTypes = (1u << kHandTypes) - 1;
  int run_length() const { return need_; }  // of Flushes and Straights

 private:
  void measure_types(class Prober& prober);
  void measure_cards(class Prober& prober, const Game& seen, std::span<const std::uint8_t> cards);
  void rate_cards(std::span<const std::uint8_t> cards);
  void rank_cards(std::span<const std::uint8_t> cards);
  void measure_jokers(class Prober& prober, const Game& seen);
  float score(HandType type, const Gain& cards, const Gain& held, const Drift* drift = nullptr) const;
  void measure_drift(class Prober& prober, const Game& seen, std::span<const std::uint8_t> cards);
  void measure_steps(class JokerProbe& probe, const Game& seen, std::uint8_t joker,
                     std::span<const std::uint8_t> cards);
  void multiply(Drift& drift) const;
  class Chooser;

  std::array<BoardCard, kMaxCards> cards_;
  std::array<std::uint8_t, kMaxCards> worths_;  // ranks of what they are worth: 0 is the least
  EnumArray<HandType, BoardType> types_;
  Usual usual_;
  float factor_[2][2];
  Gain shift_[2][2];  // the same, but exact for jokers that count after the cards
  bool moments_differ_ = false;
  Drifts drifts_;
  // What jokers give that look at the hand as a whole.
  float mult_per_lowest_chip_;  // of the lowest card held
  float held_times_;  // if all cards held are of these suits
  std::uint8_t held_suits_;
  std::array<float, 16> suit_times_;  // by the suits among the scoring cards
  bool whole_hand_;
  std::uint32_t allowed_;
  int need_;
  const BlindRow& blind_;  // whose rules are in force
  bool shortcut_, plasma_, splash_, stones_, held_matters_, order_matters_;
};

}  // namespace jimbot::plan
