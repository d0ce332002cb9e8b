// Poker hands, with Four Fingers, Shortcut, Smeared Joker and Splash.
#include "score/hand.h"

#include <bit>

namespace jimbot {
namespace {

using Mask = std::uint32_t;  // bit per played card

// Bit per suit that a card counts as.
unsigned suits_of(const Game& g, const Card& card) {
  if (card.stone()) return 0;
  if (card.enhancement == Enhancement::wild && !card.debuffed()) return 15;
  const auto bit_of = [](Suit suit) { return 1u << static_cast<int>(suit); };
  if (!has(g, kSmeared)) return bit_of(card.suit);
  return is_red(card.suit) ? bit_of(Suit::hearts) | bit_of(Suit::diamonds)
                           : bit_of(Suit::spades) | bit_of(Suit::clubs);
}

// At least `need` cards share a suit; suits are tried in the order Spades, Hearts, Clubs, Diamonds.
Mask find_flush(const Game& g, const Hand& hand, int need) {
  if (hand.played.size() < need) return 0;
  Mask of_suit[4] = {};
  for (int i = 0; i < hand.played.size(); ++i) {
    const unsigned suits = suits_of(g, g.cards[hand.played[i]]);
    for (unsigned s = 0; s < 4; ++s) of_suit[s] |= (suits >> s & 1) << i;
  }
  for (const Suit suit : {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds})
    if (const Mask cards = of_suit[static_cast<int>(suit)]; std::popcount(cards) >= need) return cards;
  return 0;
}

// At least `need` different ranks in a row, Ace low or high; Shortcut steps over single missing ranks.
// Every card whose rank lies in the run belongs to it.
Mask find_straight(const Game& g, const Hand& hand, int need, int different) {
  if (different < need) return 0;
  Mask of_rank[15] = {};
  for (int i = 0; i < hand.played.size(); ++i) of_rank[rank_of(g.cards[hand.played[i]])] |= 1u << i;
  of_rank[1] = of_rank[kAce];
  Mask run = 0;
  int length = 0;
  bool stepped = false;
  for (int rank = 1; rank <= kAce; ++rank) {
    if (of_rank[rank]) {
      run |= of_rank[rank];
      ++length;
      stepped = false;
    } else if (length > 0 && has(g, kShortcut) && !stepped) {
      stepped = true;
    } else if (length >= need) {
      break;
    } else {
      run = 0;
      length = 0;
      stepped = false;
    }
  }
  return length >= need ? run : 0;
}

}  // namespace

void find_hand(const Game& g, Hand& hand) {
  using enum HandType;
  const int n = hand.played.size();
  const Mask all = (1u << n) - 1;
  std::uint64_t counts = 0;  // 4 bits per rank
  std::uint8_t ranks[kMaxPlayed];
  Mask stones = 0, highest = 0,
       groups[kMaxPlayed + 1] = {};  // groups[k]: cards in same-rank groups of exactly k
  int top = 0;
  for (int i = 0; i < n; ++i) {
    const Card& card = g.cards[hand.played[i]];
    ranks[i] = card.stone() ? 0 : card.rank;
    if (ranks[i] > top) top = ranks[i], highest = 1u << i;
    counts += 1ull << (4 * ranks[i]);
  }
  std::uint32_t present = 0;
  for (int i = 0; i < n; ++i) present |= 1u << ranks[i];
  const int different = std::popcount(present & ~1u);
  for (int i = 0; i < n; ++i) (ranks[i] ? groups[counts >> (4 * ranks[i]) & 15] : stones) |= 1u << i;
  const int need = has(g, kFourFingers) ? 4 : 5;
  const Mask flush_cards = find_flush(g, hand, need);
  const Mask straight_cards = find_straight(g, hand, need, different);

  const bool house = groups[3] && groups[2];
  HandTypes contains = bit(high_card);
  const auto found = [&](HandType type, bool is) { contains |= is ? bit(type) : 0; };
  // Five of a kind holds four, three and a pair, and so on down.
  found(pair, groups[2] | groups[3] | groups[4] | groups[5]);
  found(three_of_a_kind, groups[3] | groups[4] | groups[5]);
  found(four_of_a_kind, groups[4] | groups[5]);
  found(five_of_a_kind, groups[5]);
  found(two_pair, house || std::popcount(groups[2]) == 4);
  found(full_house, house);
  found(straight, straight_cards);
  found(flush, flush_cards);
  found(straight_flush, straight_cards && flush_cards);
  found(flush_house, house && flush_cards);
  found(flush_five, groups[5] && flush_cards);
  hand.type = static_cast<HandType>(std::countr_zero(contains));  // the highest comes first
  hand.contains = static_cast<std::uint16_t>(contains);

  const auto cards_of_type = [&] {
    switch (hand.type) {
      case high_card: return highest;
      case pair:
      case two_pair: return groups[2];
      case three_of_a_kind: return groups[3];
      case four_of_a_kind: return groups[4];
      case five_of_a_kind: return groups[5];
      case full_house: return groups[2] | groups[3];
      case straight: return straight_cards;
      case flush: return flush_cards;
      case straight_flush: return straight_cards | flush_cards;
      default: return all;
    }
  };
  const Mask scoring = has(g, kSplash) ? all : cards_of_type() | stones;
  hand.scoring.clear();
  for (int i = 0; i < n; ++i)
    if (scoring & (1u << i)) hand.scoring.push(hand.played[i]);
}

}  // namespace jimbot
