// Jokers that pay, save or raise sell values.
#pragma once
#include <algorithm>
#include <bit>

#include "open_points.h"
#include "content/jokers/shared.h"

namespace jimbot {

inline int pay_n(Ctx& c) { return static_cast<int>(c.n()); }
inline void earn_n(Ctx& c) { c.earn(static_cast<std::int64_t>(c.n())); }

template <Stream S>
void chance_of_money_for_face(Ctx& c, Card& card) {
  if (is_face(c.g, card) && c.chance(S, c.n2())) earn_n(c);
}

// A visible hand for To Do List, never `except` (HandType, or kNone for any).
inline int pick_to_do_hand(Game& g, int except) {
  HandType hands[kHandTypes];
  int count = 0;
  for (const HandType type : kUnorderedHands)
    if (is_visible(g, type) && static_cast<int>(type) != except) hands[count++] = type;
  return static_cast<int>(hands[index_of(g, Stream::to_do, count)]);
}
// OP: to_do. The first hand of a new list.
inline int first_to_do_hand(Game& g) {
  int hand;
  do hand = pick_to_do_hand(g, kNone);
  while (kToDoListAvoidsHighCardAtFirst && hand == static_cast<int>(HandType::high_card));
  return hand;
}

// clang-format off
inline constexpr JokerRow kEconomyJokers[] = {
    // The engine lets money fall to -n.
    {.id = JokerId::credit_card, .key = "j_credit_card", .name = "Credit Card", .rarity = Rarity::common,
     .cost = 1, .copyable = false, .n = 20,
     .text = "Go up to ${n} into debt"},

    {.id = JokerId::chaos, .key = "j_chaos", .name = "Chaos the Clown", .rarity = Rarity::common, .cost = 4,
     .copyable = false, .n = 1,
     .text = "{n} free reroll in each shop",
     .gained = [](Ctx& c) { c.g.free_rerolls += static_cast<std::int32_t>(c.n()); },
     .lost = [](Ctx& c) {
       c.g.free_rerolls = std::max(0, c.g.free_rerolls - static_cast<std::int32_t>(c.n()));
     }},

    {.id = JokerId::delayed_grat, .key = "j_delayed_grat", .name = "Delayed Gratification",
     .rarity = Rarity::common, .cost = 4, .copyable = false, .n = 2,
     .text = "${n} for each discard left at the end of the round if none was used",
     .payout = [](Ctx& c) { return c.g.discards_used == 0 ? pay_n(c) * c.g.discards_left : 0; }},

    {.id = JokerId::business, .key = "j_business", .name = "Business Card", .rarity = Rarity::common,
     .cost = 4, .n = 2, .n2 = 2,
     .text = "1 in {n2} chance of ${n} for each face card that scores",
     .scored = chance_of_money_for_face<Stream::business>},

    {.id = JokerId::egg, .key = "j_egg", .name = "Egg", .rarity = Rarity::common, .cost = 4,
     .copyable = false, .n = 3,
     .text = "Gains ${n} of sell value at the end of each round",
     .round_end = [](Ctx& c) { c.self->sell_bonus += static_cast<std::int32_t>(c.n()); }},

    {.id = JokerId::faceless, .key = "j_faceless", .name = "Faceless Joker", .rarity = Rarity::common,
     .cost = 4, .n = 5, .n2 = 3,
     .text = "Earn ${n} if {n2} or more face cards are discarded at once",
     .discarded = [](Ctx& c, Card&) {
       const auto face = [&](int i) { return is_face(c.g, c.g.cards[i]); };
       if (c.last_card && std::count_if(c.discarding.begin(), c.discarding.end(), face) >= c.n2()) earn_n(c);
     }},

    {.id = JokerId::todo_list, .key = "j_todo_list", .name = "To Do List", .rarity = Rarity::common,
     .cost = 4, .n = 4,
     .text = "Earn ${n} if the hand is exactly the listed one; the list changes every round",
     .shows = "{target}", .extra = Extra::hand,
     .created = [](Game& g, Joker& j) { j.extra = first_to_do_hand(g); },
     .before = [](Ctx& c) { if (static_cast<int>(c.hand->type) == c.self->extra) earn_n(c); },
     .round_end = [](Ctx& c) { if (!c.copied) c.self->extra = pick_to_do_hand(c.g, c.self->extra); }},

    {.id = JokerId::cloud_9, .key = "j_cloud_9", .name = "Cloud 9", .rarity = Rarity::uncommon, .cost = 7,
     .copyable = false, .n = 1,
     .text = "Earn ${n} for each 9 in the full deck at the end of the round",
     .shows = "${value}",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * count_rank(g, 9); },
     .payout = counter_dollars},

    // Raised before the payout of the same round.
    {.id = JokerId::rocket, .key = "j_rocket", .name = "Rocket", .rarity = Rarity::uncommon, .cost = 6,
     .copyable = false, .perishable_ok = false, .n = 2, .start = 1,
     .text = "Earn ${value} at the end of the round; ${n} more after each Boss Blind",
     .round_end = [](Ctx& c) { if (against_boss(c.g)) c.grow(c.n()); },
     .payout = counter_dollars},

    {.id = JokerId::gift, .key = "j_gift", .name = "Gift Card", .rarity = Rarity::uncommon, .cost = 6,
     .copyable = false, .n = 1,
     .text = "Every joker and consumable gains ${n} of sell value at the end of the round",
     .round_end = [](Ctx& c) {
       const auto gain = static_cast<std::int32_t>(c.n());
       for (Joker& j : c.g.jokers) j.sell_bonus += gain;
       for (Consumable& one : c.g.consumables) one.sell_bonus += gain;
     }},

    {.id = JokerId::reserved_parking, .key = "j_reserved_parking", .name = "Reserved Parking",
     .rarity = Rarity::common, .cost = 6, .n = 1, .n2 = 2,
     .text = "1 in {n2} chance of ${n} for each face card held in hand",
     .held = chance_of_money_for_face<Stream::parking>},

    {.id = JokerId::mail, .key = "j_mail", .name = "Mail-In Rebate", .rarity = Rarity::common, .cost = 4,
     .n = 5,
     .text = "Earn ${n} for each discarded card of one rank; the rank changes every round",
     .shows = "{target}", .aim = Aim::mail,
     .discarded = [](Ctx& c, Card& card) {
       if (!card.debuffed() && rank_of(card) == c.g.mail_rank) earn_n(c);
     }},

    // Interest is part of the cash-out.
    {.id = JokerId::to_the_moon, .key = "j_to_the_moon", .name = "To the Moon",
     .rarity = Rarity::uncommon, .cost = 5, .copyable = false, .n = 1,
     .text = "${n} more interest for every $5 at the end of the round"},

    {.id = JokerId::golden, .key = "j_golden", .name = "Golden Joker", .rarity = Rarity::common, .cost = 6,
     .copyable = false, .n = 4,
     .text = "Earn ${n} at the end of the round",
     .payout = pay_n},

    // The Hook's victims are no used discard and no first one. Debuffed cards are taken too.
    {.id = JokerId::trading, .key = "j_trading", .name = "Trading Card", .rarity = Rarity::uncommon,
     .cost = 6, .copyable = false, .n = 3,
     .text = "If the first discard of the round is a single card, it is destroyed and you earn ${n}",
     .discarded = [](Ctx& c, Card&) {
       if (c.by_hook || c.g.discards_used > 0 || c.discarding.size() != 1) return;
       c.destroy_discarded();
       earn_n(c);
     }},

    {.id = JokerId::ticket, .key = "j_ticket", .name = "Golden Ticket", .rarity = Rarity::common, .cost = 5,
     .n = 4, .gate = Enhancement::gold,
     .text = "Earn ${n} for each Gold Card that scores",
     .scored = [](Ctx& c, Card& card) { if (card.enhancement == Enhancement::gold) earn_n(c); }},

    {.id = JokerId::rough_gem, .key = "j_rough_gem", .name = "Rough Gem", .rarity = Rarity::uncommon,
     .cost = 7, .n = 1,
     .text = "Earn ${n} for each Diamond that scores",
     .scored = [](Ctx& c, Card& card) { if (counts_as(c.g, card, Suit::diamonds)) earn_n(c); }},

    // On a refused hand this is the only effect the engine asks for.
    {.id = JokerId::matador, .key = "j_matador", .name = "Matador", .rarity = Rarity::uncommon, .cost = 7,
     .n = 8,
     .text = "Earn ${n} if the played hand triggers the boss",
     .main = [](Ctx& c) { if (c.hand->boss_triggered || c.hand->refused) earn_n(c); }},

    {.id = JokerId::satellite, .key = "j_satellite", .name = "Satellite", .rarity = Rarity::uncommon,
     .cost = 6, .copyable = false, .n = 1,
     .text = "Earn ${n} for each different Planet card used in the run at the end of the round",
     .shows = "${value}",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * std::popcount(g.planets_used); },
     .payout = counter_dollars},
};
// clang-format on

}  // namespace jimbot
