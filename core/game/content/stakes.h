// What the stakes add. Each stake keeps what the lower ones brought.
#pragma once
#include "types.h"

namespace jimbot {

inline constexpr Stake kNoSmallRewardFrom = Stake::red;
inline constexpr Stake kEternalsFrom = Stake::black;
inline constexpr Stake kPerishablesFrom = Stake::orange;
inline constexpr Stake kRentalsFrom = Stake::gold;

// Column of the ante table: 1, 2 or 3.
constexpr int scaling_of(Stake stake) { return stake >= Stake::purple ? 3 : stake >= Stake::green ? 2 : 1; }
constexpr int discards_of(Stake stake) { return stake >= Stake::blue ? -1 : 0; }

}  // namespace jimbot
