// Random whole games with every check on: the sanitizer target and the native property test.
// Games, checks and mutations follow from the number of the game alone, so `--first N --games 1` repeats one.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "checks.h"
#include "elsewhere.h"
#include "report.h"
#include "step.h"

using namespace jimbot;
using namespace jimbot::fuzz;

namespace {

struct Options {
  std::uint64_t games = 300, first = 0;
  int threads = 2;
  std::uint32_t check_every = 8;  // one position in this many has the dearer checks; 0: no checks at all
  // In place of random games: a folder of transcripts; a file of weights, and which agent plays (all of them).
  std::string replay, agents, agent;
};

constexpr int kMaxSteps = 3000;  // a game: endless ones would not end
constexpr std::uint64_t kThreadGames = 24;  // compared on 1 and 3 threads

std::uint64_t mix(std::uint64_t h, std::uint64_t value) { return PolicyRandom{h ^ value}.next(); }

// All decks, stakes and challenges, both variants; a third asks for real scores, a quarter is endless.
RunOptions options_of(std::uint64_t game) {
  RunOptions run = varied_options({}, game);
  PolicyRandom random{mix(0x0F0F, game)};
  run.variant = static_cast<Variant>(random.below(2));
  run.one_chip = random.below(3) > 0;
  run.endless = random.below(4) == 0;
  return run;
}

// A decision, and now and then a rearrangement.
Action next_action(const Game& g, PolicyRandom& random) {
  if (random.below(12)) return random_decision(g, random);
  Action a{};
  a.kind =
      static_cast<ActionKind>(static_cast<int>(ActionKind::sort_hand) + static_cast<int>(random.below(4)));
  a.index = static_cast<std::uint8_t>(random.below(2));
  const int sizes[] = {0, g.hand.size(), g.jokers.size(), g.consumables.size()};
  choose_order(sizes[static_cast<int>(a.kind) - static_cast<int>(ActionKind::sort_hand)], random, a);
  return is_legal(g, a) ? a : random_decision(g, random);
}

// Cheap checks everywhere; the dearer ones where the dice of the game say so, the dearest more seldom.
void check_all(const Game& g, const Action& next, std::uint32_t every, PolicyRandom& random, Counts& counts) {
  check_position(g);
  if (random.below(every)) return;
  ++counts.positions;
  check_legality(g, random, counts);
  check_save(g);
  check_explanation(g, random);
  check_step(g, next);
  if (random.below(2) == 0) check_hidden(g, random);
  if (random.below(4) == 0) check_learner(g, next, random);
  if (random.below(4) == 0) check_rearranging(g, random);
  if (random.below(8) == 0) check_notation(g, random);
  if (random.below(8) == 0) {
    mutate_save(g, random, counts);
    mutate_notation(g, random, counts);
    mutate_action(g, random, counts);
  }
}

void check_end(const Game& g, std::uint32_t every, PolicyRandom& random, Counts& counts) {
  check_position(g);
  check_save(g);
  if (random.below(every) >= 8) return;
  check_legality(g, random, counts);
  check_hidden(g, random);
  check_notation(g, random);
}

std::uint64_t hash_of(const Game& g, std::uint64_t h) {
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&g);
  for (std::size_t i = 0; i < sizeof g; ++i) h = (h ^ bytes[i]) * 0x100000001B3ull;
  return h;
}

void play(std::uint64_t game, const Options& options, Game& g, Counts& counts) {
  char seed[9];
  seed_from_number(game, seed);
  RunOptions run = options_of(game);
  run.seed = {seed, 8};
  where.begin(game, options_text(run));
  start_run(g, run);
  PolicyRandom policy{mix(1, game)}, checks{mix(2, game)};
  std::uint64_t h = 0xCBF29CE484222325ull;
  int step = 0;
  for (; g.phase != Phase::game_over && step < kMaxSteps; ++step) {
    where.alive();
    where.step = step;
    where.doing = "decision";
    const Action a = next_action(g, policy);
    check(is_legal(g, a), "a random decision is legal", g);
    if (options.check_every) check_all(g, a, options.check_every, checks, counts);
    where.doing = "step";
    apply(g, a);
    h = mix(h, static_cast<std::uint64_t>(a.kind) << 16 | static_cast<std::uint64_t>(a.index) << 8 | a.count);
  }
  if (options.check_every) check_end(g, options.check_every, checks, counts);
  ++counts.games;
  counts.decisions += static_cast<std::uint64_t>(step);
  counts.won += g.won;
  counts.truncated += g.truncated;
  counts.signature += hash_of(g, h);  // a sum: the order of the games does not matter
}

void add(Counts& sum, const Counts& part) {
  sum.games += part.games, sum.decisions += part.decisions, sum.won += part.won,
      sum.truncated += part.truncated;
  sum.signature += part.signature, sum.positions += part.positions, sum.actions += part.actions;
  sum.mutants += part.mutants, sum.accepted += part.accepted;
  for (std::size_t i = 0; i < sum.refused.size(); ++i) sum.refused[i] += part.refused[i];
}

Counts run(const Options& options) {
  std::vector<Counts> parts(static_cast<std::size_t>(options.threads), Counts{});
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](Counts& counts) {
    const Watched watched;
    const auto g = std::make_unique<Game>();
    for (std::uint64_t i; (i = next.fetch_add(1)) < options.games;)
      play(options.first + i, options, *g, counts);
  };
  std::vector<std::thread> pool;
  for (std::size_t t = 1; t < parts.size(); ++t) pool.emplace_back([&, t] { work(parts[t]); });
  work(parts[0]);
  for (std::thread& thread : pool) thread.join();
  Counts sum{};
  for (const Counts& part : parts) add(sum, part);
  return sum;
}

// The number of threads changes nothing: here, in the built-in play-outs and in batches.
bool threads_agree(const Options& options) {
  Options small = options;
  small.games = std::min(options.games, kThreadGames);
  small.check_every = 0;
  PlayoutOptions playouts;
  playouts.first = options.first;
  playouts.games = small.games;
  playouts.all_content = playouts.run.one_chip = true;
  std::uint64_t signatures[2][2];
  for (int k = 0; k < 2; ++k) {
    small.threads = playouts.threads = k ? 3 : 1;
    signatures[k][0] = run(small).signature;
    signatures[k][1] = run_playouts(playouts).signature;
  }
  return std::memcmp(signatures[0], signatures[1], sizeof signatures[0]) == 0 && batches_agree(options.first);
}

bool read_number(const char* text, std::uint64_t low, std::uint64_t& out) {
  char* end = nullptr;
  out = std::strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == 0 && out >= low;
}

bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    std::uint64_t n = 0;
    if (i + 1 < argc && name == "--games" && read_number(argv[i + 1], 0, n))
      options.games = n;
    else if (i + 1 < argc && name == "--first" && read_number(argv[i + 1], 0, n))
      options.first = n;
    else if (i + 1 < argc && name == "--threads" && read_number(argv[i + 1], 1, n))
      options.threads = static_cast<int>(std::min<std::uint64_t>(n, 256));
    else if (i + 1 < argc && name == "--check-every" && read_number(argv[i + 1], 0, n))
      options.check_every = static_cast<std::uint32_t>(std::min<std::uint64_t>(n, 100000));
    else if (i + 1 < argc && name == "--keep-going" && read_number(argv[i + 1], 0, n))
      keep_going = n;
    else if (i + 1 < argc && name == "--replay")
      options.replay = argv[i + 1];
    else if (i + 1 < argc && name == "--agents")
      options.agents = argv[i + 1];
    else if (i + 1 < argc && name == "--agent")
      options.agent = argv[i + 1];
    else {
      std::fprintf(stderr,
                   "unknown option or value: %s %s\n(allowed: --games N, --first N, --threads 1.., "
                   "--check-every N, --keep-going 0|1, --replay FOLDER, --agents WEIGHTS, "
                   "--agent heuristic|policy|self-play|search)\n",
                   argv[i], i + 1 < argc ? argv[i + 1] : "");
      return false;
    }
  }
  return true;
}

void print(const Counts& c) {
  const auto n = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
  std::uint64_t refused = 0;
  std::string never;
  for (int i = 1; i <= static_cast<int>(Reason::pinned); ++i) {
    const std::uint64_t met = c.refused[static_cast<std::size_t>(i)];
    refused += met;
    if (met == 0) never += std::string(never.empty() ? "" : "; ") + reason_text(static_cast<Reason>(i));
  }
  std::printf("%llu positions, %llu actions asked (%llu refused; never: %s), %llu mutants (%llu accepted)\n",
              n(c.positions), n(c.actions), n(refused), never.empty() ? "-" : never.c_str(), n(c.mutants),
              n(c.accepted));
  std::printf("%llu games, %llu decisions, %llu won, %llu truncated, signature %016llx\n", n(c.games),
              n(c.decisions), n(c.won), n(c.truncated), n(c.signature));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) return 2;
  report_crashes();
  if (!options.replay.empty()) return replay_transcripts(options.replay) ? 0 : 1;
  if (!options.agents.empty()) return play_agents(options.agents, options.agent, options.games) ? 0 : 1;
  check_bounds();
  const Counts counts = run(options);
  if (!threads_agree(options)) {
    std::fprintf(stderr, "FAILED: the number of threads changes nothing (games %llu on)\n",
                 static_cast<unsigned long long>(options.first));
    return 1;
  }
  print(counts);
  return failures() ? 1 : 0;
}
