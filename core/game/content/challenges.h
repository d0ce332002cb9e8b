// Figures of challenge rules.
#pragma once

namespace jimbot {

inline constexpr int kFlippedOdds = 4;     // X-ray Vision: 1 in 4 cards drawn is face down, Oops! or not
inline constexpr int kLuxuryDollars = 5;   // The Luxury Tax: money that costs 1 hand size
inline constexpr int kTypecastAnte = 4;    // Typecast: its boss makes jokers Eternal and closes the slots
inline constexpr int kDiscardDollars = 1;  // Golden Needle: what a discard costs

}  // namespace jimbot
