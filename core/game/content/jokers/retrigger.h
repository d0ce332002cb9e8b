// Jokers that trigger cards again: each hook returns how many times more.
#pragma once
#include "content/jokers/shared.h"

namespace jimbot {

inline int repeat_n(Ctx& c, const Card&) { return static_cast<int>(c.n()); }
inline int repeat_if(Ctx& c, bool yes) { return yes ? static_cast<int>(c.n()) : 0; }

// clang-format off
inline constexpr JokerRow kRetriggerJokers[] = {
    {.id = JokerId::mime, .key = "j_mime", .name = "Mime", .rarity = Rarity::uncommon, .cost = 5, .n = 1,
     .text = "Cards held in hand act {n} more time",
     .retrigger_held = repeat_n},

    {.id = JokerId::dusk, .key = "j_dusk", .name = "Dusk", .rarity = Rarity::uncommon, .cost = 5, .n = 1,
     .text = "On the last hand of a round all cards score {n} more time",
     .retrigger = [](Ctx& c, const Card&) { return repeat_if(c, c.last_hand()); }},

    {.id = JokerId::hack, .key = "j_hack", .name = "Hack", .rarity = Rarity::uncommon, .cost = 6, .n = 1,
     .text = "Each 2, 3, 4 and 5 scores {n} more time",
     .retrigger = [](Ctx& c, const Card& card) { return repeat_if(c, is_rank<2, 3, 4, 5>(card)); }},

    {.id = JokerId::selzer, .key = "j_selzer", .name = "Seltzer", .rarity = Rarity::uncommon, .cost = 6,
     .eternal_ok = false, .n = 1, .start = 10,
     .text = "For the next {value} hands all cards score {n} more time",
     .retrigger = repeat_n,
     .after = wear_out},

    {.id = JokerId::sock_and_buskin, .key = "j_sock_and_buskin", .name = "Sock and Buskin",
     .rarity = Rarity::uncommon, .cost = 6, .n = 1,
     .text = "Face cards score {n} more time",
     .retrigger = [](Ctx& c, const Card& card) { return repeat_if(c, is_face(c.g, card)); }},

    // If the first scoring card is debuffed the repetitions are lost.
    {.id = JokerId::hanging_chad, .key = "j_hanging_chad", .name = "Hanging Chad",
     .rarity = Rarity::common, .cost = 4, .n = 2,
     .text = "The first scoring card scores {n} more times",
     .retrigger = [](Ctx& c, const Card& card) {
       return repeat_if(c, &card == &c.g.cards[c.hand->scoring[0]]);
     }},
};
// clang-format on

}  // namespace jimbot
