// Jokers with a counter that grows or melts. Copies use the counter and never change it.
#pragma once
#include "open_points.h"
#include "content/jokers/shared.h"

namespace jimbot {

template <HandType T>
void grow_on_hand(Ctx& c) {
  if (c.contains(T)) c.grow(c.n());
}

// Scoring cards lose their enhancement and score as plain cards; hand and scoring set stay.
inline void strip_scoring_cards(Ctx& c) {
  if (c.copied) return;
  int stripped = 0;
  for (const int i : c.hand->scoring) {
    Card& card = c.g.cards[i];
    if (card.debuffed() || card.enhancement == Enhancement::none) continue;
    set_enhancement(c.g, card, Enhancement::none);
    ++stripped;
    if (kVampireGrowsCardByCard) c.grow(c.n());
  }
  if (!kVampireGrowsCardByCard && stripped > 0) c.grow(c.n() * stripped);
}

// Whether another hand type was played at least as often in the run, this play included.
inline bool other_hand_played_as_often(const Ctx& c) {
  for (int t = 0; t < kHandTypes; ++t) {
    const HandType type = static_cast<HandType>(t);
    if (type != c.hand->type && hand_played(c.g, type) >= hand_played(c.g, c.hand->type)) return true;
  }
  return false;
}

// clang-format off
inline constexpr JokerRow kScalingJokers[] = {
    {.id = JokerId::ceremonial, .key = "j_ceremonial", .name = "Ceremonial Dagger",
     .rarity = Rarity::uncommon, .cost = 6, .harms_right = true, .perishable_ok = false, .n = 2,
     .text = "When a blind is selected, destroys the joker to its right and gains {n} times its sell value "
             "as Mult",
     .shows = "+{value} Mult",
     .blind_selected = [](Ctx& c) {
       const int right = c.at + 1;
       if (c.copied || right >= c.g.jokers.size()) return;
       const Joker& victim = c.g.jokers[right];
       if (victim.eternal() || victim.dying()) return;
       c.grow(c.n() * static_cast<double>(sell_value(c.g, victim)));
       c.destroy_joker(right);
     },
     .main = counter_mult},

    // It grows even when it finds no victim.
    {.id = JokerId::madness, .key = "j_madness", .name = "Madness", .rarity = Rarity::uncommon, .cost = 7,
     .perishable_ok = false, .n = 0.5, .start = 1,
     .text = "Gains X{n} Mult and destroys a random joker at each Small and Big Blind",
     .shows = "X{value} Mult",
     .blind_selected = [](Ctx& c) {
       if (c.copied || against_boss(c.g)) return;
       c.grow(c.n());
       const auto other = [&](const Joker& j) { return &j != c.self && !j.eternal() && !j.dying(); };
       const int victim = pick_joker(c.g, Stream::madness, other);
       if (victim >= 0) c.destroy_joker(victim);
     },
     .main = counter_times},

    {.id = JokerId::ride_the_bus, .key = "j_ride_the_bus", .name = "Ride the Bus",
     .rarity = Rarity::common, .cost = 6, .perishable_ok = false, .n = 1,
     .text = "+{n} Mult for each hand in a row without a scoring face card",
     .shows = "+{value} Mult",
     .before = [](Ctx& c) {
       const bool face = any_scoring(c, [&](const Card& card) {
         return kRideTheBusSeesDebuffedFaces ? has_face(c.g, card) : is_face(c.g, card);
       });
       if (face) reset_counter(c); else c.grow(c.n());
     },
     .main = counter_mult},

    {.id = JokerId::runner, .key = "j_runner", .name = "Runner", .rarity = Rarity::common, .cost = 5,
     .perishable_ok = false, .n = 15,
     .text = "Gains +{n} Chips if the hand contains a Straight",
     .shows = "+{value} Chips",
     .before = grow_on_hand<HandType::straight>,
     .main = counter_chips},

    {.id = JokerId::trousers, .key = "j_trousers", .name = "Spare Trousers", .rarity = Rarity::uncommon,
     .cost = 6, .perishable_ok = false, .n = 2,
     .text = "Gains +{n} Mult if the hand contains a Two Pair",
     .shows = "+{value} Mult",
     .before = grow_on_hand<HandType::two_pair>,
     .main = counter_mult},

    {.id = JokerId::square, .key = "j_square", .name = "Square Joker", .rarity = Rarity::common, .cost = 4,
     .perishable_ok = false, .n = 4, .n2 = 4,
     .text = "Gains +{n} Chips if the hand has exactly {n2} cards",
     .shows = "+{value} Chips",
     .before = [](Ctx& c) { if (c.hand->played.size() == c.n2()) c.grow(c.n()); },
     .main = counter_chips},

    // The loss is per discard, not per card, and stops at 0.
    {.id = JokerId::green_joker, .key = "j_green_joker", .name = "Green Joker", .rarity = Rarity::common,
     .cost = 4, .perishable_ok = false, .n = 1, .n2 = 1,
     .text = "+{n} Mult per hand played, -{n2} Mult per discard",
     .shows = "+{value} Mult",
     .discarded = [](Ctx& c, Card&) {
       if (c.last_card && (!c.by_hook || kGreenJokerLosesToTheHook) && c.value() >= c.n2()) c.grow(-c.n2());
     },
     .before = grow_by_n,
     .main = counter_mult},

    {.id = JokerId::vampire, .key = "j_vampire", .name = "Vampire", .rarity = Rarity::uncommon, .cost = 7,
     .perishable_ok = false, .n = 0.1, .start = 1,
     .text = "Gains X{n} Mult for each scoring Enhanced card and removes the enhancement",
     .shows = "X{value} Mult",
     .before = strip_scoring_cards,
     .main = counter_times},

    {.id = JokerId::obelisk, .key = "j_obelisk", .name = "Obelisk", .rarity = Rarity::rare, .cost = 8,
     .perishable_ok = false, .n = 0.2, .start = 1,
     .text = "X{n} Mult for each hand in a row that is not your most played hand",
     .shows = "X{value} Mult",
     .before = [](Ctx& c) { if (other_hand_played_as_often(c)) c.grow(c.n()); else reset_counter(c); },
     .main = counter_times},

    // The card's chips are already counted, so the gain shows from its next trigger.
    {.id = JokerId::hiker, .key = "j_hiker", .name = "Hiker", .rarity = Rarity::uncommon, .cost = 5, .n = 5,
     .text = "Every card that scores gains +{n} Chips for good",
     .scored = [](Ctx& c, Card& card) { card.bonus += static_cast<std::int32_t>(c.n()); }},

    {.id = JokerId::wee, .key = "j_wee", .name = "Wee Joker", .rarity = Rarity::rare, .cost = 8,
     .perishable_ok = false, .n = 8,
     .text = "Gains +{n} Chips for each 2 that scores",
     .shows = "+{value} Chips",
     .scored = [](Ctx& c, Card& card) { if (is_rank<2>(card)) c.grow(c.n()); },
     .main = counter_chips},

    {.id = JokerId::lucky_cat, .key = "j_lucky_cat", .name = "Lucky Cat", .rarity = Rarity::uncommon,
     .cost = 6, .perishable_ok = false, .n = 0.25, .start = 1, .gate = Enhancement::lucky,
     .text = "Gains X{n} Mult each time a Lucky Card pays",
     .shows = "X{value} Mult",
     .scored = [](Ctx& c, Card&) { if (c.lucky_paid()) c.grow(c.n()); },
     .main = counter_times},

    {.id = JokerId::ice_cream, .key = "j_ice_cream", .name = "Ice Cream", .rarity = Rarity::common, .cost = 5,
     .eternal_ok = false, .n = 5, .start = 100,
     .text = "+{value} Chips, {n} fewer after every hand played",
     .main = counter_chips,
     .after = wear_out},

    {.id = JokerId::popcorn, .key = "j_popcorn", .name = "Popcorn", .rarity = Rarity::common, .cost = 5,
     .eternal_ok = false, .n = 4, .start = 20,
     .text = "+{value} Mult, {n} less after every round",
     .main = counter_mult,
     .round_end = wear_out},

    {.id = JokerId::ramen, .key = "j_ramen", .name = "Ramen", .rarity = Rarity::uncommon, .cost = 6,
     .eternal_ok = false, .n = 0.01, .start = 2,
     .text = "X{value} Mult, X{n} less for each discarded card",
     .discarded = [](Ctx& c, Card&) { wear_down(c, 1); },
     .main = counter_times},

    {.id = JokerId::castle, .key = "j_castle", .name = "Castle", .rarity = Rarity::uncommon, .cost = 6,
     .perishable_ok = false, .n = 3,
     .text = "Gains +{n} Chips per discarded card of one suit; the suit changes every round",
     .shows = "+{value} Chips, {target}", .aim = Aim::castle,
     .discarded = [](Ctx& c, Card& card) {
       if (!card.debuffed() && counts_as(c.g, card, c.g.castle_suit)) c.grow(c.n());
     },
     .main = counter_chips},

    {.id = JokerId::hit_the_road, .key = "j_hit_the_road", .name = "Hit the Road", .rarity = Rarity::rare,
     .cost = 8, .n = 0.5, .start = 1,
     .text = "Gains X{n} Mult for each Jack discarded in this round",
     .shows = "X{value} Mult",
     .discarded = [](Ctx& c, Card& card) { if (!card.debuffed() && is_rank<kJack>(card)) c.grow(c.n()); },
     .main = counter_times,
     .round_end = reset_counter},

    {.id = JokerId::yorick, .key = "j_yorick", .name = "Yorick", .rarity = Rarity::legendary, .cost = 20,
     .n = 1, .n2 = 23, .start = 1,
     .text = "Gains X{n} Mult for every {n2} cards discarded",
     .shows = "X{value} Mult, {rest} remaining", .extra = Extra::cards_left,
     .created = [](Game&, Joker& j) { j.extra = static_cast<std::int32_t>(row(j.id).n2); },
     .discarded = [](Ctx& c, Card&) {
       if (c.copied || --c.self->extra > 0) return;
       c.self->extra = static_cast<std::int32_t>(c.n2());
       c.grow(c.n());
     },
     .main = counter_times},

    {.id = JokerId::glass, .key = "j_glass", .name = "Glass Joker", .rarity = Rarity::uncommon, .cost = 6,
     .perishable_ok = false, .n = 0.75, .start = 1, .gate = Enhancement::glass,
     .text = "Gains X{n} Mult for each Glass Card destroyed",
     .shows = "X{value} Mult",
     .main = counter_times,
     .card_destroyed = [](Ctx& c, const Card& card) {
       if (card.enhancement == Enhancement::glass) c.grow(c.n());
     }},

    {.id = JokerId::caino, .key = "j_caino", .name = "Canio", .rarity = Rarity::legendary, .cost = 20,
     .n = 1, .start = 1,
     .text = "Gains X{n} Mult for each face card destroyed",
     .shows = "X{value} Mult",
     .main = counter_times,
     .card_destroyed = [](Ctx& c, const Card& card) { if (is_face(c.g, card)) c.grow(c.n()); }},

    {.id = JokerId::hologram, .key = "j_hologram", .name = "Hologram", .rarity = Rarity::uncommon, .cost = 7,
     .perishable_ok = false, .n = 0.25, .start = 1,
     .text = "Gains X{n} Mult for each playing card added to the deck",
     .shows = "X{value} Mult",
     .main = counter_times,
     .cards_added = [](Ctx& c, int count) { c.grow(c.n() * count); }},

    {.id = JokerId::flash, .key = "j_flash", .name = "Flash Card", .rarity = Rarity::uncommon, .cost = 5,
     .perishable_ok = false, .n = 2,
     .text = "Gains +{n} Mult for each reroll in the shop",
     .shows = "+{value} Mult",
     .main = counter_mult,
     .rerolled = grow_by_n},

    {.id = JokerId::red_card, .key = "j_red_card", .name = "Red Card", .rarity = Rarity::common, .cost = 5,
     .perishable_ok = false, .n = 3,
     .text = "Gains +{n} Mult for each booster pack skipped",
     .shows = "+{value} Mult",
     .main = counter_mult,
     .pack_skipped = grow_by_n},

    {.id = JokerId::constellation, .key = "j_constellation", .name = "Constellation",
     .rarity = Rarity::uncommon, .cost = 6, .perishable_ok = false, .n = 0.1, .start = 1,
     .text = "Gains X{n} Mult for each Planet card used",
     .shows = "X{value} Mult",
     .main = counter_times,
     .consumable_used = [](Ctx& c, ConsumableId id) {
       if (kind_of(id) == ConsumableKind::planet) c.grow(c.n());
     }},

    {.id = JokerId::campfire, .key = "j_campfire", .name = "Campfire", .rarity = Rarity::rare, .cost = 9,
     .n = 0.25, .start = 1,
     .text = "Gains X{n} Mult for each card sold, until a Boss Blind is beaten",
     .shows = "X{value} Mult",
     .main = counter_times,
     .round_end = [](Ctx& c) { if (against_boss(c.g)) reset_counter(c); },
     .other_sold = grow_by_n},
};
// clang-format on

}  // namespace jimbot
