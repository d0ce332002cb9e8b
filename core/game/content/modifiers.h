// Figures of enhancements, seals and stickers that have no place in a row.
#pragma once

namespace jimbot {

// Lucky Card: 1 in 5 for its mult, then 1 in 15 for its money.
inline constexpr int kLuckyMultOdds = 5;
inline constexpr int kLuckyMoneyOdds = 15;

inline constexpr int kGoldSealDollars = 3;

// Stickers of a joker on offer: one roll decides Eternal (above) or Perishable (between), another Rental.
inline constexpr double kEternalAbove = 0.7;
inline constexpr double kPerishableAbove = 0.4;
inline constexpr double kRentalAbove = 0.7;
inline constexpr int kRentalPrice = 1;

}  // namespace jimbot
