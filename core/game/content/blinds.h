// Figures of boss blinds that the hand planner still names.
#pragma once

namespace jimbot {

inline constexpr int kHookCards = 2;      // discarded per hand played
inline constexpr int kWheelOdds = 7;      // 1 in 7 cards drawn is face down
inline constexpr int kSerpentDraw = 3;    // cards drawn after each play or discard
inline constexpr int kToothDollars = -1;  // per card played

}  // namespace jimbot
