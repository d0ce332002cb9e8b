// Jokers that copy others, change a rule, the size of the hand or the blind.
#pragma once
#include "content/jokers/shared.h"

namespace jimbot {

// clang-format off
inline constexpr JokerRow kCopyAndRuleJokers[] = {
    // The engine follows the chain of copiers and calls the hooks of the joker at its end.
    {.id = JokerId::blueprint, .key = "j_blueprint", .name = "Blueprint", .rarity = Rarity::rare, .cost = 10,
     .copies = Copies::right_neighbour,
     .text = "Acts as the joker to its right"},
    {.id = JokerId::brainstorm, .key = "j_brainstorm", .name = "Brainstorm", .rarity = Rarity::rare,
     .cost = 10, .copies = Copies::leftmost,
     .text = "Acts as the leftmost joker"},

    {.id = JokerId::four_fingers, .key = "j_four_fingers", .name = "Four Fingers",
     .rarity = Rarity::uncommon, .cost = 7, .copyable = false, .n = 4,
     .text = "Flushes and Straights need only {n} cards",
     .rules = kFourFingers},
    {.id = JokerId::shortcut, .key = "j_shortcut", .name = "Shortcut", .rarity = Rarity::uncommon, .cost = 7,
     .copyable = false, .n = 1,
     .text = "Straights may have gaps of {n} rank",
     .rules = kShortcut},
    {.id = JokerId::smeared, .key = "j_smeared", .name = "Smeared Joker", .rarity = Rarity::uncommon,
     .cost = 7, .copyable = false,
     .text = "Hearts and Diamonds count as one suit, Spades and Clubs as another",
     .rules = kSmeared},
    {.id = JokerId::splash, .key = "j_splash", .name = "Splash", .rarity = Rarity::common, .cost = 3,
     .copyable = false,
     .text = "Every played card scores",
     .rules = kSplash},
    {.id = JokerId::pareidolia, .key = "j_pareidolia", .name = "Pareidolia", .rarity = Rarity::uncommon,
     .cost = 5, .copyable = false,
     .text = "All cards are face cards",
     .rules = kPareidolia},
    {.id = JokerId::ring_master, .key = "j_ring_master", .name = "Showman", .rarity = Rarity::uncommon,
     .cost = 5, .copyable = false,
     .text = "Jokers and consumables you have may appear again",
     .rules = kShowman},
    {.id = JokerId::astronomer, .key = "j_astronomer", .name = "Astronomer", .rarity = Rarity::uncommon,
     .cost = 8, .copyable = false,
     .text = "Planet cards and Celestial Packs in the shop are free",
     .rules = kAstronomer},
    // The engine counts these in Game::oops.
    {.id = JokerId::oops, .key = "j_oops", .name = "Oops! All 6s", .rarity = Rarity::uncommon, .cost = 4,
     .copyable = false, .n = 2,
     .text = "Every listed chance is {n} times as likely"},

    {.id = JokerId::juggler, .key = "j_juggler", .name = "Juggler", .rarity = Rarity::common, .cost = 4,
     .copyable = false, .n = 1,
     .text = "+{n} hand size",
     .hand_size = 1},
    {.id = JokerId::drunkard, .key = "j_drunkard", .name = "Drunkard", .rarity = Rarity::common, .cost = 4,
     .copyable = false, .n = 1,
     .text = "+{n} discard each round",
     .discards = 1},
    {.id = JokerId::troubadour, .key = "j_troubadour", .name = "Troubadour", .rarity = Rarity::uncommon,
     .cost = 6, .copyable = false, .n = 2, .n2 = -1,
     .text = "+{n} hand size; {n2} hand each round",
     .hand_size = 2, .hands = -1},
    {.id = JokerId::merry_andy, .key = "j_merry_andy", .name = "Merry Andy", .rarity = Rarity::uncommon,
     .cost = 7, .copyable = false, .n = 3, .n2 = -1,
     .text = "+{n} discards each round; {n2} hand size",
     .hand_size = -1, .discards = 3},
    // The hand size it gives is its counter.
    {.id = JokerId::turtle_bean, .key = "j_turtle_bean", .name = "Turtle Bean",
     .rarity = Rarity::uncommon, .cost = 6, .copyable = false, .eternal_ok = false, .n = 1, .start = 5,
     .text = "+{value} hand size, {n} less after every round",
     .round_end = [](Ctx& c) { wear_out(c); refresh(c.g); }},
    {.id = JokerId::burglar, .key = "j_burglar", .name = "Burglar", .rarity = Rarity::uncommon, .cost = 6,
     .n = 3,
     .text = "When a blind is selected, +{n} hands and no discards",
     .blind_selected = [](Ctx& c) {
       c.g.hands_left = static_cast<std::int16_t>(c.g.hands_left + c.n());
       c.g.discards_left = 0;
     }},

    {.id = JokerId::midas_mask, .key = "j_midas_mask", .name = "Midas Mask", .rarity = Rarity::uncommon,
     .cost = 7, .copyable = false,
     .text = "Face cards that score become Gold Cards",
     .before = [](Ctx& c) {
       for (const int i : c.hand->scoring)
         if (is_face(c.g, c.g.cards[i])) set_enhancement(c.g, c.g.cards[i], Enhancement::gold);
     }},

    // The round's end asks for it when the score was missed.
    {.id = JokerId::mr_bones, .key = "j_mr_bones", .name = "Mr. Bones", .rarity = Rarity::uncommon, .cost = 5,
     .copyable = false, .eternal_ok = false, .n = 0.25,
     .text = "Survive a lost round if the score is at least 25 % of the target; then destroyed"},
    {.id = JokerId::luchador, .key = "j_luchador", .name = "Luchador", .rarity = Rarity::uncommon,
     .cost = 5, .eternal_ok = false,
     .text = "Sell it to disable the current Boss Blind",
     .sold = [](Ctx& c) { if (playing_boss(c.g) && !c.g.blind_disabled) c.disable_blind(); }},
    {.id = JokerId::chicot, .key = "j_chicot", .name = "Chicot", .rarity = Rarity::legendary, .cost = 20,
     .copyable = false,
     .text = "Disables every Boss Blind",
     .gained = [](Ctx& c) { if (playing_boss(c.g) && !c.g.blind_disabled) c.disable_blind(); },
     .blind_selected = [](Ctx& c) { if (against_boss(c.g) && !c.g.blind_disabled) c.disable_blind(); }},
};
// clang-format on

}  // namespace jimbot
