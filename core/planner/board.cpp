// Measuring the board, and the best play of a hand on it.
#include "planner/board.h"

#include <algorithm>
#include <cmath>

#include "flow/blind.h"
#include "planner/prober.h"

namespace jimbot::planner {
namespace {

constexpr HandType type_of(int i) { return static_cast<HandType>(i); }
constexpr int kScoring[kHandTypes] = {5, 5, 5, 5, 4, 5, 5, 5, 3, 4, 2, 1};

void join(Gain& sum, const Gain& one) {
  sum.chips += one.chips;
  sum.plus += one.plus;
  sum.times *= one.times;
}

bool has_joker(const Game& g, JokerId id) {
  for (const Joker& joker : g.jokers)
    if (joker.id == id) return true;
  return false;
}

// Rolls count by their chance.
Gain mix(const Gain& missed, const Gain& hit, float chance) {
  const auto part = [&](float a, float b) { return a + chance * (b - a); };
  return {part(missed.chips, hit.chips), part(missed.plus, hit.plus), part(missed.times, hit.times)};
}

}  // namespace

Board::Board(const Game& seen, std::span<const std::uint8_t> cards) {
  const bool boss = is_boss(seen.blind) && !seen.blind_disabled;
  blind_ = boss ? seen.blind : BlindId::small;
  allowed_ = (1u << kHandTypes) - 1;
  if (blind_ == BlindId::eye) allowed_ &= ~static_cast<std::uint32_t>(seen.eye_hands);
  if (blind_ == BlindId::mouth && seen.mouth_hand != kNone) allowed_ = 1u << seen.mouth_hand;
  need_ = has(seen, kFourFingers) ? 4 : 5;
  shortcut_ = has(seen, kShortcut);
  splash_ = has(seen, kSplash);
  plasma_ = seen.deck == DeckId::plasma;
  for (int i = 0; i < kHandTypes; ++i) {
    const HandTypeRow& r = row(type_of(i));
    int level = seen.hands[static_cast<std::size_t>(i)].level;
    if (blind_ == BlindId::arm) level = std::max(1, level - 1);
    BoardType& type = types_[static_cast<std::size_t>(i)];
    type.chips = static_cast<float>(r.chips + r.level_chips * (level - 1));
    type.mult = static_cast<float>(r.mult + r.level_mult * (level - 1));
    type.after = {};
    if (blind_ == BlindId::flint) {
      type.chips = std::floor(type.chips / 2 + 0.5f);
      type.mult = std::max(1.0f, std::floor(type.mult / 2 + 0.5f));
    }
  }
  Prober prober(seen);
  measure_types(prober);
  measure_cards(prober, seen, cards);
  rate_cards(cards);
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
      types_[pair].after = prober.after(HandType::pair);
      const float there = score(HandType::pair, {20, 0, 1}, {});
      types_[pair] = type_now;
      factor_[last][none] = there / std::max(1.0f, score(HandType::pair, {20, 0, 1}, {}));
    }
}

void Board::measure_types(Prober& prober) {
  for (int i = 0; i < kHandTypes; ++i) types_[static_cast<std::size_t>(i)].after = prober.after(type_of(i));
  prober.set_after(types_[static_cast<std::size_t>(HandType::high_card)].after,
                   types_[static_cast<std::size_t>(HandType::pair)].after);
}

void Board::measure_cards(Prober& prober, const Game& seen, std::span<const std::uint8_t> cards) {
  const bool reactions = seen.hooks & (kScored | kRetrigger);
  const bool bloodstone = has_joker(seen, JokerId::bloodstone);
  order_matters_ = has_joker(seen, JokerId::photograph) || has_joker(seen, JokerId::hanging_chad);
  held_matters_ = false;
  const float luck = static_cast<float>(1 << std::min<int>(seen.oops, 10));
  for (const std::uint8_t i : cards) {
    const Card& card = seen.cards[i];
    BoardCard& b = cards_[i];
    b.rank = static_cast<std::uint8_t>(rank_of(card));
    b.suits = 0;
    for (int s = 0; s < 4; ++s)
      if (counts_as(seen, card, static_cast<Suit>(s))) b.suits |= static_cast<std::uint8_t>(1 << s);
    b.scored = b.first = b.held = {};
    if (card.debuffed()) continue;
    const bool plain = card.enhancement == Enhancement::none && card.edition == Edition::none &&
                       card.seal == Seal::none && card.bonus == 0;
    if (plain && !reactions) {
      b.scored.chips = b.first.chips = static_cast<float>(chips_of_rank(card.rank));
    } else {
      const bool lucky = card.enhancement == Enhancement::lucky;
      b.first = prober.first(i);
      b.scored = order_matters_ ? prober.second(i, b.first) : b.first;
      if (lucky || (bloodstone && (b.suits & 2))) {
        prober.all_rolls_hit(true);
        const Gain hit = prober.first(i);
        prober.all_rolls_hit(false);
        const float chance = std::min(1.0f, luck / (lucky ? 5.0f : 2.0f));
        const Gain mixed = mix(b.first, hit, chance);
        if (!order_matters_) b.scored = mixed;
        b.first = mixed;
      }
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
  const BoardType& pair = types_[static_cast<std::size_t>(HandType::pair)];
  const float chips = std::max(10.0f, pair.chips + pair.after.chips + 20);
  const float mult = std::max(1.0f, pair.mult + pair.after.plus);
  const auto worth = [&](const Gain& gain) {
    const float times = gain.times == 1 ? 0 : std::log(gain.times);
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
  const std::uint32_t bit = 1u << static_cast<int>(type);
  if (blind_ == BlindId::eye) return allowed & ~bit;
  if (blind_ == BlindId::mouth) return allowed & bit;
  return allowed;
}

void Board::add(LightHand& hand, std::uint8_t index) const {
  int at = hand.count++;
  const float worth = cards_[index].worth;
  for (; at > 0; --at) {
    const std::uint8_t left = hand.cards[static_cast<std::size_t>(at - 1)];
    if (cards_[left].worth >= worth) break;
    hand.cards[static_cast<std::size_t>(at)] = left;
  }
  hand.cards[static_cast<std::size_t>(at)] = index;
}

float Board::score(HandType type, const Gain& cards, const Gain& held) const {
  const BoardType& t = types_[static_cast<std::size_t>(type)];
  const float chips = t.chips + cards.chips + t.after.chips;
  float mult = (t.mult + cards.plus) * cards.times;
  mult = (mult + held.plus) * held.times;
  mult = (mult + t.after.plus) * t.after.times;
  return plasma_ ? (chips + mult) * (chips + mult) / 4 : chips * mult;
}

// The slots of a hand by rank and suit, each list best worth first.
struct Board::Sorted {
  std::uint8_t of_rank[15] = {};
  std::uint8_t rank[15][kMaxPlayed];
  std::uint8_t of_suit[4] = {};
  std::uint8_t suit[4][kMaxHand];
  std::uint32_t ranks = 0;  // bit per rank, Ace also at 1
};

void Board::consider(const LightHand& hand, HandType type, std::uint32_t allowed, Pick pick,
                     LightPlay& best) const {
  if (!(allowed & (1u << static_cast<int>(type)))) return;
  Slots used = 0;
  Gain sum{};
  int first = -1;
  const auto take = [&](int slot) {
    const BoardCard& b = cards_[hand.cards[static_cast<std::size_t>(slot)]];
    used |= 1ull << slot;
    join(sum, b.scored);
    if (first < 0 || b.rank > cards_[first].rank) first = hand.cards[static_cast<std::size_t>(slot)];
  };
  for (int i = 0; i < pick.count; ++i) take(pick.slots[static_cast<std::size_t>(i)]);
  int count = pick.count;
  for (int i = 0; i < hand.count && count < kMaxPlayed; ++i) {
    if (used & (1ull << i)) continue;
    if (!splash_ && cards_[hand.cards[static_cast<std::size_t>(i)]].rank) continue;
    take(i);
    ++count;
  }
  if (order_matters_) {  // the hand is sorted by rank
    const BoardCard& b = cards_[first];
    sum.chips += b.first.chips - b.scored.chips;
    sum.plus += b.first.plus - b.scored.plus;
    sum.times *= b.first.times / b.scored.times;
  }
  Gain held{};
  if (held_matters_)
    for (int i = 0; i < hand.count; ++i)
      if (!(used & (1ull << i))) join(held, cards_[hand.cards[static_cast<std::size_t>(i)]].held);
  const float points = score(type, sum, held);
  if (points > best.score || !best.cards) best = {points, type, used};
}

void Board::consider_groups(const LightHand& hand, const Sorted& by, std::uint32_t allowed,
                            LightPlay& best) const {
  using enum HandType;
  int pairs[2] = {}, pair_count = 0, triple = 0;  // best ranks
  const auto worth = [&](int rank, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += cards_[hand.cards[by.rank[rank][i]]].worth;
    return sum;
  };
  const auto put = [&](Pick& pick, int rank, int n) {
    for (int i = 0; i < n; ++i) pick.add(by.rank[rank][i]);
  };
  for (int rank = kAce; rank >= 2; --rank) {
    const int n = by.of_rank[rank];
    if (n < 2) continue;
    static constexpr HandType kTypes[] = {pair, three_of_a_kind, four_of_a_kind, five_of_a_kind};
    for (int k = 2; k <= n; ++k) {
      Pick pick;
      put(pick, rank, k);
      consider(hand, kTypes[k - 2], allowed, pick, best);
    }
    if (n >= 3 && (!triple || worth(rank, 3) > worth(triple, 3))) triple = rank;
    if (pair_count == 0 || worth(rank, 2) > worth(pairs[0], 2)) {
      pairs[1] = pairs[0];
      pairs[0] = rank;
    } else if (pair_count == 1 || worth(rank, 2) > worth(pairs[1], 2)) {
      pairs[1] = rank;
    }
    ++pair_count;
  }
  if (pair_count < 2) return;
  Pick two;
  put(two, pairs[0], 2);
  put(two, pairs[1], 2);
  consider(hand, two_pair, allowed, two, best);
  if (!triple) return;
  Pick house;
  put(house, triple, 3);
  put(house, triple == pairs[0] ? pairs[1] : pairs[0], 2);
  consider(hand, full_house, allowed, house, best);
}

// Flushes, and the Flush House and Flush Five that may be in one.
void Board::consider_flushes(const LightHand& hand, const Sorted& by, std::uint32_t allowed,
                             LightPlay& best) const {
  for (int s = 0; s < 4; ++s) {
    const int n = by.of_suit[s];
    if (n < need_) continue;
    Pick pick;
    for (int i = 0; i < std::min(n, kMaxPlayed); ++i) pick.add(by.suit[s][i]);
    consider(hand, HandType::flush, allowed, pick, best);
    int of_rank[15] = {}, three = 0, two = 0;
    for (int i = 0; i < n; ++i) ++of_rank[cards_[hand.cards[by.suit[s][i]]].rank];
    for (int rank = 2; rank <= kAce; ++rank) {
      if (of_rank[rank] >= 3 && of_rank[rank] > of_rank[three]) three = rank;
    }
    if (!three) continue;
    for (int rank = 2; rank <= kAce; ++rank)
      if (rank != three && of_rank[rank] >= 2) two = rank;
    const bool five = of_rank[three] >= 5;
    if (!five && !two) continue;
    Pick alike;
    for (int i = 0, threes = 0, twos = 0; i < n; ++i) {
      const int rank = cards_[hand.cards[by.suit[s][i]]].rank;
      if (rank == three && threes < (five ? 5 : 3)) alike.add(by.suit[s][i]), ++threes;
      if (!five && rank == two && twos < 2) alike.add(by.suit[s][i]), ++twos;
    }
    consider(hand, five ? HandType::flush_five : HandType::flush_house, allowed, alike, best);
  }
}

// Windows of ranks; Shortcut lets one rank be missing between two.
void Board::consider_straights(const LightHand& hand, const Sorted& by, std::uint32_t allowed,
                               LightPlay& best) const {
  const auto slots_of = [&](int rank) { return rank == 1 ? kAce : rank; };
  for (int low = 1; low + need_ - 1 <= kAce; ++low) {
    if (!(by.ranks & (1u << low))) continue;
    int ranks[kMaxPlayed] = {low}, count = 1;
    for (int rank = low + 1; rank <= kAce && count < need_; ++rank) {
      if (by.ranks & (1u << rank))
        ranks[count++] = rank;
      else if (!shortcut_ || !(rank < kAce && (by.ranks & (2u << rank))))
        break;
    }
    if (count < need_) continue;
    Pick pick;
    for (int i = 0; i < count; ++i) pick.add(by.rank[slots_of(ranks[i])][0]);
    consider(hand, HandType::straight, allowed, pick, best);
    for (int s = 0; s < 4; ++s) {
      if (by.of_suit[s] < need_) continue;
      Pick suited;
      for (int i = 0; i < count; ++i)
        for (int k = 0; k < by.of_rank[slots_of(ranks[i])]; ++k) {
          const int slot = by.rank[slots_of(ranks[i])][k];
          if (!(cards_[hand.cards[static_cast<std::size_t>(slot)]].suits & (1 << s))) continue;
          suited.add(slot);
          break;
        }
      if (suited.count == count) consider(hand, HandType::straight_flush, allowed, suited, best);
    }
  }
}

LightPlay Board::best_play(const LightHand& hand, std::uint32_t allowed) const {
  LightPlay best;
  if (hand.count == 0 || (blind_ == BlindId::psychic && hand.count < kMaxPlayed)) return best;
  Sorted by;
  bool groups = false;
  for (int i = 0; i < hand.count; ++i) {
    const BoardCard& b = cards_[hand.cards[static_cast<std::size_t>(i)]];
    if (b.rank) {
      by.ranks |= 1u << b.rank;
      if (by.of_rank[b.rank] < kMaxPlayed)
        by.rank[b.rank][by.of_rank[b.rank]++] = static_cast<std::uint8_t>(i);
      groups |= by.of_rank[b.rank] > 1;
    }
    for (int s = 0; s < 4; ++s)
      if (b.suits & (1 << s)) by.suit[s][by.of_suit[s]++] = static_cast<std::uint8_t>(i);
  }
  by.ranks |= (by.ranks >> kAce & 1) << 1;
  Pick single;
  single.add(0);
  consider(hand, HandType::high_card, allowed, single, best);
  if (groups) consider_groups(hand, by, allowed, best);
  if (hand.count < need_) return best;
  consider_flushes(hand, by, allowed, best);
  if (shortcut_ || (by.ranks & (by.ranks >> 1) & (by.ranks >> 2) & (by.ranks >> 3)))
    consider_straights(hand, by, allowed, best);
  return best;
}

}  // namespace jimbot::planner
