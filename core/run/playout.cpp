// Random whole games.
#include "playout.h"

#include <atomic>
#include <bit>
#include <vector>

#include "step.h"
#include "workers.h"

namespace jimbot {
namespace {

constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
  h ^= value;
  h *= 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}

// C(n, k) for k up to 5.
constexpr std::uint32_t choose(int n, int k) {
  std::uint64_t c = 1;
  for (int i = 0; i < k; ++i) c = c * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
  return n < k ? 0 : static_cast<std::uint32_t>(c);
}

struct Binomials {
  std::uint32_t of[kMaxHand + 1][kMaxPlayed + 1];
};
constexpr Binomials make_binomials() {
  Binomials b{};
  for (int n = 0; n <= kMaxHand; ++n)
    for (int k = 0; k <= kMaxPlayed; ++k) b.of[n][k] = choose(n, k);
  return b;
}
constexpr Binomials kBinomials = make_binomials();

int nth_bit(std::uint64_t mask, std::uint32_t n) {
  while (n--) mask &= mask - 1;
  return std::countr_zero(mask);
}

// Uniform over all sets that hold the required cards and have an allowed size.
void random_cards(const CardChoice& choice, PolicyRandom& random, Action& a) {
  const int required = std::popcount(choice.required);
  std::uint64_t free = choice.eligible & ~choice.required;
  const int n = std::popcount(free);
  std::uint32_t total = 0;
  const int low = choice.min > required ? choice.min - required : 0, high = choice.max - required;
  for (int k = low; k <= high; ++k) total += kBinomials.of[n][k];
  std::uint32_t at = random.below(total);
  int size = low;
  while (at >= kBinomials.of[n][size]) at -= kBinomials.of[n][size++];
  std::uint64_t chosen = choice.required;
  for (int left = n; size > 0; --left) {
    if (random.below(static_cast<std::uint32_t>(left)) < static_cast<std::uint32_t>(size)) {
      chosen |= free & -free;
      --size;
    }
    free &= free - 1;
  }
  for (; chosen; chosen &= chosen - 1)
    a.cards[a.count++] = static_cast<std::uint8_t>(std::countr_zero(chosen));
}

std::uint64_t final_facts(const Game& g, std::uint64_t h) {
  h = mix(h, static_cast<std::uint64_t>(g.money));
  h = mix(h, std::bit_cast<std::uint64_t>(g.score));
  h = mix(h, static_cast<std::uint64_t>(g.ante) << 32 | static_cast<std::uint32_t>(g.round));
  h = mix(h, static_cast<std::uint64_t>(g.vouchers) << 32 | g.next_number);
  for (const HandRecord& r : g.hands)
    h = mix(h, static_cast<std::uint64_t>(r.level) << 32 | static_cast<std::uint32_t>(r.played));
  for (const Joker& j : g.jokers)
    h = mix(h, std::bit_cast<std::uint64_t>(j.value) + static_cast<std::uint64_t>(j.id));
  for (const Card& c : g.cards)
    h = mix(h, static_cast<std::uint64_t>(c.number) << 32 | static_cast<std::uint64_t>(c.rank) << 16 |
                   static_cast<std::uint64_t>(c.suit) << 8 | static_cast<std::uint64_t>(c.enhancement));
  return h;
}

}  // namespace

Action random_decision(const Game& g, PolicyRandom& random) {
  std::uint64_t legal[kDecisionKinds];
  std::uint32_t kinds = 0;
  for (std::uint32_t left = kinds_of_phase(g.phase); left; left &= left - 1) {
    const int k = std::countr_zero(left);
    legal[k] = legal_indices(g, static_cast<ActionKind>(k));
    kinds |= static_cast<std::uint32_t>(legal[k] != 0) << k;
  }
  Action a;
  const int kind = nth_bit(kinds, random.below(static_cast<std::uint32_t>(std::popcount(kinds))));
  a.kind = static_cast<ActionKind>(kind);
  a.index = static_cast<std::uint8_t>(
      nth_bit(legal[kind], random.below(static_cast<std::uint32_t>(std::popcount(legal[kind])))));
  a.count = 0;
  const CardChoice choice = card_choice(g, a.kind, a.index);
  if (choice.max > 0) random_cards(choice, random, a);
  return a;
}

std::uint64_t play_out(Game& g, PolicyRandom& random, int max_decisions, std::uint64_t& signature) {
  std::uint64_t h = 0x6A09E667F3BCC909ull;
  int decisions = 0;
  for (; g.phase != Phase::game_over && decisions < max_decisions; ++decisions) {
    const Action a = random_decision(g, random);
    h = mix(h, static_cast<std::uint64_t>(a.kind) << 16 | static_cast<std::uint64_t>(a.index) << 8 | a.count);
    apply(g, a);
  }
  signature += final_facts(g, h);  // a sum, so the order of games does not matter
  return static_cast<std::uint64_t>(decisions);
}

RunOptions varied_options(const RunOptions& base, std::uint64_t index) {
  RunOptions run = base;
  run.deck = static_cast<DeckId>(index % kDeckIds);
  run.stake = static_cast<Stake>(1 + index / kDeckIds % 8);
  if (index % 4 == 3) {
    run.deck = DeckId::red;
    run.stake = Stake::white;
    run.challenge = static_cast<std::uint8_t>(index / 4 % kChallengeIds);
  }
  return run;
}

PlayoutStats run_playouts(const PlayoutOptions& options) {
  const int threads = options.threads < 1 ? 1 : options.threads;
  std::vector<PlayoutStats> parts(static_cast<std::size_t>(threads), PlayoutStats{});
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](int t) {
    PlayoutStats stats{};
    Game g;
    for (std::uint64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < options.games;) {
      char seed[9];
      seed_from_number(options.first + i, seed);
      RunOptions run = options.all_content ? varied_options(options.run, options.first + i) : options.run;
      run.seed = {seed, 8};
      start_run(g, run);
      PolicyRandom random{mix(0x243F6A8885A308D3ull, options.first + i)};
      stats.decisions += play_out(g, random, options.max_decisions, stats.signature);
      ++stats.games;
      stats.wins += g.won;
      stats.truncated += g.truncated;
      stats.antes += static_cast<std::uint64_t>(g.ante < 0 ? 0 : g.ante);
      stats.rounds += static_cast<std::uint64_t>(g.round);
    }
    parts[static_cast<std::size_t>(t)] = stats;
  };
  Workers(threads).run(threads, work);
  PlayoutStats total{};
  for (const PlayoutStats& part : parts) {
    total.games += part.games;
    total.decisions += part.decisions;
    total.wins += part.wins;
    total.truncated += part.truncated;
    total.antes += part.antes;
    total.rounds += part.rounds;
    total.signature += part.signature;
  }
  return total;
}

}  // namespace jimbot
