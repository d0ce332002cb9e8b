// Jokers whose bonus in the joker phase follows from the state of the run.
#pragma once
#include <algorithm>

#include "open_points.h"
#include "content/jokers/shared.h"

namespace jimbot {

inline int empty_joker_slots(const Game& g) {
  int stencils = 0;
  for (const Joker& j : g.jokers)
    stencils += j.id == JokerId::stencil && (kStencilCountsDebuffed || !j.debuffed());
  return joker_limit(g) - g.jokers.size() + stencils;
}

// Money below 0 counts as 0.
inline std::int64_t dollars(const Game& g) { return std::max<std::int64_t>(0, g.money); }

// clang-format off
inline constexpr JokerRow kFlatJokers[] = {
    {.id = JokerId::joker, .key = "j_joker", .name = "Joker", .rarity = Rarity::common, .cost = 2, .n = 4,
     .text = "+{n} Mult",
     .main = give_mult},

    {.id = JokerId::half, .key = "j_half", .name = "Half Joker", .rarity = Rarity::common, .cost = 5,
     .n = 20, .n2 = 3,
     .text = "+{n} Mult if the played hand has {n2} or fewer cards",
     .main = [](Ctx& c) { if (c.hand->played.size() <= c.n2()) c.add_mult(c.n()); }},

    {.id = JokerId::stencil, .key = "j_stencil", .name = "Joker Stencil", .rarity = Rarity::uncommon,
     .cost = 8, .n = 1,
     .text = "X{n} Mult for each empty joker slot; Joker Stencils count as empty",
     .shows = "X{value} Mult",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * empty_joker_slots(g); },
     .main = counter_times},

    {.id = JokerId::banner, .key = "j_banner", .name = "Banner", .rarity = Rarity::common, .cost = 5, .n = 30,
     .text = "+{n} Chips for each discard left",
     .main = [](Ctx& c) { if (c.g.discards_left > 0) c.add_chips(c.n() * c.g.discards_left); }},

    {.id = JokerId::mystic_summit, .key = "j_mystic_summit", .name = "Mystic Summit",
     .rarity = Rarity::common, .cost = 5, .n = 15, .n2 = 0,
     .text = "+{n} Mult when {n2} discards are left",
     .main = [](Ctx& c) { if (c.g.discards_left == c.n2()) c.add_mult(c.n()); }},

    // The hand that is being played is not yet in the run's count: X4 on the 6th, 12th... since creation.
    {.id = JokerId::loyalty_card, .key = "j_loyalty_card", .name = "Loyalty Card",
     .rarity = Rarity::uncommon, .cost = 5, .n = 4, .n2 = 5,
     .text = "X{n} Mult on one hand, then rests for {n2} hands; the first rest starts when it is made",
     .shows = "{rest} remaining", .extra = Extra::hands_before,
     .shown = [](const Game& g, const Joker& j) { return static_cast<double>(rest_of(g, j)); },
     .created = [](Game& g, Joker& j) { j.extra = g.hands_played_run; },
     .main = [](Ctx& c) { if (rest_of(c.g, *c.self) == 0) c.times_mult(c.n()); }},

    {.id = JokerId::misprint, .key = "j_misprint", .name = "Misprint", .rarity = Rarity::common, .cost = 4,
     .n = 23, .n2 = 0,
     .text = "+{n2} to +{n} Mult, random on every hand",
     .main = [](Ctx& c) {
       c.add_mult(c.roll(Stream::misprint, static_cast<int>(c.n2()), static_cast<int>(c.n())));
     }},

    {.id = JokerId::steel_joker, .key = "j_steel_joker", .name = "Steel Joker",
     .rarity = Rarity::uncommon, .cost = 7, .n = 0.2, .gate = Enhancement::steel,
     .text = "X1 Mult, and X{n} more for each Steel Card in the full deck",
     .shows = "X{value} Mult",
     .shown = [](const Game& g, const Joker& j) { return 1 + row(j.id).n * count_enhanced(g, Enhancement::steel); },
     .main = counter_times},

    {.id = JokerId::abstract, .key = "j_abstract", .name = "Abstract Joker", .rarity = Rarity::common,
     .cost = 4, .n = 3,
     .text = "+{n} Mult for each joker",
     .shows = "+{value} Mult",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * g.jokers.size(); },
     .main = counter_mult},

    {.id = JokerId::gros_michel, .key = "j_gros_michel", .name = "Gros Michel", .rarity = Rarity::common,
     .cost = 5, .eternal_ok = false, .n = 15, .n2 = 6,
     .text = "+{n} Mult; 1 in {n2} chance to be destroyed at the end of a round",
     .main = give_mult,
     .round_end = [](Ctx& c) {
       if (c.copied || !c.chance(Stream::gros_michel, c.n2())) return;
       c.g.gros_michel_extinct = 1;
       c.destroy_self();
     }},

    {.id = JokerId::cavendish, .key = "j_cavendish", .name = "Cavendish", .rarity = Rarity::common, .cost = 4,
     .eternal_ok = false, .n = 3, .n2 = 1000,
     .text = "X{n} Mult; 1 in {n2} chance to be destroyed at the end of a round",
     .main = give_times,
     .round_end = [](Ctx& c) { if (!c.copied && c.chance(Stream::cavendish, c.n2())) c.destroy_self(); }},

    {.id = JokerId::blue_joker, .key = "j_blue_joker", .name = "Blue Joker", .rarity = Rarity::common,
     .cost = 5, .n = 2,
     .text = "+{n} Chips for each card left in the draw pile",
     .shows = "+{value} Chips",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * deck_left(g); },
     .main = counter_chips},

    {.id = JokerId::erosion, .key = "j_erosion", .name = "Erosion", .rarity = Rarity::uncommon, .cost = 6,
     .n = 4,
     .text = "+{n} Mult for each card the full deck has fewer than at the start of the run",
     .shows = "+{value} Mult",
     .shown = [](const Game& g, const Joker& j) {
       return row(j.id).n * std::max(0, g.starting_deck_size - g.cards.size());
     },
     .main = counter_mult},

    {.id = JokerId::fortune_teller, .key = "j_fortune_teller", .name = "Fortune Teller",
     .rarity = Rarity::common,
     .cost = 6, .n = 1,
     .text = "+{n} Mult for each Tarot card used in the run",
     .shows = "+{value} Mult",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * g.tarots_used; },
     .main = counter_mult},

    {.id = JokerId::stone, .key = "j_stone", .name = "Stone Joker", .rarity = Rarity::uncommon, .cost = 6,
     .n = 25, .gate = Enhancement::stone,
     .text = "+{n} Chips for each Stone Card in the full deck",
     .shows = "+{value} Chips",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * count_enhanced(g, Enhancement::stone); },
     .main = counter_chips},

    // Only the rarity is read: a copier stays Rare.
    {.id = JokerId::baseball, .key = "j_baseball", .name = "Baseball Card", .rarity = Rarity::rare,
     .cost = 8, .n = 1.5,
     .text = "Each Uncommon joker gives X{n} Mult",
     .other_joker = [](Ctx& c, const Joker& other) {
       const bool counts = kBaseballCountsDebuffed || !other.debuffed();
       if (counts && row(other.id).rarity == Rarity::uncommon) c.times_mult(c.n());
     }},

    {.id = JokerId::bull, .key = "j_bull", .name = "Bull", .rarity = Rarity::uncommon, .cost = 6, .n = 2,
     .text = "+{n} Chips for each $1 you have",
     .shows = "+{value} Chips",
     .shown = [](const Game& g, const Joker& j) { return row(j.id).n * static_cast<double>(dollars(g)); },
     .main = counter_chips},

    {.id = JokerId::bootstraps, .key = "j_bootstraps", .name = "Bootstraps", .rarity = Rarity::uncommon,
     .cost = 7, .n = 2, .n2 = 5,
     .text = "+{n} Mult for each ${n2} you have",
     .shows = "+{value} Mult",
     .shown = [](const Game& g, const Joker& j) {
       return row(j.id).n * static_cast<double>(dollars(g) / static_cast<std::int64_t>(row(j.id).n2));
     },
     .main = counter_mult},

    {.id = JokerId::acrobat, .key = "j_acrobat", .name = "Acrobat", .rarity = Rarity::uncommon, .cost = 6,
     .n = 3,
     .text = "X{n} Mult on the last hand of a round",
     .main = [](Ctx& c) { if (c.last_hand()) c.times_mult(c.n()); }},

    {.id = JokerId::swashbuckler, .key = "j_swashbuckler", .name = "Swashbuckler",
     .rarity = Rarity::common, .cost = 4, .n = 1,
     .text = "+{n} Mult for each $1 of sell value of all other jokers",
     .shows = "+{value} Mult",
     .shown = [](const Game& g, const Joker& self) {
       std::int64_t sum = 0;
       for (const Joker& j : g.jokers) if (j.number != self.number) sum += sell_value(g, j);
       return row(self.id).n * static_cast<double>(sum);
     },
     .main = counter_mult},

    {.id = JokerId::throwback, .key = "j_throwback", .name = "Throwback", .rarity = Rarity::uncommon,
     .cost = 6, .n = 0.25,
     .text = "X1 Mult, and X{n} more for each blind skipped in the run",
     .shows = "X{value} Mult",
     .shown = [](const Game& g, const Joker& j) { return 1 + row(j.id).n * g.skips; },
     .main = counter_times},

    {.id = JokerId::stuntman, .key = "j_stuntman", .name = "Stuntman", .rarity = Rarity::rare, .cost = 7,
     .n = 250, .n2 = -2,
     .text = "+{n} Chips; {n2} hand size",
     .hand_size = -2,
     .main = give_chips},

    {.id = JokerId::drivers_license, .key = "j_drivers_license", .name = "Driver's License",
     .rarity = Rarity::rare, .cost = 7, .n = 3, .n2 = 16,
     .text = "X{n} Mult if the full deck holds at least {n2} Enhanced cards",
     .shows = "{value}",
     .shown = [](const Game& g, const Joker&) {
       const auto enhanced = [](const Card& card) { return card.enhancement != Enhancement::none; };
       return static_cast<double>(std::count_if(g.cards.begin(), g.cards.end(), enhanced));
     },
     .main = [](Ctx& c) { if (c.shown() >= c.n2()) c.times_mult(c.n()); }},
};
// clang-format on

}  // namespace jimbot
