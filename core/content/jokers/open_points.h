// Choices the sources leave open, one name each, so that a recorded game can flip them.
// References: sections of jokers_notes.md, OP numbers of rules_open_points.md.
#pragma once
#include <array>

#include "types.h"

namespace jimbot {

inline constexpr bool kStencilCountsDebuffed = true;            // notes 6, 7.12: a debuffed Stencil's slot
inline constexpr bool kBaseballCountsDebuffed = true;           // notes 6, 7.2: a debuffed Uncommon joker
inline constexpr bool kEightBallRollsWithoutRoom = false;       // notes 7.4: with full slots
inline constexpr bool kSixthSenseTakesDebuffed = true;          // notes 7.15: a debuffed 6
inline constexpr bool kSuperpositionCountsDebuffed = true;      // notes 7.15: a debuffed Ace
inline constexpr bool kRideTheBusSeesDebuffedFaces = false;     // notes 6
inline constexpr bool kGreenJokerLosesToTheHook = true;         // notes 7.10: recordings (407267821-c04 steps 15-16): each Hook play costs 1
inline constexpr bool kInvisibleMayPickInvisible = true;        // notes 7.11
inline constexpr bool kVampireGrowsCardByCard = true;           // rules 5.5: matters in the last digit only
inline constexpr bool kToDoListAvoidsHighCardAtFirst = false;   // notes 7.16; seen, rng.md 10.1

// OP: to_do (rng.md 10.1). The candidate hands of the stream in the order one source reports.
inline constexpr std::array<HandType, kHandTypes> kToDoOrder = {
    HandType::flush_house,    HandType::full_house, HandType::flush,    HandType::pair,
    HandType::high_card,      HandType::straight_flush, HandType::straight, HandType::two_pair,
    HandType::flush_five,     HandType::five_of_a_kind, HandType::three_of_a_kind, HandType::four_of_a_kind,
};

}  // namespace jimbot
