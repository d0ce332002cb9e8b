// Figures of vouchers that have no place in a row.
#pragma once

namespace jimbot {

inline constexpr int kVoucherPrice = 10;
// Illusion: share of shop playing cards with an enhancement, and with an edition.
inline constexpr double kIllusionEnhanced = 0.4;
inline constexpr double kIllusionEdition = 0.2;

}  // namespace jimbot
