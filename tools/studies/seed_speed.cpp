// What seed_gpu.py builds: every way of reading that this processor has, by its digests and its speed.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include "seed_search.h"
using namespace jimbot;
int main(int, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const int threads = std::atoi(arguments[1]);
  const std::uint64_t first = std::strtoull(arguments[2], nullptr, 10);
  const auto query = [](Subject subject, std::uint64_t ids) {
    SeedQuery q;
    Fact fact{.subject = subject, .wanted = {}};
    fact.ids = ids;
    fact.wanted.jokers = {~0ull, ~0ull, ~0ull};
    q.add(fact);
    return q;
  };
  Wanted blueprint;
  blueprint.jokers[static_cast<int>(JokerId::blueprint) / 64] = 1ull
                                                                << static_cast<int>(JokerId::blueprint) % 64;
  SeedQuery shop;
  shop.add(Fact{.subject = Subject::shop, .wanted = blueprint});
  const std::pair<const char*, SeedQuery> asked[] = {
      {"ante<=1 voucher v_telescope", query(Subject::voucher, bit(VoucherId::telescope))},
      {"ante<=1 boss the hook", query(Subject::boss, bit(BlindId::hook))},
      {"ante<=1 shop j_blueprint", shop},
      {"ante<=1 has the soul", query(Subject::legendary, 0)}};
  const auto seconds = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  for (const LaneCode* code : lane_codes()) {
    for (const char* key : {"Voucher1", "soul_Spectral8"})
      std::printf("{\"digest\": \"%s\", \"code\": \"%s\", \"sum\": %llu}\n", key, code->name,
                  static_cast<unsigned long long>(
                      stream_digest(key, {first, 100'000'000, std::nullopt}, code, threads)));
    for (const auto& [text, condition] : asked)
      for (int cores : {1, threads}) {
        SeedFinder finder(condition, DeckId::red, Stake::white, code);
        const std::uint64_t count = 4'000'000ull * static_cast<unsigned>(cores);
        const double begin = seconds();
        const auto found = finder.find({first, count, std::nullopt}, cores).size();
        std::printf(
            "{\"condition\": \"%s\", \"code\": \"%s\", \"threads\": %d, \"found\": %zu, \"seeds_per_second\": %.0f}\n",
            text, code->name, cores, found, static_cast<double>(count) / (seconds() - begin));
      }
  }
}
