// Jokers that look at the suit or rank of scoring or held cards.
#pragma once
#include "content/jokers/shared.h"

namespace jimbot {

template <Suit S>
void suit_chips(Ctx& c, Card& card) {
  if (counts_as(c.g, card, S)) c.add_chips(c.n());
}
template <Suit S>
void suit_mult(Ctx& c, Card& card) {
  if (counts_as(c.g, card, S)) c.add_mult(c.n());
}
template <int... Ranks>
void rank_chips(Ctx& c, Card& card) {
  if (is_rank<Ranks...>(card)) c.add_chips(c.n());
}
template <int... Ranks>
void rank_mult(Ctx& c, Card& card) {
  if (is_rank<Ranks...>(card)) c.add_mult(c.n());
}
template <int... Ranks>
void rank_chips_and_mult(Ctx& c, Card& card) {
  if (!is_rank<Ranks...>(card)) return;
  c.add_chips(c.n());
  c.add_mult(c.n2());
}
template <int... Ranks>
void rank_times(Ctx& c, Card& card) {
  if (is_rank<Ranks...>(card)) c.times_mult(c.n());
}

// The left-most scoring face; debuffed ones are passed over.
inline const Card* first_face(const Ctx& c) {
  for (const int i : c.hand->scoring)
    if (is_face(c.g, c.g.cards[i])) return &c.g.cards[i];
  return nullptr;
}

// The lowest held card, the right-most of equals; a debuffed one may be it, a Stone Card not.
inline const Card* lowest_held(const Game& g) {
  const Card* lowest = nullptr;
  for (const int i : g.hand) {
    const Card& card = g.cards[i];
    if (!card.stone() && (!lowest || card.rank <= lowest->rank)) lowest = &card;
  }
  return lowest;
}

inline constexpr Suit kClubsFirst[] = {Suit::clubs, Suit::diamonds, Suit::spades, Suit::hearts};
inline bool is_wild(const Card& card) { return card.enhancement == Enhancement::wild; }

struct SuitsFound {
  bool found[4] = {};
  bool& operator[](Suit s) { return found[static_cast<int>(s)]; }
  // One card counts for one suit that is still missing.
  void fill_one(const Game& g, const Card& card) {
    for (const Suit s : kClubsFirst)
      if (!(*this)[s] && counts_as(g, card, s)) {
        (*this)[s] = true;
        return;
      }
  }
};

// Four suits by distinct cards: plain ones first, debuffed too, then each active Wild Card for one suit.
inline bool has_all_suits(const Ctx& c) {
  SuitsFound suits;
  for (const int i : c.hand->scoring)
    if (!is_wild(c.g.cards[i])) suits.fill_one(c.g, c.g.cards[i]);
  for (const int i : c.hand->scoring)
    if (is_wild(c.g.cards[i]) && !c.g.cards[i].debuffed()) suits.fill_one(c.g, c.g.cards[i]);
  return suits[Suit::spades] && suits[Suit::hearts] && suits[Suit::clubs] && suits[Suit::diamonds];
}

// Clubs and another suit, without debuffed cards. A plain card counts for all it counts as, so one black
// card is enough under Smeared Joker; a Wild Card counts for one missing suit, Clubs first.
inline bool has_clubs_and_other(const Ctx& c) {
  SuitsFound suits;
  for (const int i : c.hand->scoring) {
    const Card& card = c.g.cards[i];
    if (card.debuffed() || is_wild(card)) continue;
    for (const Suit s : kClubsFirst) suits[s] |= counts_as(c.g, card, s);
  }
  for (const int i : c.hand->scoring)
    if (is_wild(c.g.cards[i]) && !c.g.cards[i].debuffed()) suits.fill_one(c.g, c.g.cards[i]);
  return suits[Suit::clubs] && (suits[Suit::diamonds] || suits[Suit::spades] || suits[Suit::hearts]);
}

// clang-format off
inline constexpr JokerRow kSuitRankJokers[] = {
    {.id = JokerId::greedy_joker, .key = "j_greedy_joker", .name = "Greedy Joker",
     .rarity = Rarity::common, .cost = 5, .n = 3,
     .text = "+{n} Mult for each Diamond that scores",
     .scored = suit_mult<Suit::diamonds>},
    {.id = JokerId::lusty_joker, .key = "j_lusty_joker", .name = "Lusty Joker", .rarity = Rarity::common,
     .cost = 5, .n = 3,
     .text = "+{n} Mult for each Heart that scores",
     .scored = suit_mult<Suit::hearts>},
    {.id = JokerId::wrathful_joker, .key = "j_wrathful_joker", .name = "Wrathful Joker",
     .rarity = Rarity::common, .cost = 5, .n = 3,
     .text = "+{n} Mult for each Spade that scores",
     .scored = suit_mult<Suit::spades>},
    {.id = JokerId::gluttenous_joker, .key = "j_gluttenous_joker", .name = "Gluttonous Joker",
     .rarity = Rarity::common, .cost = 5, .n = 3,
     .text = "+{n} Mult for each Club that scores",
     .scored = suit_mult<Suit::clubs>},

    {.id = JokerId::bloodstone, .key = "j_bloodstone", .name = "Bloodstone", .rarity = Rarity::uncommon,
     .cost = 7, .n = 1.5, .n2 = 2,
     .text = "1 in {n2} chance of X{n} Mult for each Heart that scores",
     .scored = [](Ctx& c, Card& card) {
       if (counts_as(c.g, card, Suit::hearts) && c.chance(Stream::bloodstone, c.n2())) c.times_mult(c.n());
     }},
    {.id = JokerId::arrowhead, .key = "j_arrowhead", .name = "Arrowhead", .rarity = Rarity::uncommon,
     .cost = 7, .n = 50,
     .text = "+{n} Chips for each Spade that scores",
     .scored = suit_chips<Suit::spades>},
    {.id = JokerId::onyx_agate, .key = "j_onyx_agate", .name = "Onyx Agate", .rarity = Rarity::uncommon,
     .cost = 7, .n = 7,
     .text = "+{n} Mult for each Club that scores",
     .scored = suit_mult<Suit::clubs>},
    {.id = JokerId::ancient, .key = "j_ancient", .name = "Ancient Joker", .rarity = Rarity::rare,
     .cost = 8, .n = 1.5,
     .text = "X{n} Mult for each scoring card of one suit; the suit changes every round",
     .shows = "{target}", .aim = Aim::ancient,
     .scored = [](Ctx& c, Card& card) { if (counts_as(c.g, card, c.g.ancient_suit)) c.times_mult(c.n()); }},
    {.id = JokerId::idol, .key = "j_idol", .name = "The Idol", .rarity = Rarity::uncommon, .cost = 6, .n = 2,
     .text = "X{n} Mult for each scoring card of one rank and suit; both change every round",
     .shows = "{target}", .aim = Aim::idol,
     .scored = [](Ctx& c, Card& card) {
       if (rank_of(card) == c.g.idol_rank && counts_as(c.g, card, c.g.idol_suit)) c.times_mult(c.n());
     }},

    {.id = JokerId::fibonacci, .key = "j_fibonacci", .name = "Fibonacci", .rarity = Rarity::uncommon,
     .cost = 8, .n = 8,
     .text = "+{n} Mult for each Ace, 2, 3, 5 or 8 that scores",
     .scored = rank_mult<kAce, 2, 3, 5, 8>},
    {.id = JokerId::even_steven, .key = "j_even_steven", .name = "Even Steven", .rarity = Rarity::common,
     .cost = 4, .n = 4,
     .text = "+{n} Mult for each 10, 8, 6, 4 or 2 that scores",
     .scored = rank_mult<2, 4, 6, 8, 10>},
    {.id = JokerId::odd_todd, .key = "j_odd_todd", .name = "Odd Todd", .rarity = Rarity::common,
     .cost = 4, .n = 31,
     .text = "+{n} Chips for each Ace, 9, 7, 5 or 3 that scores",
     .scored = rank_chips<3, 5, 7, 9, kAce>},
    {.id = JokerId::scholar, .key = "j_scholar", .name = "Scholar", .rarity = Rarity::common, .cost = 4,
     .n = 20, .n2 = 4,
     .text = "+{n} Chips and +{n2} Mult for each Ace that scores",
     .scored = rank_chips_and_mult<kAce>},
    {.id = JokerId::walkie_talkie, .key = "j_walkie_talkie", .name = "Walkie Talkie",
     .rarity = Rarity::common, .cost = 4, .n = 10, .n2 = 4,
     .text = "+{n} Chips and +{n2} Mult for each 10 or 4 that scores",
     .scored = rank_chips_and_mult<10, 4>},
    {.id = JokerId::triboulet, .key = "j_triboulet", .name = "Triboulet", .rarity = Rarity::legendary,
     .cost = 20, .n = 2,
     .text = "X{n} Mult for each King or Queen that scores",
     .scored = rank_times<kKing, kQueen>},

    {.id = JokerId::scary_face, .key = "j_scary_face", .name = "Scary Face", .rarity = Rarity::common,
     .cost = 4, .n = 30,
     .text = "+{n} Chips for each face card that scores",
     .scored = [](Ctx& c, Card& card) { if (is_face(c.g, card)) c.add_chips(c.n()); }},
    {.id = JokerId::smiley, .key = "j_smiley", .name = "Smiley Face", .rarity = Rarity::common, .cost = 4,
     .n = 5,
     .text = "+{n} Mult for each face card that scores",
     .scored = [](Ctx& c, Card& card) { if (is_face(c.g, card)) c.add_mult(c.n()); }},
    {.id = JokerId::photograph, .key = "j_photograph", .name = "Photograph", .rarity = Rarity::common,
     .cost = 5, .n = 2,
     .text = "X{n} Mult for the first face card that scores",
     .scored = [](Ctx& c, Card& card) { if (&card == first_face(c)) c.times_mult(c.n()); }},

    {.id = JokerId::raised_fist, .key = "j_raised_fist", .name = "Raised Fist", .rarity = Rarity::common,
     .cost = 5, .n = 2,
     .text = "Adds {n} times the chips of the lowest card held in hand to Mult",
     .held = [](Ctx& c, Card& card) {
       if (&card == lowest_held(c.g)) c.add_mult(c.n() * chips_of_rank(card.rank));
     }},
    {.id = JokerId::baron, .key = "j_baron", .name = "Baron", .rarity = Rarity::rare, .cost = 8, .n = 1.5,
     .text = "X{n} Mult for each King held in hand",
     .held = rank_times<kKing>},
    {.id = JokerId::shoot_the_moon, .key = "j_shoot_the_moon", .name = "Shoot the Moon",
     .rarity = Rarity::common, .cost = 5, .n = 13,
     .text = "+{n} Mult for each Queen held in hand",
     .held = rank_mult<kQueen>},

    // With no card held it applies. Debuffed cards are judged by their printed suit.
    {.id = JokerId::blackboard, .key = "j_blackboard", .name = "Blackboard", .rarity = Rarity::uncommon,
     .cost = 6, .n = 3,
     .text = "X{n} Mult if all cards held in hand are Spades or Clubs",
     .main = [](Ctx& c) {
       for (const int i : c.g.hand) {
         const Card& card = c.g.cards[i];
         if (!counts_as(c.g, card, Suit::spades) && !counts_as(c.g, card, Suit::clubs)) return;
       }
       c.times_mult(c.n());
     }},
    {.id = JokerId::flower_pot, .key = "j_flower_pot", .name = "Flower Pot", .rarity = Rarity::uncommon,
     .cost = 6, .n = 3,
     .text = "X{n} Mult if the scoring cards include a Spade, a Heart, a Club and a Diamond",
     .main = [](Ctx& c) { if (has_all_suits(c)) c.times_mult(c.n()); }},
    {.id = JokerId::seeing_double, .key = "j_seeing_double", .name = "Seeing Double",
     .rarity = Rarity::uncommon, .cost = 6, .n = 2,
     .text = "X{n} Mult if the scoring cards include a Club and a card of another suit",
     .main = [](Ctx& c) { if (has_clubs_and_other(c)) c.times_mult(c.n()); }},
};
// clang-format on

}  // namespace jimbot
