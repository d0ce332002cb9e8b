// The two ordinary blinds, 23 bosses and 5 finishers.
#include <iterator>
#include <string_view>

#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

using enum BlindId;

constexpr std::uint8_t suit(Suit s) { return static_cast<std::uint8_t>(s); }

constexpr BlindRow kRows[] = {
    {.id = small, .key = "bl_small", .name = "Small Blind", .score_mult = 1, .reward = 3, .text = "No effect"},
    {.id = big, .key = "bl_big", .name = "Big Blind", .score_mult = 1.5, .reward = 4, .text = "No effect"},
    {.id = hook, .key = "bl_hook", .name = "The Hook", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Each hand played discards 2 random cards you hold"},
    {.id = ox, .key = "bl_ox", .name = "The Ox", .score_mult = 2, .reward = 5, .min_ante = 6,
     .text = "Playing your most played hand sets your money to $0"},
    {.id = house, .key = "bl_house", .name = "The House", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "The first hand is dealt face down"},
    {.id = wall, .key = "bl_wall", .name = "The Wall", .score_mult = 4, .reward = 5, .min_ante = 2,
     .text = "Extra large blind"},
    {.id = wheel, .key = "bl_wheel", .name = "The Wheel", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "1 in 7 cards is drawn face down"},
    {.id = arm, .key = "bl_arm", .name = "The Arm", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "The poker hand you play loses a level"},
    {.id = club, .key = "bl_club", .name = "The Club", .score_mult = 2, .reward = 5, .min_ante = 1,
     .debuffs_suit = suit(Suit::clubs), .text = "Clubs are debuffed"},
    {.id = fish, .key = "bl_fish", .name = "The Fish", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Cards drawn after a played hand are face down"},
    {.id = psychic, .key = "bl_psychic", .name = "The Psychic", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Only hands of 5 cards score"},
    {.id = goad, .key = "bl_goad", .name = "The Goad", .score_mult = 2, .reward = 5, .min_ante = 1,
     .debuffs_suit = suit(Suit::spades), .text = "Spades are debuffed"},
    {.id = water, .key = "bl_water", .name = "The Water", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "No discards"},
    {.id = window, .key = "bl_window", .name = "The Window", .score_mult = 2, .reward = 5, .min_ante = 1,
     .debuffs_suit = suit(Suit::diamonds), .text = "Diamonds are debuffed"},
    {.id = manacle, .key = "bl_manacle", .name = "The Manacle", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "-1 hand size"},
    {.id = eye, .key = "bl_eye", .name = "The Eye", .score_mult = 2, .reward = 5, .min_ante = 3,
     .text = "A poker hand scores only once this round"},
    {.id = mouth, .key = "bl_mouth", .name = "The Mouth", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Only the poker hand played first scores this round"},
    {.id = plant, .key = "bl_plant", .name = "The Plant", .score_mult = 2, .reward = 5, .min_ante = 4,
     .text = "Face cards are debuffed"},
    {.id = serpent, .key = "bl_serpent", .name = "The Serpent", .score_mult = 2, .reward = 5, .min_ante = 5,
     .text = "After a play or discard exactly 3 cards are drawn"},
    {.id = pillar, .key = "bl_pillar", .name = "The Pillar", .score_mult = 2, .reward = 5, .min_ante = 1,
     .text = "Cards played earlier this ante are debuffed"},
    {.id = needle, .key = "bl_needle", .name = "The Needle", .score_mult = 1, .reward = 5, .min_ante = 2,
     .text = "Only 1 hand"},
    {.id = head, .key = "bl_head", .name = "The Head", .score_mult = 2, .reward = 5, .min_ante = 1,
     .debuffs_suit = suit(Suit::hearts), .text = "Hearts are debuffed"},
    {.id = tooth, .key = "bl_tooth", .name = "The Tooth", .score_mult = 2, .reward = 5, .min_ante = 3,
     .text = "Each card played costs $1"},
    {.id = flint, .key = "bl_flint", .name = "The Flint", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Base chips and mult are halved"},
    {.id = mark, .key = "bl_mark", .name = "The Mark", .score_mult = 2, .reward = 5, .min_ante = 2,
     .text = "Face cards are drawn face down"},
    {.id = final_acorn, .key = "bl_final_acorn", .name = "Amber Acorn", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "Jokers are turned face down and shuffled"},
    {.id = final_leaf, .key = "bl_final_leaf", .name = "Verdant Leaf", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "All cards are debuffed until you sell a joker"},
    {.id = final_vessel, .key = "bl_final_vessel", .name = "Violet Vessel", .score_mult = 6, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "Very large blind"},
    {.id = final_heart, .key = "bl_final_heart", .name = "Crimson Heart", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "A random joker is debuffed, another one after each hand"},
    {.id = final_bell, .key = "bl_final_bell", .name = "Cerulean Bell", .score_mult = 2, .reward = 8, .min_ante = 8,
     .showdown = true, .text = "A random card must be part of every play and discard"},
};

// By byte order of the keys: the boss draw indexes into it.
constexpr BlindId kBosses[] = {
    arm, club, eye, final_acorn, final_bell, final_heart, final_leaf, final_vessel, fish, flint,
    goad, head, hook, house, manacle, mark, mouth, needle, ox, pillar, plant, psychic, serpent,
    tooth, wall, water, wheel, window,
};
static_assert(ids_in_order(kRows, kBlindIds));

constexpr bool in_byte_order() {
  for (std::size_t i = 1; i < std::size(kBosses); ++i) {
    const std::string_view before = kRows[static_cast<std::size_t>(kBosses[i - 1])].key;
    if (!(before < kRows[static_cast<std::size_t>(kBosses[i])].key)) return false;
  }
  return true;
}
static_assert(std::size(kBosses) == kBlindIds - 2 && in_byte_order());

}  // namespace

const BlindRow& row(BlindId id) { return kRows[static_cast<std::size_t>(id)]; }
std::span<const BlindId> boss_order() { return kBosses; }

}  // namespace jimbot
