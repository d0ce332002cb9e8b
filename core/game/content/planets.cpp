// The 12 Planet cards: each raises one poker hand by a level. n chips and n2 mult are the gain of a level.
#include "consumables.h"
#include "table.h"
#include "verbs.h"

namespace jimbot {
namespace {

using enum ConsumableId;

template <HandType H>
void raise(Ctx& c) {
  c.level_up(H, 1);
}

constexpr ConsumableRow kPlanetRows[] = {
    {.id = mercury, .key = "c_mercury", .name = "Mercury", .cost = 3, .n = 15, .n2 = 1,
     .text = "Pair gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::pair>},
    {.id = venus, .key = "c_venus", .name = "Venus", .cost = 3, .n = 20, .n2 = 2,
     .text = "Three of a Kind gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::three_of_a_kind>},
    {.id = earth, .key = "c_earth", .name = "Earth", .cost = 3, .n = 25, .n2 = 2,
     .text = "Full House gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::full_house>},
    {.id = mars, .key = "c_mars", .name = "Mars", .cost = 3, .n = 30, .n2 = 3,
     .text = "Four of a Kind gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::four_of_a_kind>},
    {.id = jupiter, .key = "c_jupiter", .name = "Jupiter", .cost = 3, .n = 15, .n2 = 2,
     .text = "Flush gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::flush>},
    {.id = saturn, .key = "c_saturn", .name = "Saturn", .cost = 3, .n = 30, .n2 = 3,
     .text = "Straight gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::straight>},
    {.id = uranus, .key = "c_uranus", .name = "Uranus", .cost = 3, .n = 20, .n2 = 1,
     .text = "Two Pair gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::two_pair>},
    {.id = neptune, .key = "c_neptune", .name = "Neptune", .cost = 3, .n = 40, .n2 = 4,
     .text = "Straight Flush gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::straight_flush>},
    {.id = pluto, .key = "c_pluto", .name = "Pluto", .cost = 3, .n = 10, .n2 = 1,
     .text = "High Card gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::high_card>},
    {.id = planet_x, .key = "c_planet_x", .name = "Planet X", .cost = 3, .n = 35, .n2 = 3,
     .text = "Five of a Kind gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::five_of_a_kind>},
    {.id = ceres, .key = "c_ceres", .name = "Ceres", .cost = 3, .n = 40, .n2 = 4,
     .text = "Flush House gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::flush_house>},
    {.id = eris, .key = "c_eris", .name = "Eris", .cost = 3, .n = 50, .n2 = 3,
     .text = "Flush Five gains a level: +{n} chips, +{n2} mult", .use = raise<HandType::flush_five>},
};
static_assert(ids_in_order(kPlanetRows, kPlanets, kTarots));

}  // namespace

std::span<const ConsumableRow> planet_rows() { return kPlanetRows; }

}  // namespace jimbot
