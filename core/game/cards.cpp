// Playing cards in the piles.
#include "cards.h"

#include <cstring>

namespace jimbot {
namespace {

// Fronts in byte order of their codes: suits C D H S, ranks 2..9 A J K Q T.
constexpr Suit kFrontSuits[4] = {Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades};
constexpr std::uint8_t kFrontRanks[13] = {2, 3, 4, 5, 6, 7, 8, 9, kAce, kJack, kKing, kQueen, 10};

// Cards made in a shop or pack have their number already and may be older than the last of the deck.
int add_card(Game& g, Card card) {
  if (g.cards.size() >= kMaxCards) {
    g.truncated = 1;
    return -1;
  }
  if (card.number == 0) card.number = g.next_number++;
  int index = g.cards.size();
  while (index > 0 && g.cards[index - 1].number > card.number) --index;
  if (index < g.cards.size()) {
    const auto shift = [&](auto& pile) {
      for (std::uint8_t& i : pile) i = static_cast<std::uint8_t>(i + (i >= index));
    };
    shift(g.draw.cards);
    shift(g.hand);
    shift(g.discard);
  }
  g.cards.insert(index, card);
  check_debuff(g, g.cards[index]);
  return index;
}

template <class Pile>
void renumber(Pile& pile, const std::uint8_t (&now)[256]) {
  int kept = 0;
  for (std::uint8_t i : pile)
    if (now[i] != kNone) pile.data[kept++] = now[i];
  pile.count = static_cast<decltype(pile.count)>(kept);
}

// Rank mode: rank high to low, then suit. Suit mode: suit, then rank. Ties: the suit a card was created
// with, then the older card. Stone Cards go last, their stored suits the other way round.
std::uint32_t sort_key(const Game& g, std::uint8_t index) {
  const Card& c = g.cards[index];
  const std::uint32_t rank = 15u - c.rank, suit = static_cast<std::uint32_t>(c.suit);
  const std::uint32_t tie = static_cast<std::uint32_t>(c.created_suit) << 8 | index;
  if (c.stone()) return 1u << 24 | (3u - suit) << 20 | rank << 16 | tie;
  return (g.sort_mode == SortMode::rank ? rank << 2 | suit : suit << 4 | rank) << 16 | tie;
}

}  // namespace

Card card_of_front(int front) {
  Card card{};
  card.suit = kFrontSuits[front / 13];
  card.rank = kFrontRanks[front % 13];
  card.created_suit = card.suit;
  return card;
}

int add_card_to_hand(Game& g, Card card) {
  if (g.hand.full()) {
    g.truncated = 1;
    return -1;
  }
  const int index = add_card(g, card);
  if (index >= 0) g.hand.push(static_cast<std::uint8_t>(index));
  return index;
}

int add_card_to_deck(Game& g, Card card) {
  const int index = add_card(g, card);
  if (index < 0) return -1;
  settle_draw_pile(g, 0);
  g.draw.cards.insert(0, static_cast<std::uint8_t>(index));
  return index;
}

Card copy_of(const Card& card) {
  Card copy = card;
  copy.number = 0;
  copy.flags &= Card::kDebuffedForever;
  copy.created_suit = Suit::none;  // copies sort behind (CCCCCCC-20260120_204554_026 step 268)
  return copy;
}

void shuffle_deck(Game& g, Stream stream) {
  g.hand.clear();
  g.discard.clear();
  DrawPile& pile = g.draw;
  pile.cards.count = static_cast<std::uint8_t>(g.cards.size());
  for (int i = 0; i < g.cards.size(); ++i) pile.cards[i] = static_cast<std::uint8_t>(i);
  pile.settled = pile.cards.count;
  pile.random.seed(draw_seed(g.rng, stream, g.ante));
}

// The game swaps from the end of the pile downwards: for i = n .. 2, position i with one of 1 .. i.
void settle_draw_pile(Game& g, int from) {
  DrawPile& pile = g.draw;
  while (pile.settled > from) {
    const int i = --pile.settled;
    if (i == 0) break;
    const int j = pile.random.integer(0, i);
    const std::uint8_t swapped = pile.cards[i];
    pile.cards[i] = pile.cards[j];
    pile.cards[j] = swapped;
  }
}

int draw_card(Game& g) {
  DrawPile& pile = g.draw;
  settle_draw_pile(g, pile.cards.size() - 1);
  const int index = pile.cards.back();
  pile.cards.pop();
  return index;
}

void sort_hand(Game& g) {
  std::uint32_t keys[kMaxHand];
  const int n = g.hand.size();
  for (int i = 0; i < n; ++i) {
    const std::uint32_t key = sort_key(g, g.hand[i]);
    int k = i;
    for (; k > 0 && keys[k - 1] > key; --k) keys[k] = keys[k - 1];
    keys[k] = key;
  }
  for (int i = 0; i < n; ++i) g.hand[i] = static_cast<std::uint8_t>(keys[i]);
}

void remove_cards(Game& g, std::span<const std::uint8_t> indices) {
  if (indices.empty()) return;
  std::uint8_t now[256];
  std::memset(now, 0, sizeof now);
  for (std::uint8_t i : indices) now[i] = kNone;
  bool in_draw_pile = false;
  for (std::uint8_t i : g.draw.cards) in_draw_pile |= now[i] == kNone;
  if (in_draw_pile) settle_draw_pile(g, 0);
  int kept = 0;
  for (int i = 0; i < g.cards.size(); ++i) {
    if (now[i] == kNone) continue;
    now[i] = static_cast<std::uint8_t>(kept);
    g.cards[kept++] = g.cards[i];
  }
  g.cards.count = static_cast<std::uint32_t>(kept);
  renumber(g.draw.cards, now);
  renumber(g.hand, now);
  renumber(g.discard, now);
}

void set_enhancement(Game& g, Card& card, Enhancement enhancement) {
  card.enhancement = enhancement;
  check_debuff(g, card);
}
void set_suit(Game& g, Card& card, Suit suit) {
  card.suit = suit;
  check_debuff(g, card);
}
void set_rank(Game& g, Card& card, int rank) {
  card.rank = static_cast<std::uint8_t>(rank);
  check_debuff(g, card);
}

bool blind_debuffs(const Game& g, const Card& card) {
  const BlindRow& blind = blind_in_force(g);
  if (blind.debuffs_played && (card.flags & Card::kPlayedThisAnte)) return true;
  return blind.debuffs && blind.debuffs(g, card);
}

void check_debuff(Game& g, Card& card) {
  const bool debuffed = (card.flags & Card::kDebuffedForever) || blind_debuffs(g, card);
  card.flags =
      static_cast<std::uint8_t>(debuffed ? card.flags | Card::kDebuffed : card.flags & ~Card::kDebuffed);
}

void check_all_debuffs(Game& g) {
  for (Card& card : g.cards) check_debuff(g, card);
}

int count_enhanced(const Game& g, Enhancement enhancement) {
  int n = 0;
  for (const Card& card : g.cards) n += card.enhancement == enhancement;
  return n;
}

int count_rank(const Game& g, int rank) {
  int n = 0;
  for (const Card& card : g.cards) n += rank_of(card) == rank;
  return n;
}

}  // namespace jimbot
