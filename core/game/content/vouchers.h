// The 32 vouchers: each base one is followed by its upgrade. The sums over the owned ones.
#pragma once
#include <algorithm>
#include <iterator>
#include <utility>

#include "content.h"

namespace jimbot {

inline constexpr int kVoucherPrice = 10;

constexpr std::uint8_t after(VoucherId id) { return static_cast<std::uint8_t>(id); }

// Blank's and Telescope's n are in the data without effect.
inline constexpr VoucherRow kVoucherRows[] = {
    {.id = VoucherId::overstock_norm, .key = "v_overstock_norm", .name = "Overstock", .n = 1,
     .text = "+{n} card slot in the shop", .shop_slots = 1},
    {.id = VoucherId::overstock_plus, .key = "v_overstock_plus", .name = "Overstock Plus",
     .requires_voucher = after(VoucherId::overstock_norm), .n = 1,
     .text = "+{n} more card slot in the shop", .shop_slots = 1},
    {.id = VoucherId::clearance_sale, .key = "v_clearance_sale", .name = "Clearance Sale", .n = 25,
     .text = "Everything in the shop is {n}% cheaper", .discount = 25},
    {.id = VoucherId::liquidation, .key = "v_liquidation", .name = "Liquidation",
     .requires_voucher = after(VoucherId::clearance_sale), .n = 50,
     .text = "Everything in the shop is {n}% cheaper", .discount = 50},
    {.id = VoucherId::hone, .key = "v_hone", .name = "Hone", .n = 2,
     .text = "Foil, Holographic and Polychrome are {n} times as frequent", .edition_rate = 2},
    {.id = VoucherId::glow_up, .key = "v_glow_up", .name = "Glow Up",
     .requires_voucher = after(VoucherId::hone), .n = 4,
     .text = "Foil, Holographic and Polychrome are {n} times as frequent", .edition_rate = 4},
    {.id = VoucherId::reroll_surplus, .key = "v_reroll_surplus", .name = "Reroll Surplus", .n = 2,
     .text = "Rerolls cost ${n} less", .reroll_discount = 2},
    {.id = VoucherId::reroll_glut, .key = "v_reroll_glut", .name = "Reroll Glut",
     .requires_voucher = after(VoucherId::reroll_surplus), .n = 2,
     .text = "Rerolls cost another ${n} less", .reroll_discount = 2},
    {.id = VoucherId::crystal_ball, .key = "v_crystal_ball", .name = "Crystal Ball", .n = 1,
     .text = "+{n} consumable slot", .consumable_slots = 1},
    {.id = VoucherId::omen_globe, .key = "v_omen_globe", .name = "Omen Globe",
     .requires_voucher = after(VoucherId::crystal_ball), .n = 0.2,
     .text = "Each card of an Arcana Pack is a Spectral with chance {n}", .spectral_in_arcana = 0.2},
    {.id = VoucherId::telescope, .key = "v_telescope", .name = "Telescope", .n = 3,
     .text = "Celestial Packs begin with the Planet of your most played hand", .most_played_planet = true},
    {.id = VoucherId::observatory, .key = "v_observatory", .name = "Observatory",
     .requires_voucher = after(VoucherId::telescope), .n = 1.5,
     .text = "Each Planet you hold gives X{n} Mult when its hand is played", .planet_times_mult = 1.5},
    {.id = VoucherId::grabber, .key = "v_grabber", .name = "Grabber", .n = 1,
     .text = "+{n} hand per round", .hands = 1},
    {.id = VoucherId::nacho_tong, .key = "v_nacho_tong", .name = "Nacho Tong",
     .requires_voucher = after(VoucherId::grabber), .n = 1,
     .text = "+{n} more hand per round", .hands = 1},
    {.id = VoucherId::wasteful, .key = "v_wasteful", .name = "Wasteful", .n = 1,
     .text = "+{n} discard per round", .discards = 1},
    {.id = VoucherId::recyclomancy, .key = "v_recyclomancy", .name = "Recyclomancy",
     .requires_voucher = after(VoucherId::wasteful), .n = 1,
     .text = "+{n} more discard per round", .discards = 1},
    {.id = VoucherId::tarot_merchant, .key = "v_tarot_merchant", .name = "Tarot Merchant", .n = 9.6,
     .text = "More Tarots in the shop: weight {n} instead of 4", .tarot_rate = 9.6},
    {.id = VoucherId::tarot_tycoon, .key = "v_tarot_tycoon", .name = "Tarot Tycoon",
     .requires_voucher = after(VoucherId::tarot_merchant), .n = 32,
     .text = "Many more Tarots in the shop: weight {n}", .tarot_rate = 32},
    {.id = VoucherId::planet_merchant, .key = "v_planet_merchant", .name = "Planet Merchant", .n = 9.6,
     .text = "More Planets in the shop: weight {n} instead of 4", .planet_rate = 9.6},
    {.id = VoucherId::planet_tycoon, .key = "v_planet_tycoon", .name = "Planet Tycoon",
     .requires_voucher = after(VoucherId::planet_merchant), .n = 32,
     .text = "Many more Planets in the shop: weight {n}", .planet_rate = 32},
    {.id = VoucherId::seed_money, .key = "v_seed_money", .name = "Seed Money", .n = 50,
     .text = "Up to ${n} earn interest", .interest_cap = 50},
    {.id = VoucherId::money_tree, .key = "v_money_tree", .name = "Money Tree",
     .requires_voucher = after(VoucherId::seed_money), .n = 100,
     .text = "Up to ${n} earn interest", .interest_cap = 100},
    {.id = VoucherId::blank, .key = "v_blank", .name = "Blank", .n = 5,
     .text = "Does nothing"},
    {.id = VoucherId::antimatter, .key = "v_antimatter", .name = "Antimatter",
     .requires_voucher = after(VoucherId::blank), .n = 1,
     .text = "+{n} joker slot", .joker_slots = 1},
    {.id = VoucherId::magic_trick, .key = "v_magic_trick", .name = "Magic Trick", .n = 4,
     .text = "The shop also sells playing cards (weight {n})", .card_rate = 4},
    {.id = VoucherId::illusion, .key = "v_illusion", .name = "Illusion",
     .requires_voucher = after(VoucherId::magic_trick), .n = 4,
     .text = "Playing cards in the shop may be enhanced (40%) or have an edition (20%)", .card_enhanced = 0.4, .card_edition = 0.2},
    {.id = VoucherId::hieroglyph, .key = "v_hieroglyph", .name = "Hieroglyph", .n = 1,
     .text = "-{n} ante, -{n} hand per round", .hands = -1, .ante = -1},
    {.id = VoucherId::petroglyph, .key = "v_petroglyph", .name = "Petroglyph",
     .requires_voucher = after(VoucherId::hieroglyph), .n = 1,
     .text = "-{n} ante, -{n} discard per round", .discards = -1, .ante = -1},
    {.id = VoucherId::directors_cut, .key = "v_directors_cut", .name = "Director's Cut", .n = 10,
     .text = "Once per ante the boss may be rerolled for ${n}", .boss_reroll_price = 10},
    {.id = VoucherId::retcon, .key = "v_retcon", .name = "Retcon",
     .requires_voucher = after(VoucherId::directors_cut), .n = 10,
     .text = "The boss may be rerolled as often as you like for ${n}", .boss_reroll_price = 10, .boss_rerolls_often = true},
    {.id = VoucherId::paint_brush, .key = "v_paint_brush", .name = "Paint Brush", .n = 1,
     .text = "+{n} hand size", .hand_size = 1},
    {.id = VoucherId::palette, .key = "v_palette", .name = "Palette",
     .requires_voucher = after(VoucherId::paint_brush), .n = 1,
     .text = "+{n} more hand size", .hand_size = 1},
};

// Bit per voucher that has the figure.
template <auto Figure>
inline constexpr BitsOf<VoucherId> kVouchersWith = [] {
  BitsOf<VoucherId> bits = 0;
  for (const VoucherRow& r : kVoucherRows)
    if (r.*Figure) bits |= bit(r.id);
  return bits;
}();

// Calls use(owned, figure) for every voucher that has the figure; written out at compile time, without branches.
template <auto Figure, class Use>
void each_voucher_with(const Game& g, Use use) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&]<std::size_t i>() {
      if constexpr (kVouchersWith<Figure> >> i & 1) use((g.vouchers >> i & 1) != 0, kVoucherRows[i].*Figure);
    };
    (one.template operator()<I>(), ...);
  }(std::make_index_sequence<std::size(kVoucherRows)>());
}

// A figure added up over the vouchers owned.
template <auto Figure>
int voucher_sum(const Game& g) {
  int sum = 0;
  each_voucher_with<Figure>(g, [&](bool owned, int figure) { sum += owned ? figure : 0; });
  return sum;
}

// The highest figure of the vouchers owned, at least `otherwise`.
template <auto Figure, class T>
T voucher_best(const Game& g, T otherwise) {
  each_voucher_with<Figure>(
      g, [&](bool owned, T figure) { otherwise = owned ? std::max(otherwise, figure) : otherwise; });
  return otherwise;
}

// Does a voucher owned have the figure?
template <auto Figure>
bool voucher_has(const Game& g) {
  return g.vouchers & kVouchersWith<Figure>;
}

}  // namespace jimbot
