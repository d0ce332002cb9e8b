// Searching seeds.
#include "seed_search.h"

#include <algorithm>

#include "policy_random.h"
#include "seed_reader.h"
#include "workers.h"

namespace jimbot {
namespace {

constexpr char kAlphabet[] = "123456789ABCDEFGHIJKLMNPQRSTUVWXYZ";
constexpr std::uint64_t kPiece = 2048;  // seeds that a thread takes at a time

}  // namespace

void seed_name(std::uint64_t number, char (&out)[9]) {
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

std::vector<std::uint64_t> find_seeds(const SeedQuery& query, DeckId deck, Stake stake, const SeedSpan& span,
                                      int threads) {
  const std::uint64_t pieces = (span.count + kPiece - 1) / kPiece;
  std::vector<std::vector<std::uint64_t>> found(pieces);
  Workers workers(threads);
  workers.run(static_cast<int>(pieces), [&](int piece) {
    SeedReader reader(query, deck, stake);
    const std::uint64_t begin = static_cast<std::uint64_t>(piece) * kPiece;
    const std::uint64_t end = std::min(begin + kPiece, span.count);
    for (std::uint64_t i = begin; i < end; ++i) {
      char seed[9];
      seed_in(span, span.first + i, seed);
      if (reader.holds({seed, 8})) found[static_cast<std::size_t>(piece)].push_back(span.first + i);
    }
  });
  std::vector<std::uint64_t> out;
  for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
  return out;
}

}  // namespace jimbot
