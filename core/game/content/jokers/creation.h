// Jokers that make cards, jokers or tags.
#pragma once
#include <algorithm>

#include "open_points.h"
#include "content/jokers/shared.h"

namespace jimbot {

inline void add_stone_card(Ctx& c) {
  Card card = card_of_front(index_of(c.g, Stream::marble_front, kFronts));
  card.enhancement = Enhancement::stone;
  if (add_card_to_deck(c.g, card) >= 0) cards_added(c.g, 1);
}

inline void add_sealed_card(Ctx& c) {
  Card card = card_of_front(index_of(c.g, Stream::certificate_front, kFronts));
  card.seal = seal_of_roll(real(c.g, Stream::certificate_seal));
  if (c.g.variant == Variant::steamodded) real(c.g, Stream::standard_seal);  // spent, of no effect
  if (add_card_to_hand(c.g, card) >= 0) cards_added(c.g, 1);
}

// A copy of another joker, Negative dropped, if there is room once the sold Invisible Joker is gone.
inline void duplicate_joker(Ctx& c) {
  Game& g = c.g;
  const int limit = joker_limit(g) - (c.self->edition == Edition::negative);
  if (c.value() < c.n() || g.jokers.size() - 1 >= limit) return;
  const int at = pick_joker(g, Stream::invisible, [&](const Joker& j) {
    return &j != c.self && !j.dying() && (kInvisibleMayPickInvisible || j.id != JokerId::invisible);
  });
  if (at < 0) return;
  Joker copy = copy_of_joker(g, g.jokers[at]);
  if (copy.id == JokerId::invisible) copy.value = row(copy.id).start;
  gain_joker(g, copy);
}

// A random consumable; the pick goes by creation number.
inline ConsumableId pick_consumable(Game& g, Stream stream) {
  auto by_age = g.consumables;
  const auto older = [](const Consumable& a, const Consumable& b) { return a.number < b.number; };
  std::sort(by_age.begin(), by_age.end(), older);
  return by_age[index_of(g, stream, by_age.size())].id;
}

// clang-format off
inline constexpr JokerRow kCreationJokers[] = {
    {.id = JokerId::marble, .key = "j_marble", .name = "Marble Joker", .rarity = Rarity::uncommon,
     .cost = 6, .n = 1,
     .text = "Adds {n} Stone Card to the deck when a blind is selected",
     .blind_selected = add_stone_card},

    {.id = JokerId::riff_raff, .key = "j_riff_raff", .name = "Riff-Raff", .rarity = Rarity::common,
     .cost = 6, .n = 2,
     .text = "Creates {n} Common jokers when a blind is selected (needs room)",
     .blind_selected = [](Ctx& c) { c.create_jokers(JokerSource::riff_raff, static_cast<int>(c.n())); }},

    {.id = JokerId::cartomancer, .key = "j_cartomancer", .name = "Cartomancer",
     .rarity = Rarity::uncommon, .cost = 6, .n = 1,
     .text = "Creates {n} Tarot card when a blind is selected (needs room)",
     .blind_selected = [](Ctx& c) { c.create_tarot(Stream::tarot_cartomancer); }},

    {.id = JokerId::certificate, .key = "j_certificate", .name = "Certificate",
     .rarity = Rarity::uncommon, .cost = 6, .n = 1,
     .text = "Adds {n} random playing card with a random seal to the first hand of a round",
     .first_hand_drawn = add_sealed_card},

    {.id = JokerId::dna, .key = "j_dna", .name = "DNA", .rarity = Rarity::rare, .cost = 8,
     .text = "If the first hand of a round is a single card, a copy of it joins the deck and the hand",
     .before = [](Ctx& c) {
       if (!c.first_hand() || c.hand->played.size() != 1) return;
       if (add_card_to_hand(c.g, copy_of(c.g.cards[c.hand->played[0]])) >= 0) cards_added(c.g, 1);
     }},

    {.id = JokerId::eight_ball, .key = "j_8_ball", .name = "8 Ball", .rarity = Rarity::common, .cost = 5,
     .n = 4,
     .text = "1 in {n} chance of a Tarot card for each 8 that scores (needs room)",
     .scored = [](Ctx& c, Card& card) {
       if (!is_rank<8>(card) || !(c.room_for_consumable() || kEightBallRollsWithoutRoom)) return;
       if (c.chance(Stream::eight_ball, c.n())) c.create_tarot(Stream::tarot_eight_ball);
     }},

    {.id = JokerId::superposition, .key = "j_superposition", .name = "Superposition",
     .rarity = Rarity::common, .cost = 4,
     .text = "Creates a Tarot card if the hand contains a Straight and an Ace scores (needs room)",
     .main = [](Ctx& c) {
       const auto ace = [](const Card& card) {
         return is_rank<kAce>(card) && (kSuperpositionCountsDebuffed || !card.debuffed());
       };
       if (c.contains(HandType::straight) && any_scoring(c, ace)) c.create_tarot(Stream::tarot_superposition);
     }},

    {.id = JokerId::seance, .key = "j_seance", .name = "Séance", .rarity = Rarity::uncommon, .cost = 6,
     .text = "Creates a Spectral card if the hand contains a Straight Flush (needs room)",
     .main = [](Ctx& c) {
       if (c.contains(HandType::straight_flush)) c.create_spectral(Stream::spectral_seance);
     }},

    // Money earned earlier in the same hand counts (notes 7.3: open).
    {.id = JokerId::vagabond, .key = "j_vagabond", .name = "Vagabond", .rarity = Rarity::rare, .cost = 8,
     .n = 4,
     .text = "Creates a Tarot card if a hand is played with ${n} or less (needs room)",
     .main = [](Ctx& c) {
       if (static_cast<double>(c.g.money) <= c.n()) c.create_tarot(Stream::tarot_vagabond);
     }},

    // The 6 goes even when there is no room for the Spectral card.
    {.id = JokerId::sixth_sense, .key = "j_sixth_sense", .name = "Sixth Sense",
     .rarity = Rarity::uncommon, .cost = 6, .copyable = false,
     .text = "If a round's first hand is a single 6, destroys it and creates a Spectral card (needs room)",
     .destroys = [](Ctx& c, const Card& card) {
       if (!c.first_hand() || c.hand->played.size() != 1 || !is_rank<6>(card)) return false;
       if (card.debuffed() && !kSixthSenseTakesDebuffed) return false;
       c.create_spectral(Stream::spectral_sixth);
       return true;
     }},

    {.id = JokerId::hallucination, .key = "j_hallucination", .name = "Hallucination",
     .rarity = Rarity::common, .cost = 4, .n = 2,
     .text = "1 in {n} chance of a Tarot card when a booster pack is opened (needs room)",
     .pack_opened = [](Ctx& c) {
       if (!c.room_for_consumable() || !c.chance(Stream::hallucination, c.n())) return;
       c.create_tarot(Stream::tarot_hallucination);
     }},

    {.id = JokerId::diet_cola, .key = "j_diet_cola", .name = "Diet Cola", .rarity = Rarity::uncommon,
     .cost = 6, .eternal_ok = false,
     .text = "Sell it for a free Double Tag",
     .sold = [](Ctx& c) { c.gain_tag(TagId::double_); }},

    {.id = JokerId::invisible, .key = "j_invisible", .name = "Invisible Joker", .rarity = Rarity::rare,
     .cost = 8, .copyable = false, .eternal_ok = false, .n = 2,
     .text = "Sell it after {n} rounds to duplicate a random joker",
     .shows = "{value}/{n}",
     .round_end = [](Ctx& c) { c.grow(1); },
     .sold = duplicate_joker},

    {.id = JokerId::perkeo, .key = "j_perkeo", .name = "Perkeo", .rarity = Rarity::legendary, .cost = 20,
     .n = 1,
     .text = "Makes {n} Negative copy of a random consumable when you leave the shop",
     .shop_left = [](Ctx& c) {
       if (c.g.consumables.empty()) return;
       c.create_consumable(pick_consumable(c.g, Stream::perkeo), Edition::negative);
     }},
};
// clang-format on

}  // namespace jimbot
