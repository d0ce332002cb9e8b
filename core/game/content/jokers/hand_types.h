// Jokers that look at the poker hand.
#pragma once
#include "content/jokers/shared.h"

namespace jimbot {

// "Contains" is tested on all hands found in the played cards, not only on the one that scores.
template <HandType T>
void hand_chips(Ctx& c) {
  if (c.contains(T)) c.add_chips(c.n());
}
template <HandType T>
void hand_mult(Ctx& c) {
  if (c.contains(T)) c.add_mult(c.n());
}
template <HandType T>
void hand_times(Ctx& c) {
  if (c.contains(T)) c.times_mult(c.n());
}

// clang-format off
inline constexpr JokerRow kHandTypeJokers[] = {
    {.id = JokerId::jolly, .key = "j_jolly", .name = "Jolly Joker", .rarity = Rarity::common, .cost = 3,
     .n = 8,
     .text = "+{n} Mult if the hand contains a Pair",
     .main = hand_mult<HandType::pair>},
    {.id = JokerId::zany, .key = "j_zany", .name = "Zany Joker", .rarity = Rarity::common, .cost = 4, .n = 12,
     .text = "+{n} Mult if the hand contains a Three of a Kind",
     .main = hand_mult<HandType::three_of_a_kind>},
    {.id = JokerId::mad, .key = "j_mad", .name = "Mad Joker", .rarity = Rarity::common, .cost = 4, .n = 10,
     .text = "+{n} Mult if the hand contains a Two Pair",
     .main = hand_mult<HandType::two_pair>},
    {.id = JokerId::crazy, .key = "j_crazy", .name = "Crazy Joker", .rarity = Rarity::common, .cost = 4,
     .n = 12,
     .text = "+{n} Mult if the hand contains a Straight",
     .main = hand_mult<HandType::straight>},
    {.id = JokerId::droll, .key = "j_droll", .name = "Droll Joker", .rarity = Rarity::common, .cost = 4,
     .n = 10,
     .text = "+{n} Mult if the hand contains a Flush",
     .main = hand_mult<HandType::flush>},

    {.id = JokerId::sly, .key = "j_sly", .name = "Sly Joker", .rarity = Rarity::common, .cost = 3, .n = 50,
     .text = "+{n} Chips if the hand contains a Pair",
     .main = hand_chips<HandType::pair>},
    {.id = JokerId::wily, .key = "j_wily", .name = "Wily Joker", .rarity = Rarity::common, .cost = 4,
     .n = 100,
     .text = "+{n} Chips if the hand contains a Three of a Kind",
     .main = hand_chips<HandType::three_of_a_kind>},
    {.id = JokerId::clever, .key = "j_clever", .name = "Clever Joker", .rarity = Rarity::common,
     .cost = 4, .n = 80,
     .text = "+{n} Chips if the hand contains a Two Pair",
     .main = hand_chips<HandType::two_pair>},
    {.id = JokerId::devious, .key = "j_devious", .name = "Devious Joker", .rarity = Rarity::common,
     .cost = 4, .n = 100,
     .text = "+{n} Chips if the hand contains a Straight",
     .main = hand_chips<HandType::straight>},
    {.id = JokerId::crafty, .key = "j_crafty", .name = "Crafty Joker", .rarity = Rarity::common,
     .cost = 4, .n = 80,
     .text = "+{n} Chips if the hand contains a Flush",
     .main = hand_chips<HandType::flush>},

    {.id = JokerId::duo, .key = "j_duo", .name = "The Duo", .rarity = Rarity::rare, .cost = 8, .n = 2,
     .text = "X{n} Mult if the hand contains a Pair",
     .main = hand_times<HandType::pair>},
    {.id = JokerId::trio, .key = "j_trio", .name = "The Trio", .rarity = Rarity::rare, .cost = 8, .n = 3,
     .text = "X{n} Mult if the hand contains a Three of a Kind",
     .main = hand_times<HandType::three_of_a_kind>},
    {.id = JokerId::family, .key = "j_family", .name = "The Family", .rarity = Rarity::rare, .cost = 8,
     .n = 4,
     .text = "X{n} Mult if the hand contains a Four of a Kind",
     .main = hand_times<HandType::four_of_a_kind>},
    {.id = JokerId::order, .key = "j_order", .name = "The Order", .rarity = Rarity::rare, .cost = 8, .n = 3,
     .text = "X{n} Mult if the hand contains a Straight",
     .main = hand_times<HandType::straight>},
    {.id = JokerId::tribe, .key = "j_tribe", .name = "The Tribe", .rarity = Rarity::rare, .cost = 8, .n = 2,
     .text = "X{n} Mult if the hand contains a Flush",
     .main = hand_times<HandType::flush>},

    // Play counts include the hand that is being played.
    {.id = JokerId::supernova, .key = "j_supernova", .name = "Supernova", .rarity = Rarity::common,
     .cost = 5, .n = 1,
     .text = "+{n} Mult for each time this hand type was played in the run",
     .main = [](Ctx& c) { c.add_mult(c.n() * hand_played(c.g, c.hand->type)); }},
    {.id = JokerId::card_sharp, .key = "j_card_sharp", .name = "Card Sharp", .rarity = Rarity::uncommon,
     .cost = 6, .n = 3,
     .text = "X{n} Mult if this hand type was already played in this round",
     .main = [](Ctx& c) {
       if (c.g.hands[static_cast<std::size_t>(c.hand->type)].played_round > 1) c.times_mult(c.n());
     }},

    {.id = JokerId::space, .key = "j_space", .name = "Space Joker", .rarity = Rarity::uncommon, .cost = 5,
     .n = 4,
     .text = "1 in {n} chance to raise the level of the played hand",
     .before = [](Ctx& c) { if (c.chance(Stream::space, c.n())) c.level_up(c.hand->type, 1); }},
    {.id = JokerId::burnt, .key = "j_burnt", .name = "Burnt Joker", .rarity = Rarity::rare, .cost = 8, .n = 1,
     .text = "The first discard of a round raises the level of the discarded hand by {n}",
     .discard_started = [](Ctx& c) {
       if (c.g.discards_used == 0 && !c.by_hook) c.level_up(c.hand->type, static_cast<int>(c.n()));
     }},
};
// clang-format on

}  // namespace jimbot
