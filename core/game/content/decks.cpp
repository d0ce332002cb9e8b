// The 15 decks. What a row cannot say (which cards a deck starts with, Anaglyph's tag, Plasma's balance)
// goes by the deck's id.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

using enum DeckId;

constexpr std::uint8_t card(ConsumableId id) { return static_cast<std::uint8_t>(id); }

constexpr DeckRow kDeckRows[] = {
    {.id = red, .key = "b_red", .name = "Red Deck", .discards = 1, .text = "+1 discard per round"},
    {.id = blue, .key = "b_blue", .name = "Blue Deck", .hands = 1, .text = "+1 hand per round"},
    {.id = yellow, .key = "b_yellow", .name = "Yellow Deck", .dollars = 10, .text = "Start with an extra $10"},
    {.id = green, .key = "b_green", .name = "Green Deck", .dollars_per_hand = 2, .dollars_per_discard = 1, .no_interest = true,
     .text = "$2 per hand and $1 per discard left at the end of a round; no interest"},
    {.id = black, .key = "b_black", .name = "Black Deck", .hands = -1, .joker_slots = 1,
     .text = "+1 joker slot, -1 hand per round"},
    {.id = magic, .key = "b_magic", .name = "Magic Deck", .vouchers = bit(VoucherId::crystal_ball),
     .consumables = {card(ConsumableId::fool), card(ConsumableId::fool)},
     .text = "Start with Crystal Ball and 2 copies of The Fool"},
    {.id = nebula, .key = "b_nebula", .name = "Nebula Deck", .consumable_slots = -1, .vouchers = bit(VoucherId::telescope),
     .text = "Start with Telescope; -1 consumable slot"},
    {.id = ghost, .key = "b_ghost", .name = "Ghost Deck", .consumables = {card(ConsumableId::hex), kNone}, .spectral_rate = 2,
     .text = "The shop may sell Spectrals (weight 2); start with Hex"},
    {.id = abandoned, .key = "b_abandoned", .name = "Abandoned Deck", .text = "No face cards: 40 cards"},
    {.id = checkered, .key = "b_checkered", .name = "Checkered Deck", .text = "26 Spades and 26 Hearts"},
    {.id = zodiac, .key = "b_zodiac", .name = "Zodiac Deck",
     .vouchers = bit(VoucherId::tarot_merchant) | bit(VoucherId::planet_merchant) | bit(VoucherId::overstock_norm),
     .text = "Start with Tarot Merchant, Planet Merchant and Overstock"},
    {.id = painted, .key = "b_painted", .name = "Painted Deck", .hand_size = 2, .joker_slots = -1,
     .text = "+2 hand size, -1 joker slot"},
    {.id = anaglyph, .key = "b_anaglyph", .name = "Anaglyph Deck",
     .boss_tag = static_cast<std::uint8_t>(TagId::double_), .text = "A Double Tag for each boss beaten"},
    {.id = plasma, .key = "b_plasma", .name = "Plasma Deck", .blind_factor = 2,
     .text = "Chips and mult are balanced before they are multiplied; blinds are X2"},
    {.id = erratic, .key = "b_erratic", .name = "Erratic Deck", .text = "52 cards of random rank and suit"},
};
static_assert(ids_in_order(kDeckRows, kDeckIds));

}  // namespace

const DeckRow& row(DeckId id) { return row_of(kDeckRows, id); }

}  // namespace jimbot
