// Names of seeds by number.
#include "seed_span.h"

#include "policy_random.h"

namespace jimbot {

void seed_name(std::uint64_t number, char (&out)[9]) {
  static constexpr char kAlphabet[] = "123456789ABCDEFGHIJKLMNPQRSTUVWXYZ";
  constexpr std::uint64_t kBase = sizeof(kAlphabet) - 1;
  for (int i = 7; i >= 0; --i, number /= kBase) out[i] = kAlphabet[number % kBase];
  out[8] = 0;
}

void seed_in(const SeedSpan& span, std::uint64_t number, char (&out)[9]) {
  if (span.draw_seed)
    seed_from_number(PolicyRandom{*span.draw_seed}.next() + number, out);
  else
    seed_name(number, out);
}

}  // namespace jimbot
