// The 22 Tarot cards, and the lookup of all consumables.
#include <algorithm>

#include "consumables.h"
#include "table.h"
#include "verbs.h"

namespace jimbot {
namespace {

using enum ConsumableId;

template <Enhancement E>
void enhance(Ctx& c) {
  for (const int card : c.targets) set_enhancement(c.g, c.g.cards[card], E);
}

template <Suit S>
void change_suit(Ctx& c) {
  for (const int card : c.targets) set_suit(c.g, c.g.cards[card], S);
}

Reason nothing_to_copy(const Game& g, bool from_slot) {
  if (g.last_consumable == kNone || g.last_consumable == static_cast<std::uint8_t>(fool)) return Reason::nothing_to_copy;
  return needs_consumable_room(g, from_slot);
}

// One Planet or Tarot per free slot.
void high_priestess_use(Ctx& c) {
  for (int i = 0; i < row(high_priestess).n && c.room_for_consumable(); ++i) c.create_planet(Stream::planet_priestess);
}
void emperor_use(Ctx& c) {
  for (int i = 0; i < row(emperor).n && c.room_for_consumable(); ++i) c.create_tarot(Stream::tarot_emperor);
}

void hermit_use(Ctx& c) {
  const auto most = static_cast<std::int64_t>(row(hermit).n);
  c.earn(std::clamp<std::int64_t>(c.g.money, 0, most));
}

double temperance_pays(const Game& g) {
  std::int64_t sum = 0;
  for (const Joker& joker : g.jokers) sum += sell_value(g, joker);
  return std::min(static_cast<double>(sum), row(temperance).n);
}

// Chance, joker and edition are three draws of one stream; a miss draws once.
void wheel_of_fortune_use(Ctx& c) {
  if (!c.chance(Stream::wheel_of_fortune, row(wheel_of_fortune).n)) return;
  const int at = pick_joker(c.g, Stream::wheel_of_fortune, is_plain);
  if (at < 0) return;
  c.g.jokers[at].edition = guaranteed_edition(real(c.g, Stream::wheel_of_fortune));
  refresh(c.g);
}

// An Ace becomes a 2.
void strength_use(Ctx& c) {
  for (const int i : c.targets) {
    Card& card = c.g.cards[i];
    set_rank(c.g, card, card.rank == kAce ? 2 : card.rank + 1);
  }
}

// The left card takes over all of the right one except its creation number and its marks.
void death_use(Ctx& c) {
  Card& left = c.g.cards[c.targets[0]];
  const Card& right = c.g.cards[c.targets[1]];
  left.rank = right.rank;
  left.suit = right.suit;
  left.enhancement = right.enhancement;
  left.edition = right.edition;
  left.seal = right.seal;
  left.bonus = right.bonus;
  check_debuff(c.g, left);
}

constexpr ConsumableRow kTarotRows[] = {
    {.id = fool, .key = "c_fool", .name = "The Fool", .cost = 3,
     .text = "Creates the last Tarot or Planet used in this run, The Fool excepted",
     .shows = "{last}",
     .refuse = nothing_to_copy,
     .use = [](Ctx& c) { c.create_consumable(static_cast<ConsumableId>(c.g.last_consumable)); }},
    {.id = magician, .key = "c_magician", .name = "The Magician", .cost = 3,
     .target_min = 1, .target_max = 2, .target = Target::hand_cards, .n = 2,
     .text = "Makes up to {n} chosen cards Lucky Cards", .use = enhance<Enhancement::lucky>},
    {.id = high_priestess, .key = "c_high_priestess", .name = "The High Priestess", .cost = 3, .n = 2,
     .text = "Creates up to {n} random Planets (needs room)",
     .refuse = needs_consumable_room, .use = high_priestess_use},
    {.id = empress, .key = "c_empress", .name = "The Empress", .cost = 3,
     .target_min = 1, .target_max = 2, .target = Target::hand_cards, .n = 2,
     .text = "Makes up to {n} chosen cards Mult Cards", .use = enhance<Enhancement::mult>},
    {.id = emperor, .key = "c_emperor", .name = "The Emperor", .cost = 3, .n = 2,
     .text = "Creates up to {n} random Tarots (needs room)",
     .refuse = needs_consumable_room, .use = emperor_use},
    {.id = heirophant, .key = "c_heirophant", .name = "The Hierophant", .cost = 3,
     .target_min = 1, .target_max = 2, .target = Target::hand_cards, .n = 2,
     .text = "Makes up to {n} chosen cards Bonus Cards", .use = enhance<Enhancement::bonus>},
    {.id = lovers, .key = "c_lovers", .name = "The Lovers", .cost = 3,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Makes {n} chosen card a Wild Card", .use = enhance<Enhancement::wild>},
    {.id = chariot, .key = "c_chariot", .name = "The Chariot", .cost = 3,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Makes {n} chosen card a Steel Card", .use = enhance<Enhancement::steel>},
    {.id = justice, .key = "c_justice", .name = "Justice", .cost = 3,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Makes {n} chosen card a Glass Card", .use = enhance<Enhancement::glass>},
    {.id = hermit, .key = "c_hermit", .name = "The Hermit", .cost = 3, .n = 20,
     .text = "Doubles your money, by ${n} at most", .use = hermit_use},
    {.id = wheel_of_fortune, .key = "c_wheel_of_fortune", .name = "The Wheel of Fortune", .cost = 3, .n = 4,
     .text = "1 in {n} chance that a random joker without edition turns Foil, Holographic or Polychrome",
     .refuse = needs_plain_joker, .use = wheel_of_fortune_use},
    {.id = strength, .key = "c_strength", .name = "Strength", .cost = 3,
     .target_min = 1, .target_max = 2, .target = Target::hand_cards, .n = 2,
     .text = "Raises up to {n} chosen cards by one rank (an Ace becomes a 2)", .use = strength_use},
    {.id = hanged_man, .key = "c_hanged_man", .name = "The Hanged Man", .cost = 3,
     .target_min = 1, .target_max = 2, .target = Target::hand_cards, .n = 2,
     .text = "Destroys up to {n} chosen cards",
     .use = [](Ctx& c) { destroy_cards(c.g, c.targets, c.log); }},
    {.id = death, .key = "c_death", .name = "Death", .cost = 3,
     .target_min = 2, .target_max = 2, .target = Target::hand_cards, .n = 2,
     .text = "Of {n} chosen cards, the left one becomes a copy of the right one", .use = death_use},
    {.id = temperance, .key = "c_temperance", .name = "Temperance", .cost = 3, .n = 50,
     .text = "Pays the sell value of all your jokers, ${n} at most",
     .shows = "${value}", .shown = temperance_pays,
     .use = [](Ctx& c) { c.earn(static_cast<std::int64_t>(temperance_pays(c.g))); }},
    {.id = devil, .key = "c_devil", .name = "The Devil", .cost = 3,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Makes {n} chosen card a Gold Card", .use = enhance<Enhancement::gold>},
    {.id = tower, .key = "c_tower", .name = "The Tower", .cost = 3,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Makes {n} chosen card a Stone Card", .use = enhance<Enhancement::stone>},
    {.id = star, .key = "c_star", .name = "The Star", .cost = 3,
     .target_min = 1, .target_max = 3, .target = Target::hand_cards, .n = 3,
     .text = "Makes up to {n} chosen cards Diamonds", .use = change_suit<Suit::diamonds>},
    {.id = moon, .key = "c_moon", .name = "The Moon", .cost = 3,
     .target_min = 1, .target_max = 3, .target = Target::hand_cards, .n = 3,
     .text = "Makes up to {n} chosen cards Clubs", .use = change_suit<Suit::clubs>},
    {.id = sun, .key = "c_sun", .name = "The Sun", .cost = 3,
     .target_min = 1, .target_max = 3, .target = Target::hand_cards, .n = 3,
     .text = "Makes up to {n} chosen cards Hearts", .use = change_suit<Suit::hearts>},
    {.id = judgement, .key = "c_judgement", .name = "Judgement", .cost = 3,
     .text = "Creates a random joker (needs room)", .refuse = needs_joker_room,
     .use = [](Ctx& c) { c.create_jokers(JokerSource::judgement, 1); }},
    {.id = world, .key = "c_world", .name = "The World", .cost = 3,
     .target_min = 1, .target_max = 3, .target = Target::hand_cards, .n = 3,
     .text = "Makes up to {n} chosen cards Spades", .use = change_suit<Suit::spades>},
};
static_assert(ids_in_order(kTarotRows, kTarots));

}  // namespace

std::span<const ConsumableRow> tarot_rows() { return kTarotRows; }

const ConsumableRow& row(ConsumableId id) {
  const auto i = static_cast<std::size_t>(id);
  if (i < kTarots) return kTarotRows[i];
  return i < kTarots + kPlanets ? planet_rows()[i - kTarots] : spectral_rows()[i - kTarots - kPlanets];
}

}  // namespace jimbot
