// The 32 vouchers: each base one is followed by its upgrade.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

using enum VoucherId;

constexpr std::uint8_t after(VoucherId id) { return static_cast<std::uint8_t>(id); }

// Blank's and Telescope's n stand in the data without effect.
constexpr VoucherRow kRows[] = {
    {.id = overstock_norm, .key = "v_overstock_norm", .name = "Overstock", .n = 1,
     .text = "+{n} card slot in the shop"},
    {.id = overstock_plus, .key = "v_overstock_plus", .name = "Overstock Plus",
     .requires_voucher = after(overstock_norm), .n = 1,
     .text = "+{n} more card slot in the shop"},
    {.id = clearance_sale, .key = "v_clearance_sale", .name = "Clearance Sale", .n = 25,
     .text = "Everything in the shop is {n}% cheaper"},
    {.id = liquidation, .key = "v_liquidation", .name = "Liquidation",
     .requires_voucher = after(clearance_sale), .n = 50,
     .text = "Everything in the shop is {n}% cheaper"},
    {.id = hone, .key = "v_hone", .name = "Hone", .n = 2,
     .text = "Foil, Holographic and Polychrome are {n} times as frequent"},
    {.id = glow_up, .key = "v_glow_up", .name = "Glow Up",
     .requires_voucher = after(hone), .n = 4,
     .text = "Foil, Holographic and Polychrome are {n} times as frequent"},
    {.id = reroll_surplus, .key = "v_reroll_surplus", .name = "Reroll Surplus", .n = 2,
     .text = "Rerolls cost ${n} less"},
    {.id = reroll_glut, .key = "v_reroll_glut", .name = "Reroll Glut",
     .requires_voucher = after(reroll_surplus), .n = 2,
     .text = "Rerolls cost another ${n} less"},
    {.id = crystal_ball, .key = "v_crystal_ball", .name = "Crystal Ball", .n = 1,
     .text = "+{n} consumable slot"},
    {.id = omen_globe, .key = "v_omen_globe", .name = "Omen Globe",
     .requires_voucher = after(crystal_ball), .n = 0.2,
     .text = "Each card of an Arcana Pack is a Spectral with chance {n}"},
    {.id = telescope, .key = "v_telescope", .name = "Telescope", .n = 3,
     .text = "Celestial Packs begin with the Planet of your most played hand"},
    {.id = observatory, .key = "v_observatory", .name = "Observatory",
     .requires_voucher = after(telescope), .n = 1.5,
     .text = "Each Planet you hold gives X{n} Mult when its hand is played"},
    {.id = grabber, .key = "v_grabber", .name = "Grabber", .n = 1,
     .text = "+{n} hand per round"},
    {.id = nacho_tong, .key = "v_nacho_tong", .name = "Nacho Tong",
     .requires_voucher = after(grabber), .n = 1,
     .text = "+{n} more hand per round"},
    {.id = wasteful, .key = "v_wasteful", .name = "Wasteful", .n = 1,
     .text = "+{n} discard per round"},
    {.id = recyclomancy, .key = "v_recyclomancy", .name = "Recyclomancy",
     .requires_voucher = after(wasteful), .n = 1,
     .text = "+{n} more discard per round"},
    {.id = tarot_merchant, .key = "v_tarot_merchant", .name = "Tarot Merchant", .n = 9.6,
     .text = "More Tarots in the shop: weight {n} instead of 4"},
    {.id = tarot_tycoon, .key = "v_tarot_tycoon", .name = "Tarot Tycoon",
     .requires_voucher = after(tarot_merchant), .n = 32,
     .text = "Many more Tarots in the shop: weight {n}"},
    {.id = planet_merchant, .key = "v_planet_merchant", .name = "Planet Merchant", .n = 9.6,
     .text = "More Planets in the shop: weight {n} instead of 4"},
    {.id = planet_tycoon, .key = "v_planet_tycoon", .name = "Planet Tycoon",
     .requires_voucher = after(planet_merchant), .n = 32,
     .text = "Many more Planets in the shop: weight {n}"},
    {.id = seed_money, .key = "v_seed_money", .name = "Seed Money", .n = 50,
     .text = "Up to ${n} earn interest"},
    {.id = money_tree, .key = "v_money_tree", .name = "Money Tree",
     .requires_voucher = after(seed_money), .n = 100,
     .text = "Up to ${n} earn interest"},
    {.id = blank, .key = "v_blank", .name = "Blank", .n = 5,
     .text = "Does nothing"},
    {.id = antimatter, .key = "v_antimatter", .name = "Antimatter",
     .requires_voucher = after(blank), .n = 1,
     .text = "+{n} joker slot"},
    {.id = magic_trick, .key = "v_magic_trick", .name = "Magic Trick", .n = 4,
     .text = "The shop also sells playing cards (weight {n})"},
    {.id = illusion, .key = "v_illusion", .name = "Illusion",
     .requires_voucher = after(magic_trick), .n = 4,
     .text = "Playing cards in the shop may be enhanced (40%) or have an edition (20%)"},
    {.id = hieroglyph, .key = "v_hieroglyph", .name = "Hieroglyph", .n = 1,
     .text = "-{n} ante, -{n} hand per round"},
    {.id = petroglyph, .key = "v_petroglyph", .name = "Petroglyph",
     .requires_voucher = after(hieroglyph), .n = 1,
     .text = "-{n} ante, -{n} discard per round"},
    {.id = directors_cut, .key = "v_directors_cut", .name = "Director's Cut", .n = 10,
     .text = "Once per ante the boss may be rerolled for ${n}"},
    {.id = retcon, .key = "v_retcon", .name = "Retcon",
     .requires_voucher = after(directors_cut), .n = 10,
     .text = "The boss may be rerolled as often as you like for ${n}"},
    {.id = paint_brush, .key = "v_paint_brush", .name = "Paint Brush", .n = 1,
     .text = "+{n} hand size"},
    {.id = palette, .key = "v_palette", .name = "Palette",
     .requires_voucher = after(paint_brush), .n = 1,
     .text = "+{n} more hand size"},
};
static_assert(ids_in_order(kRows, kVoucherIds));

}  // namespace

const VoucherRow& row(VoucherId id) { return kRows[static_cast<std::size_t>(id)]; }

}  // namespace jimbot
