// What a card can carry: enhancements, editions, seals, stickers.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

constexpr EnhancementRow kEnhancements[] = {
    {Enhancement::none, "", "", 0, 0, ""},
    {Enhancement::bonus, "m_bonus", "Bonus Card", 30, 0, "+{n} chips"},
    {Enhancement::mult, "m_mult", "Mult Card", 4, 0, "+{n} Mult"},
    {Enhancement::wild, "m_wild", "Wild Card", 0, 0, "Counts as every suit"},
    {Enhancement::glass, "m_glass", "Glass Card", 2, 4, "X{n} Mult; 1 in {n2} chance to break after the hand"},
    {Enhancement::steel, "m_steel", "Steel Card", 1.5, 0, "X{n} Mult while held in hand"},
    {Enhancement::stone, "m_stone", "Stone Card", 50, 0, "+{n} chips; no rank, no suit, always scores"},
    {Enhancement::gold, "m_gold", "Gold Card", 3, 0, "${n} if held in hand at the end of the round"},
    {Enhancement::lucky, "m_lucky", "Lucky Card", 20, 20, "1 in 5 chance of +{n} Mult, 1 in 15 chance of ${n2}"},
};
constexpr EditionRow kEditions[] = {
    {Edition::none, "e_base", "Base", 0, 0, "No edition"},
    {Edition::foil, "e_foil", "Foil", 2, 50, "+{n} chips"},
    {Edition::holo, "e_holo", "Holographic", 3, 10, "+{n} Mult"},
    {Edition::polychrome, "e_polychrome", "Polychrome", 5, 1.5, "X{n} Mult"},
    {Edition::negative, "e_negative", "Negative", 5, 1, "+{n} slot for jokers, or for consumables if on one"},
};
constexpr SealRow kSeals[] = {
    {Seal::none, "", "", ""},
    {Seal::gold, "Gold", "Gold Seal", "$3 each time the card scores"},
    {Seal::red, "Red", "Red Seal", "The card triggers 1 more time"},
    {Seal::blue, "Blue", "Blue Seal", "Held at the end of the round: creates the Planet of the last hand played (needs room)"},
    {Seal::purple, "Purple", "Purple Seal", "Creates a random Tarot when discarded (needs room)"},
};
constexpr StickerRow kStickers[] = {
    {"eternal", "Eternal", Stake::black, 0, "Cannot be sold or destroyed"},
    {"perishable", "Perishable", Stake::orange, 5, "Debuffed for good after {n} rounds"},
    {"rental", "Rental", Stake::gold, 3, "Bought for $1, costs ${n} each round"},
};
static_assert(ids_in_order(kEnhancements, kCountOf<Enhancement>));
static_assert(ids_in_order(kEditions, kCountOf<Edition>));
static_assert(ids_in_order(kSeals, kCountOf<Seal>));

}  // namespace

const EnhancementRow& row(Enhancement id) { return row_of(kEnhancements, id); }
const EditionRow& row(Edition id) { return row_of(kEditions, id); }
const SealRow& row(Seal id) { return row_of(kSeals, id); }
std::span<const StickerRow> sticker_rows() { return kStickers; }

}  // namespace jimbot
