// Ids and enums, in the game's own order (random picks index into it), and the limits of the state.
#pragma once
#include <cstdint>

namespace jimbot {

// clang-format off
enum class Suit : std::uint8_t { spades, hearts, clubs, diamonds, none };  // sorting order
enum class Enhancement : std::uint8_t { none, bonus, mult, wild, glass, steel, stone, gold, lucky };
enum class Edition : std::uint8_t { none, foil, holo, polychrome, negative };
enum class Seal : std::uint8_t { none, gold, red, blue, purple };
enum class Rarity : std::uint8_t { none, common, uncommon, rare, legendary };
enum class Stake : std::uint8_t { none, white, red, green, black, blue, purple, orange, gold };
enum class Variant : std::uint8_t { vanilla, steamodded };
enum class BoosterKind : std::uint8_t { arcana, celestial, standard, buffoon, spectral };
enum class ConsumableKind : std::uint8_t { tarot, planet, spectral };
enum class ItemKind : std::uint8_t { none, joker, consumable, card, voucher, booster };
enum class Phase : std::uint8_t { blind_select, selecting_hand, round_eval, shop, pack, game_over };
enum class BlindState : std::uint8_t { upcoming, select, current, defeated, skipped };
enum class SortMode : std::uint8_t { rank, suit };

enum class HandType : std::uint8_t {
  flush_five, flush_house, five_of_a_kind, straight_flush, four_of_a_kind, full_house, flush,
  straight, three_of_a_kind, two_pair, pair, high_card,
};
enum class JokerId : std::uint8_t {
  joker, greedy_joker, lusty_joker, wrathful_joker, gluttenous_joker, jolly, zany, mad, crazy,
  droll, sly, wily, clever, devious, crafty, half, stencil, four_fingers, mime, credit_card,
  ceremonial, banner, mystic_summit, marble, loyalty_card, eight_ball, misprint, dusk,
  raised_fist, chaos, fibonacci, steel_joker, scary_face, abstract, delayed_grat, hack,
  pareidolia, gros_michel, even_steven, odd_todd, scholar, business, supernova, ride_the_bus,
  space, egg, burglar, blackboard, runner, ice_cream, dna, splash, blue_joker, sixth_sense,
  constellation, hiker, faceless, green_joker, superposition, todo_list, cavendish, card_sharp,
  red_card, madness, square, seance, riff_raff, vampire, shortcut, hologram, vagabond, baron,
  cloud_9, rocket, obelisk, midas_mask, luchador, photograph, gift, turtle_bean, erosion,
  reserved_parking, mail, to_the_moon, hallucination, fortune_teller, juggler, drunkard, stone,
  golden, lucky_cat, baseball, bull, diet_cola, trading, flash, popcorn, trousers, ancient,
  ramen, walkie_talkie, selzer, castle, smiley, campfire, ticket, mr_bones, acrobat,
  sock_and_buskin, swashbuckler, troubadour, certificate, smeared, throwback, hanging_chad,
  rough_gem, bloodstone, arrowhead, onyx_agate, glass, ring_master, flower_pot, blueprint, wee,
  merry_andy, oops, idol, seeing_double, matador, hit_the_road, duo, trio, family, order, tribe,
  stuntman, invisible, brainstorm, satellite, shoot_the_moon, drivers_license, cartomancer,
  astronomer, burnt, bootstraps, caino, triboulet, yorick, chicot, perkeo,
};
enum class ConsumableId : std::uint8_t {
  fool, magician, high_priestess, empress, emperor, heirophant, lovers, chariot, justice, hermit,
  wheel_of_fortune, strength, hanged_man, death, temperance, devil, tower, star, moon, sun,
  judgement, world,
  mercury, venus, earth, mars, jupiter, saturn, uranus, neptune, pluto, planet_x, ceres, eris,
  familiar, grim, incantation, talisman, aura, wraith, sigil, ouija, ectoplasm, immolate, ankh,
  deja_vu, hex, trance, medium, cryptid, soul, black_hole,
};
enum class VoucherId : std::uint8_t {
  overstock_norm, overstock_plus, clearance_sale, liquidation, hone, glow_up, reroll_surplus,
  reroll_glut, crystal_ball, omen_globe, telescope, observatory, grabber, nacho_tong, wasteful,
  recyclomancy, tarot_merchant, tarot_tycoon, planet_merchant, planet_tycoon, seed_money,
  money_tree, blank, antimatter, magic_trick, illusion, hieroglyph, petroglyph, directors_cut,
  retcon, paint_brush, palette,
};
enum class TagId : std::uint8_t {
  uncommon, rare, negative, foil, holo, polychrome, investment, voucher, boss, standard, charm,
  meteor, buffoon, handy, garbage, ethereal, coupon, double_, juggle, d_six, top_up, skip,
  orbital, economy,
};
enum class BlindId : std::uint8_t {
  small, big, hook, ox, house, wall, wheel, arm, club, fish, psychic, goad, water, window,
  manacle, eye, mouth, plant, serpent, pillar, needle, head, tooth, flint, mark, final_acorn,
  final_leaf, final_vessel, final_heart, final_bell,
};
enum class DeckId : std::uint8_t {
  red, blue, yellow, green, black, magic, nebula, ghost, abandoned, checkered, zodiac, painted,
  anaglyph, plasma, erratic,
};
enum class ChallengeId : std::uint8_t {
  omelette, city, rich, knife, xray, mad_world, luxury, non_perishable, medusa, double_nothing,
  typecast, inflation, bram_poker, fragile, monolith, blast_off, five_card, golden_needle,
  cruelty, jokerless,
};
enum class BoosterId : std::uint8_t {
  arcana_normal_1, arcana_normal_2, arcana_normal_3, arcana_normal_4, arcana_jumbo_1,
  arcana_jumbo_2, arcana_mega_1, arcana_mega_2, celestial_normal_1, celestial_normal_2,
  celestial_normal_3, celestial_normal_4, celestial_jumbo_1, celestial_jumbo_2, celestial_mega_1,
  celestial_mega_2, standard_normal_1, standard_normal_2, standard_normal_3, standard_normal_4,
  standard_jumbo_1, standard_jumbo_2, standard_mega_1, standard_mega_2, buffoon_normal_1,
  buffoon_normal_2, buffoon_jumbo_1, buffoon_mega_1, spectral_normal_1, spectral_normal_2,
  spectral_jumbo_1, spectral_mega_1,
};
// clang-format on

inline constexpr int kHandTypes = 12;
inline constexpr int kJokerIds = 150;
inline constexpr int kConsumableIds = 52;
inline constexpr int kTarots = 22;
inline constexpr int kPlanets = 12;
inline constexpr int kSpectrals = 18;
inline constexpr int kVoucherIds = 32;
inline constexpr int kTagIds = 24;
inline constexpr int kBlindIds = 30;
inline constexpr int kDeckIds = 15;
inline constexpr int kChallengeIds = 20;
inline constexpr int kBoosterIds = 32;
inline constexpr int kFronts = 52;

// "no id" for every one-byte id
inline constexpr std::uint8_t kNone = 255;

// Limits. Reaching one ends the run as truncated (Game::truncated); nothing is ever written past it.
inline constexpr int kMaxSeed = 16;
inline constexpr int kMaxCards = 250;       // playing cards in the full deck
inline constexpr int kMaxHand = 48;         // cards held
inline constexpr int kMaxJokers = 32;
inline constexpr int kMaxConsumables = 24;
inline constexpr int kMaxTags = 40;
inline constexpr int kMaxShopCards = 4;
inline constexpr int kMaxShopVouchers = 12;
inline constexpr int kMaxShopPacks = 2;
inline constexpr int kMaxPackCards = 5;
inline constexpr int kMaxPlayed = 5;        // a play or discard takes 1 to 5 cards
inline constexpr int kMaxDeepResamples = 64;
inline constexpr int kMaxAnte = 20'000;
inline constexpr int kMaxHandSize = kMaxHand - 8;  // refilled to; a hand can grow past it
inline constexpr int kMaxHandSizeLost = 10'000;
inline constexpr int kMaxBossUses = 255;  // of one boss
inline constexpr int kMaxLevel = 1'000'000'000;  // of a poker hand; it rises no further
inline constexpr std::uint32_t kMaxNumber = 1'000'000'000;  // creation number

inline constexpr int kAce = 14, kKing = 13, kQueen = 12, kJack = 11;

constexpr ConsumableKind kind_of(ConsumableId id) {
  const int i = static_cast<int>(id);
  return i < kTarots              ? ConsumableKind::tarot
         : i < kTarots + kPlanets ? ConsumableKind::planet
                                  : ConsumableKind::spectral;
}

}  // namespace jimbot
