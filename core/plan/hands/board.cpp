// Measuring the board, and the best play of a hand on it.
#include "board.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "elementary.h"
#include "prober.h"

namespace jimbot::plan {
namespace {

constexpr HandType type_of(int i) { return static_cast<HandType>(i); }
constexpr int kScoring[kHandTypes] = {5, 5, 5, 5, 4, 5, 5, 5, 3, 4, 2, 1};

constexpr float kNoWorth = std::numeric_limits<float>::infinity();

void join(Gain& sum, const Gain& one) {
  sum.chips += one.chips;
  sum.plus += one.plus;
  sum.times *= one.times;
}

// Bytes of the word that are not below `least`, among the first `count` of them.
int count_from(std::uint64_t word, std::uint8_t least, int count) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ull, kHigh = kOnes << 7;
  // the low seven bits side by side: no difference borrows from the next byte
  const std::uint64_t other = kOnes * least;
  const std::uint64_t low = ((word | kHigh) - (other & ~kHigh)) & kHigh;
  const std::uint64_t from = (word & ~other) | (~(word ^ other) & low);
  return std::popcount(from & kHigh & (count < 8 ? (1ull << (8 * count)) - 1 : ~0ull));
}

}  // namespace

Board::Board(const Game& seen, std::span<const std::uint8_t> cards) : blind_(blind_in_force(seen)) {
  allowed_ = blind_.allowed ? blind_.allowed(seen) : kAllHandTypes;
  need_ = has(seen, kFourFingers) ? 4 : 5;
  shortcut_ = has(seen, kShortcut);
  splash_ = has(seen, kSplash);
  plasma_ = seen.deck == DeckId::plasma;
  for (int i = 0; i < kHandTypes; ++i) {
    const HandTypeRow& r = row(type_of(i));
    const int level = std::max(1, seen.hands[static_cast<std::size_t>(i)].level - blind_.levels_lost);
    BoardType& type = types_[static_cast<std::size_t>(i)];
    const std::int64_t above = level - 1;
    type.chips = static_cast<float>(r.chips + r.level_chips * above);
    type.mult = static_cast<float>(r.mult + r.level_mult * above);
    type.after = {};
    if (blind_.base_factor != 1) {
      const float factor = static_cast<float>(blind_.base_factor);
      type.chips = std::floor(type.chips * factor + 0.5f);
      type.mult = std::max(1.0f, std::floor(type.mult * factor + 0.5f));
    }
  }
  Prober prober(seen);
  measure_jokers(prober, seen);
  measure_drift(prober, seen, cards);
  measure_types(prober);
  measure_cards(prober, seen, cards);
  rate_cards(cards);
  rank_cards(cards);
  const Moment now{seen.hands_left == 0, seen.discards_left == 0};
  for (const bool last : {false, true})
    for (const bool none : {false, true}) factor_[last][none] = 1;
  if (seen.jokers.empty()) return;
  const std::size_t pair = static_cast<std::size_t>(HandType::pair);
  const BoardType type_now = types_[pair];
  for (const bool last : {false, true})
    for (const bool none : {false, true}) {
      if (last == now.last_hand && none == now.no_discards) continue;
      prober.set_moment({last, none});
      const Gain then = prober.after(HandType::pair), before = type_now.after;
      Gain& shift = shift_[last][none];
      shift = {then.chips - before.chips, then.plus - before.plus, then.times / before.times};
      if (none) shift.chips -= drifts_.chips.by_discard * seen.discards_left;  // that is drift
      moments_differ_ |= shift.chips != 0 || shift.plus != 0 || shift.times != 1;
      types_[pair].after = then;
      const float there = score(HandType::pair, {20, 0, 1}, {});
      types_[pair] = type_now;
      factor_[last][none] = there / std::max(1.0f, score(HandType::pair, {20, 0, 1}, {}));
    }
}

// The made-up hands of the prober hold a low red card and score nothing, so none of these acts there.
void Board::measure_jokers(Prober& prober, const Game& seen) {
  mult_per_lowest_chip_ = 0;
  held_times_ = 1;
  held_suits_ = 15;
  suit_times_.fill(1);
  JokerProbe probe = prober.jokers();
  bool suits_matter = false;
  for (int i = 0; i < seen.jokers.size(); ++i) {
    const std::uint8_t acting = seen.acts_as[static_cast<std::size_t>(i)];
    if (acting == kNone) continue;
    const std::uint32_t reads = habits_of(seen.jokers[acting].id).reads;
    if (reads & kReadsLowestHeld)
      mult_per_lowest_chip_ += static_cast<float>(probe.mult_per_lowest_chip(acting));
    if (reads & kReadsHeldCards) {
      double times = 1;
      std::uint8_t suits = 0;
      for (int s = 0; s < 4; ++s) {
        const double with = probe.times_if_held(acting, static_cast<Suit>(s));
        times = std::max(times, with);
        if (with > 1) suits |= static_cast<std::uint8_t>(1 << s);
      }
      held_times_ *= static_cast<float>(times);
      held_suits_ &= suits;
    }
    if (reads & kReadsScoringSuits) {
      suits_matter = true;
      for (unsigned suits = 1; suits < 16; ++suits)
        suit_times_[suits] *= static_cast<float>(probe.times_if_scoring(acting, suits));
    }
  }
  whole_hand_ = mult_per_lowest_chip_ > 0 || held_times_ > 1 || suits_matter;
}

void Board::measure_types(Prober& prober) {
  for (int i = 0; i < kHandTypes; ++i) types_[static_cast<std::size_t>(i)].after = prober.after(type_of(i));
  prober.set_after(types_[HandType::high_card].after, types_[HandType::pair].after);
}

void Board::measure_cards(Prober& prober, const Game& seen, std::span<const std::uint8_t> cards) {
  const bool reactions = seen.hooks & (kScored | kRetrigger);
  order_matters_ = reads_of(seen) & kReadsFirstCard;
  held_matters_ = stones_ = false;
  for (const std::uint8_t i : cards) {
    const Card& card = seen.cards[i];
    BoardCard& b = cards_[i];
    b.rank = static_cast<std::uint8_t>(rank_of(card));
    b.suits = 0;
    for (int s = 0; s < 4; ++s)
      if (counts_as(seen, card, static_cast<Suit>(s))) b.suits |= static_cast<std::uint8_t>(1 << s);
    stones_ |= !b.rank;
    b.scored = b.first = b.held = {};
    if (card.debuffed()) continue;
    const bool plain = card.enhancement == Enhancement::none && card.edition == Edition::none &&
                       card.seal == Seal::none && card.bonus == 0;
    if (plain && !reactions) {
      b.scored.chips = b.first.chips = static_cast<float>(chips_of_rank(card.rank));
    } else {
      b.first = prober.first(i);
      b.scored = order_matters_ ? prober.second(i, b.first) : b.first;
    }
    if ((seen.hooks & kHeld) || card.enhancement == Enhancement::steel) {
      b.held = prober.held(i);
      b.held.chips = 0;
      held_matters_ |= b.held.plus != 0 || b.held.times != 1;
    }
  }
}

// Cards are compared as they would count in a pair.
void Board::rate_cards(std::span<const std::uint8_t> cards) {
  const BoardType& pair = types_[HandType::pair];
  const float chips = std::max(10.0f, pair.chips + pair.after.chips + 20);
  const float mult = std::max(1.0f, pair.mult + pair.after.plus);
  const auto worth = [&](const Gain& gain) {
    const float times = gain.times == 1 ? 0 : elementary::log(gain.times);
    return gain.chips / chips + gain.plus / mult + times;
  };
  Gain mean{0, 0, 0};
  for (const std::uint8_t i : cards) {
    BoardCard& b = cards_[i];
    b.worth = worth(b.scored) + 1e-4f * b.rank;
    b.keep = b.worth + worth(b.held);
    mean.chips += b.scored.chips;
    mean.plus += b.scored.plus;
    mean.times += b.scored.times - 1;
  }
  const float n = static_cast<float>(std::max<std::size_t>(1, cards.size()));
  for (int i = 0; i < kHandTypes; ++i) {
    const float k = static_cast<float>(kScoring[i]) / n;
    usual_[static_cast<std::size_t>(i)] =
        allowed_ & (1u << i) ? score(type_of(i), {k * mean.chips, k * mean.plus, 1 + k * mean.times}, {}) : 0;
  }
}

std::uint32_t Board::after_playing(std::uint32_t allowed, HandType type) const {
  return blind_.allowed_after ? blind_.allowed_after(allowed, type) : allowed;
}

// Ranks fit into a byte: a deck has at most kMaxCards cards.
static_assert(kMaxCards <= 256);

void Board::rank_cards(std::span<const std::uint8_t> cards) {
  std::array<std::uint8_t, kMaxCards> order;
  const auto end = std::copy(cards.begin(), cards.end(), order.begin());
  // what is no number (an endless score is beyond all bounds) counts as the least
  const auto worth = [&](std::uint8_t i) {
    return std::isnan(cards_[i].worth) ? -kNoWorth : cards_[i].worth;
  };
  std::sort(order.begin(), end, [&](std::uint8_t a, std::uint8_t b) { return worth(a) < worth(b); });
  std::uint8_t rank = 0;
  for (auto it = order.begin(); it != end; ++it) {
    if (it != order.begin() && worth(*(it - 1)) < worth(*it)) ++rank;
    worths_[*it] = rank;
  }
}

// Counting and shifting a word is faster than a search whose end cannot be predicted.
void Board::add(LightHand& hand, std::uint8_t index) const {
  const std::uint8_t worth = worths_[index];
  const auto insert = [&](std::array<std::uint8_t, kMaxHand>& bytes, std::uint64_t word, int at,
                          std::uint8_t byte) {
    const std::uint64_t before = (1ull << (8 * at)) - 1;
    word = (word & before) | static_cast<std::uint64_t>(byte) << (8 * at) | (word & ~before) << 8;
    std::memcpy(bytes.data(), &word, sizeof word);
  };
  if (hand.count < 8) {
    std::uint64_t cards, worths;
    std::memcpy(&cards, hand.cards.data(), sizeof cards);
    std::memcpy(&worths, hand.worths.data(), sizeof worths);
    const int at = count_from(worths, worth, hand.count);
    insert(hand.cards, cards, at, index);
    insert(hand.worths, worths, at, worth);
  } else {
    std::size_t at = static_cast<std::size_t>(hand.count);
    for (; at > 0 && hand.worths[at - 1] < worth; --at) {
      hand.cards[at] = hand.cards[at - 1];
      hand.worths[at] = hand.worths[at - 1];
    }
    hand.cards[at] = index;
    hand.worths[at] = worth;
  }
  ++hand.count;
}

float Board::score(HandType type, const Gain& cards, const Gain& held, const Drift* drift) const {
  const BoardType& t = types_[type];
  float chips = t.chips + cards.chips + t.after.chips;
  float base = t.mult, after = t.after.plus, times = t.after.times;
  if (drift) {
    const std::size_t i = static_cast<std::size_t>(type);
    const float plays = static_cast<float>(drift->plays_of(type));
    const float levels = static_cast<float>(drift->levels_of(type)) -
                         (drifts_.falling & (1u << i) ? plays * static_cast<float>(blind_.levels_lost) : 0);
    chips = std::max(1.0f, chips + drift->gain.chips + levels * drifts_.level_chips[i]);
    base = std::max(1.0f, base + levels * drifts_.level_mult[i]);
    after += drift->gain.plus + plays * drifts_.mult_per_play;
    times *= drift->gain.times;
    if (plays > 0 && (drifts_.unplayed & (1u << i))) times *= drifts_.again;
  }
  float mult = (base + cards.plus) * cards.times;
  mult = (mult + held.plus) * held.times;
  mult = (mult + after) * times;
  const double c = chips, m = mult;
  return bounded(plasma_ ? (c + m) * (c + m) / 4 : c * m);
}

SortedHand Board::sort(const LightHand& hand) const {
  // The slots of four suits side by side in a word, where there is room.
  constexpr int kRoom = 16;
  constexpr std::uint64_t kBit[4] = {1, 1ull << kRoom, 1ull << 2 * kRoom, 1ull << 3 * kRoom};
  static constexpr auto kSpread = [&] {
    std::array<std::uint64_t, 16> spread{};
    for (unsigned suits = 0; suits < 16; ++suits)
      for (unsigned s = 0; s < 4; ++s)
        if (suits & (1u << s)) spread[suits] |= kBit[s];
    return spread;
  }();
  SortedHand by;
  std::uint64_t suited = 0;
  const int together = std::min(hand.count, kRoom);
  for (int i = 0; i < hand.count; ++i) {
    const BoardCard& b = cards_[hand.cards[static_cast<std::size_t>(i)]];
    const Slots slot = 1ull << i;
    by.groups |= static_cast<std::uint32_t>(by.of_rank[b.rank] != 0) << b.rank;
    by.of_rank[b.rank] |= slot;
    by.ranks |= 1u << b.rank;
    if (i < together)
      suited |= kSpread[b.suits] << i;
    else
      for (int s = 0; s < 4; ++s) by.of_suit[s] |= b.suits & (1 << s) ? slot : 0;
  }
  by.of_rank[0] = 0;  // Stone Cards
  by.groups &= ~1u;
  by.ranks &= ~1u;
  for (int s = 0; s < 4; ++s) by.of_suit[s] |= suited >> (s * kRoom) & ((1ull << kRoom) - 1);
  by.ranks |= (by.ranks >> kAce & 1) << 1;
  return by;
}

// Tries the plays a hand offers and keeps the best.
class Board::Chooser {
 public:
  Chooser(const Board& board, const LightHand& hand, const SortedHand& by, std::uint32_t allowed,
          const Drift* drift)
      : b_(board), hand_(hand), by_(by), allowed_(allowed), drift_(drift) {}

  LightPlay choose() {
    consider(HandType::high_card, 1);
    if (b_.held_times_ > 1)  // a card of another suit may have to go
      for (Slots left = ~0ull >> (64 - hand_.count); left; left &= left - 1)
        if (!(card(std::countr_zero(left)).suits & b_.held_suits_)) {
          consider(HandType::high_card, best_of(left));
          break;
        }
    if (by_.groups) groups();
    if (hand_.count < b_.need_) return best_;
    for (int s = 0; s < 4; ++s)
      if (count(by_.of_suit[s]) >= b_.need_) flush(by_.of_suit[s]);
    const std::uint32_t four = by_.ranks & (by_.ranks >> 1) & (by_.ranks >> 2) & (by_.ranks >> 3);
    if (b_.shortcut_ || (b_.need_ == 5 ? four & (by_.ranks >> 4) : four)) straights();
    return best_;
  }

 private:
  const BoardCard& card(int slot) const { return b_.cards_[hand_.cards[static_cast<std::size_t>(slot)]]; }

  float worth(Slots slots) const {
    float sum = 0;
    for (; slots; slots &= slots - 1) sum += card(std::countr_zero(slots)).worth;
    return sum;
  }

  void consider(HandType type, Slots cards) {
    if (!(allowed_ & (1u << static_cast<int>(type)))) return;
    const Slots all = ~0ull >> (64 - hand_.count);
    if (b_.splash_ || b_.stones_)
      for (Slots more = all & ~cards; more && count(cards) < kMaxPlayed; more &= more - 1)
        if (b_.splash_ || !card(std::countr_zero(more)).rank) cards |= best_of(more);
    Gain sum{}, held{};
    for (Slots left = cards; left; left &= left - 1) join(sum, card(std::countr_zero(left)).scored);
    if (b_.order_matters_) put_first(cards, sum);
    if (b_.held_matters_)
      for (Slots left = all & ~cards; left; left &= left - 1) join(held, card(std::countr_zero(left)).held);
    float points = b_.score(type, sum, held, drift_);
    if (b_.whole_hand_) points = look_at_all(type, cards, all & ~cards, sum, held);
    if (points > best_.score || !best_.cards) best_ = {points, type, cards};
  }

  // Junk is played along: cards of the wrong suit, or the lowest.
  float look_at_all(HandType type, Slots played, Slots kept, const Gain& sum, Gain held) const {
    float times = 1;
    int ranks[15] = {}, wrong = 0;
    for (Slots left = kept; left; left &= left - 1) {
      const BoardCard& c = card(std::countr_zero(left));
      wrong += !(c.suits & b_.held_suits_);
      ++ranks[c.rank];
    }
    int junk = kMaxPlayed - count(played);
    if (wrong <= junk) times *= b_.held_times_;
    int lowest = 2;
    for (; lowest <= kAce && junk >= ranks[lowest]; ++lowest) junk -= ranks[lowest];
    if (lowest <= kAce)
      held.plus += b_.mult_per_lowest_chip_ * static_cast<float>(chips_of_rank(lowest)) / held.times;
    std::uint8_t suits = 0;
    for (Slots left = played; left; left &= left - 1) suits |= card(std::countr_zero(left)).suits;
    return times * b_.suit_times_[suits] * b_.score(type, sum, held, drift_);
  }

  // The hand is usually sorted by rank: the highest card comes first.
  void put_first(Slots cards, Gain& sum) const {
    int first = std::countr_zero(cards);
    for (Slots left = cards; left; left &= left - 1)
      if (card(std::countr_zero(left)).rank > card(first).rank) first = std::countr_zero(left);
    const BoardCard& b = card(first);
    sum.chips += b.first.chips - b.scored.chips;
    sum.plus += b.first.plus - b.scored.plus;
    sum.times *= b.first.times / b.scored.times;
  }

  void groups() {
    using enum HandType;
    static constexpr HandType kTypes[] = {pair, three_of_a_kind, four_of_a_kind, five_of_a_kind};
    const bool free = allowed_ == kAllTypes && !(drift_ && b_.drifts_.again > 1);
    int pairs[2] = {}, triple = 0;  // the best ranks
    for (std::uint32_t left = by_.groups; left; left &= left - 1) {
      const int rank = std::countr_zero(left);
      const Slots slots = by_.of_rank[rank];
      const int n = std::min(count(slots), kMaxPlayed);
      for (int k = free ? n : 2; k <= n; ++k) consider(kTypes[k - 2], best_of(slots, k));
      const float two = worth(best_of(slots, 2));
      if (n >= 3 && (!triple || worth(best_of(slots, 3)) > worth(best_of(by_.of_rank[triple], 3))))
        triple = rank;
      if (!pairs[0] || two > worth(best_of(by_.of_rank[pairs[0]], 2))) {
        pairs[1] = pairs[0];
        pairs[0] = rank;
      } else if (!pairs[1] || two > worth(best_of(by_.of_rank[pairs[1]], 2))) {
        pairs[1] = rank;
      }
    }
    if (!pairs[1]) return;
    const Slots first = best_of(by_.of_rank[pairs[0]], 2), second = best_of(by_.of_rank[pairs[1]], 2);
    if (!triple || !free) consider(two_pair, first | second);
    if (triple) consider(full_house, best_of(by_.of_rank[triple], 3) | (triple == pairs[0] ? second : first));
  }

  // A Flush, and the Flush House or Flush Five that may be in it.
  void flush(Slots suited) {
    consider(HandType::flush, best_of(suited, kMaxPlayed));
    Slots three = 0, two = 0;
    for (std::uint32_t left = by_.groups; left; left &= left - 1) {
      const Slots slots = by_.of_rank[std::countr_zero(left)] & suited;
      if (count(slots) >= 5) consider(HandType::flush_five, best_of(slots, 5));
      if (count(slots) >= 3 && !three)
        three = best_of(slots, 3);
      else if (count(slots) >= 2)
        two = best_of(slots, 2);
    }
    if (three && two) consider(HandType::flush_house, three | two);
  }

  void straights() {
    for_each_run(by_.ranks, [&](const Slots(&alike)[kMaxPlayed], int n) {
      Slots cards = 0;
      for (int i = 0; i < n; ++i) cards |= best_of(alike[i]);
      consider(HandType::straight, cards);
      for (const Slots suited : by_.of_suit)
        if (n < kMaxPlayed && count(suited) >= n) four_and_four(alike, n, suited);
    });
    for (const Slots suited : by_.of_suit) {
      if (count(suited) < b_.need_) continue;
      std::uint32_t ranks = 0;
      for (Slots left = suited; left; left &= left - 1) ranks |= 1u << card(std::countr_zero(left)).rank;
      for_each_run(ranks | (ranks >> kAce & 1) << 1, [&](const Slots(&alike)[kMaxPlayed], int n) {
        Slots cards = 0;
        for (int i = 0; i < n; ++i) cards |= best_of(alike[i] & suited);
        consider(HandType::straight_flush, cards);
      });
    }
  }

  // Calls fn(cards of each rank, how many ranks). Shortcut lets one rank be missing between two.
  template <class Fn>
  void for_each_run(std::uint32_t ranks, Fn fn) {
    for (int low = 1; low <= kAce; ++low) {
      if (!(ranks & (1u << low))) continue;
      Slots alike[kMaxPlayed] = {by_.of_rank[low == 1 ? kAce : low]};
      int n = 1;
      for (int rank = low + 1; rank <= kAce && n < b_.need_; ++rank) {
        if (ranks & (1u << rank))
          alike[n++] = by_.of_rank[rank];
        else if (!b_.shortcut_ || !(ranks & (2u << rank)))
          break;
      }
      if (n == b_.need_) fn(alike, n);
    }
  }

  // With Four Fingers four cards may be the Straight and another four the Flush.
  void four_and_four(const Slots (&alike)[kMaxPlayed], int n, Slots suited) {
    Slots cards = 0;
    int others = 0;
    for (int i = 0; i < n; ++i) {
      others += !(alike[i] & suited);
      cards |= best_of(alike[i] & suited ? alike[i] & suited : alike[i]);
    }
    if (others == 1) consider(HandType::straight_flush, cards | best_of(suited & ~cards));
  }

  const Board& b_;
  const LightHand& hand_;
  const SortedHand& by_;
  const std::uint32_t allowed_;
  const Drift* drift_;
  LightPlay best_;
};

LightPlay Board::best_play(const LightHand& hand, const SortedHand& by, std::uint32_t allowed,
                           const Drift* drift) const {
  if (hand.count == 0 || hand.count < blind_.least_cards) return {};
  return Chooser(*this, hand, by, allowed, drift).choose();
}

}  // namespace jimbot::plan
