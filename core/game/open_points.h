// Choices the sources leave open, one name each, so that a recorded game can flip them.
// OP-n and "notes n" number the open points and joker notes listed in docs/open_points.md.
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
inline constexpr bool kGreenJokerLosesToTheHook = true;  // notes 7.10: recorded, 407267821-c04 step 15
inline constexpr bool kInvisibleMayPickInvisible = true;  // notes 7.11
inline constexpr bool kVampireGrowsCardByCard = true;  // rules 5.5: matters in the last digit only
inline constexpr bool kToDoListAvoidsHighCardAtFirst = false;  // notes 7.16; seen, rng.md 10.1

inline constexpr bool kGlassRollsWhenAlreadyDestroyed = false;  // OP-13: by Sixth Sense
inline constexpr bool kDoubleOrNothingTakesScoring = true;  // OP-28: else every played card
inline constexpr bool kManacleDrawsWhenDisabled = true;  // OP-47: the missing card at once
inline constexpr bool kOopsHelpsFlippedCards = false;  // OP-48: X-ray Vision
inline constexpr bool kIllusionRollsEverySlot = true;  // OP-4: else playing-card slots only
inline constexpr bool kWinBySavedBoss = true;  // Mr. Bones at the ante-8 boss wins the run

// OP-7, to_do and orbital (rng.md 10.1): the candidate hands of these streams in the order one source reports.
inline constexpr std::array<HandType, kHandTypes> kUnorderedHands = {
    HandType::flush_house, HandType::full_house,     HandType::flush,           HandType::pair,
    HandType::high_card,   HandType::straight_flush, HandType::straight,        HandType::two_pair,
    HandType::flush_five,  HandType::five_of_a_kind, HandType::three_of_a_kind, HandType::four_of_a_kind,
};

}  // namespace jimbot
