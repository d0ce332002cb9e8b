// Figures of boss blinds; where and when they act is in flow/ and score/.
#pragma once

namespace jimbot {

inline constexpr int kHookCards = 2;         // discarded per hand played
inline constexpr int kWheelOdds = 7;         // 1 in 7 cards drawn is face down
inline constexpr int kPsychicCards = 5;      // at least so many must be played
inline constexpr int kManacleHandSize = -1;
inline constexpr int kSerpentDraw = 3;       // cards drawn after each play or discard
inline constexpr int kToothDollars = -1;     // per card played
inline constexpr double kFlintFactor = 0.5;  // on base chips and mult

}  // namespace jimbot
