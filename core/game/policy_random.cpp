// A generator for policies, and random seeds.
#include "policy_random.h"

namespace jimbot {

void seed_from_number(std::uint64_t number, char (&out)[9]) {
  PolicyRandom random{number};
  const auto real = [&] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
  for (int i = 0; i < 8; ++i) {
    if (real() > 0.7)
      out[i] = static_cast<char>('1' + random.below(9));
    else if (real() > 0.45)
      out[i] = static_cast<char>('A' + random.below(14));
    else
      out[i] = static_cast<char>('P' + random.below(11));
  }
  out[8] = 0;
}

}  // namespace jimbot
