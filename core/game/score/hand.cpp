// Poker hands, with Four Fingers, Shortcut, Smeared Joker and Splash.
#include "score/hand.h"

#include <bit>

namespace jimbot {
namespace {

using Mask = std::uint32_t;  // bit per played card

// At least `need` cards share a suit; suits are tried in the order Spades, Hearts, Clubs, Diamonds.
Mask find_flush(const Game& g, const Hand& hand, int need) {
  if (hand.played.size() < need) return 0;
  for (Suit suit : {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds}) {
    Mask cards = 0;
    for (int i = 0; i < hand.played.size(); ++i)
      if (counts_as(g, g.cards[hand.played[i]], suit)) cards |= 1u << i;
    if (std::popcount(cards) >= need) return cards;
  }
  return 0;
}

// At least `need` different ranks in a row, Ace low or high; Shortcut steps over single missing ranks.
// Every card whose rank lies in the run belongs to it.
Mask find_straight(const Game& g, const Hand& hand, int need) {
  if (hand.played.size() < need) return 0;
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
  Mask of_rank[15] = {}, stones = 0, groups[6] = {};  // groups[k]: cards in same-rank groups of exactly k
  int sizes[6] = {};
  for (int i = 0; i < n; ++i) {
    const Card& card = g.cards[hand.played[i]];
    if (card.stone())
      stones |= 1u << i;
    else
      of_rank[card.rank] |= 1u << i;
  }
  Mask highest = 0;
  for (int rank = 2; rank <= kAce; ++rank) {
    if (!of_rank[rank]) continue;
    const int size = std::popcount(of_rank[rank]);
    groups[size] |= of_rank[rank];
    ++sizes[size];
    highest = of_rank[rank] & -of_rank[rank];
  }
  const int need = has(g, kFourFingers) ? 4 : 5;
  const Mask flush_cards = find_flush(g, hand, need);
  const Mask straight_cards = find_straight(g, hand, need);

  EnumArray<HandType, Mask> cards{};
  const bool house = sizes[3] && sizes[2];
  cards[high_card] = highest;
  if (sizes[2]) cards[pair] = groups[2];
  if (sizes[2] == 2) cards[two_pair] = groups[2];
  if (house) cards[two_pair] = groups[2] | groups[3];
  if (sizes[3]) cards[three_of_a_kind] = groups[3];
  if (house) cards[full_house] = groups[2] | groups[3];
  if (sizes[4]) cards[four_of_a_kind] = groups[4];
  if (sizes[5]) cards[five_of_a_kind] = groups[5];
  cards[straight] = straight_cards;
  cards[flush] = flush_cards;
  if (straight_cards && flush_cards) cards[straight_flush] = straight_cards | flush_cards;
  if (house && flush_cards) cards[flush_house] = all;
  if (sizes[5] && flush_cards) cards[flush_five] = all;

  HandTypes contains = bit(high_card);
  for (HandType type : kEach<HandType>)
    if (cards[type]) contains |= bit(type);
  hand.type = static_cast<HandType>(std::countr_zero(contains));  // the highest comes first
  // Five of a kind holds four, three and a pair, and so on down.
  if (sizes[5]) contains |= bit(four_of_a_kind);
  if (sizes[5] || sizes[4]) contains |= bit(three_of_a_kind);
  if (sizes[5] || sizes[4] || sizes[3]) contains |= bit(pair);
  hand.contains = static_cast<std::uint16_t>(contains);

  const Mask scoring = has(g, kSplash) ? all : cards[hand.type] | stones;
  hand.scoring.clear();
  for (int i = 0; i < n; ++i)
    if (scoring & (1u << i)) hand.scoring.push(hand.played[i]);
}

}  // namespace jimbot
