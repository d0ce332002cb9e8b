// Playing cards: what a card counts as, and moving cards between the piles.
#pragma once
#include <span>

#include "content.h"
#include "state.h"

namespace jimbot {

inline int rank_of(const Card& c) { return c.stone() ? 0 : c.rank; }  // Stone Cards have no rank
inline int chips_of_rank(int rank) { return rank == kAce ? 11 : rank > 10 ? 10 : rank; }
inline bool is_red(Suit s) { return s == Suit::hearts || s == Suit::diamonds; }

// Stone Cards have no suit; a Wild Card has all while not debuffed; Smeared Joker merges colours.
inline bool counts_as(const Game& g, const Card& c, Suit suit) {
  if (c.stone()) return false;
  if (c.suit == suit) return true;
  if (c.enhancement == Enhancement::wild && !c.debuffed()) return true;
  return has(g, kSmeared) && is_red(c.suit) == is_red(suit);
}
// J, Q, K; every card under Pareidolia. For jokers a debuffed card is never a face.
inline bool has_face(const Game& g, const Card& c) {
  return has(g, kPareidolia) || (rank_of(c) >= kJack && rank_of(c) <= kKing);
}
inline bool is_face(const Game& g, const Card& c) { return !c.debuffed() && has_face(g, c); }

// Fronts are the 52 cards by byte order of their codes: C_2..C_9, C_A, C_J, C_K, C_Q, C_T, D_2 ...
Card card_of_front(int front);

// A new card joins the deck: its creation number is taken, reactions (Hologram) follow from cards_added.
int add_card_to_hand(Game& g, Card card);   // returns its index in Game::cards, or -1 if a limit is hit
int add_card_to_deck(Game& g, Card card);   // into the draw pile, at the bottom
Card copy_of(const Card& card);             // a card like it, without its marks and number

void shuffle_deck(Game& g, Stream stream);  // the whole deck becomes the draw pile, shuffled (lazily)
void settle_draw_pile(Game& g, int from);   // makes the order final down to that position
int deck_left(const Game& g);               // cards in the pile; between rounds all of them lie there
int draw_card(Game& g);                     // index of the top card, taken from the pile
void sort_hand(Game& g);

// Takes cards out of the deck for good; indices of all piles are renumbered.
void remove_cards(Game& g, std::span<const std::uint8_t> indices);

void set_enhancement(Game& g, Card& card, Enhancement enhancement);
void set_suit(Game& g, Card& card, Suit suit);
void set_rank(Game& g, Card& card, int rank);
bool blind_debuffs(const Game& g, const Card& card);
void check_debuff(Game& g, Card& card);
void check_all_debuffs(Game& g);

int count_enhanced(const Game& g, Enhancement enhancement);
int count_rank(const Game& g, int rank);

}  // namespace jimbot
