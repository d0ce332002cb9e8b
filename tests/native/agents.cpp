// Agents of the core, with the weights of the package.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>

#include "elsewhere.h"
#include "hidden.h"
#include "playout.h"
#include "report.h"
#include "search.h"
#include "self_play.h"
#include "step.h"
#include "strategist.h"

namespace jimbot::fuzz {
namespace {

constexpr StrategistOptions kHeuristic{.trust = 0.005};  // as the agents of these names
constexpr StrategistOptions kLikely{.trust = 0.01};
constexpr SearchOptions kSearch{.worlds = 16};  // a cheap one
constexpr std::uint64_t kGamesOfSearch = 20;  // one in this many: it takes as much longer
constexpr int kMaxSteps = 20'000;

struct Weights {
  std::shared_ptr<const plan::Judge> judge;
  std::shared_ptr<const plan::Network> network;
};

// Six numbers (units of the judge's layers and of the network's, its redraws and rounds), then weights.
std::optional<Weights> read_weights(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto read = [&](auto& out) {
    file.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size() * sizeof out[0]));
  };
  std::array<std::int32_t, 6> sizes{};
  read(sizes);
  const plan::Judge::Shape judge{sizes[0], sizes[1]};
  const plan::Network::Shape network{sizes[2], sizes[3]};
  if (!file || !plan::Judge::is_allowed(judge) || !plan::Network::is_allowed(network)) return {};
  std::vector<float> weights(plan::Judge::weight_count(judge)), layers[6];
  read(weights);
  const auto counts = plan::Network::weight_counts(network);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    layers[i].resize(counts[i]);
    read(layers[i]);
  }
  if (!file || file.peek() != std::ifstream::traits_type::eof()) return {};
  const plan::InputOptions inputs{sizes[4], sizes[5]};
  return Weights{std::make_shared<plan::Judge>(weights, judge),
                 std::make_shared<plan::Network>(
                     plan::Network::Layers{layers[0], layers[1], layers[2], layers[3], layers[4], layers[5]},
                     network, inputs)};
}

struct Sums {
  std::uint64_t count = 0, decisions = 0, numbers = 0;

  void add_to(std::uint64_t& sum, std::uint64_t value) { sum = PolicyRandom{sum ^ value}.next(); }
  void decided(const Action& a) {
    ++count;
    add_to(decisions,
           static_cast<std::uint64_t>(a.kind) << 16 | static_cast<std::uint64_t>(a.index) << 8 | a.count);
    for (int i = 0; i < a.count; ++i) add_to(decisions, a.cards[static_cast<std::size_t>(i)]);
  }
  void compared(double number) { add_to(numbers, std::bit_cast<std::uint64_t>(number)); }
};

plan::Choice by_strategist(const Strategist& strategist, const Game& seen, std::uint64_t draw_seed,
                           Sums& sums) {
  const Decision decision = strategist.decide(seen, draw_seed);
  sums.compared(decision.chance);
  for (const Alternative& a : decision.alternatives) sums.compared(a.price);
  return {decision.action, decision.then};
}

plan::Choice by_search(const Search& search, const Game& seen, std::uint64_t draw_seed, Sums& sums) {
  const Decision decision = search.decide(seen, draw_seed);
  sums.compared(decision.chance);
  for (const Alternative& a : decision.alternatives) sums.compared(a.price), sums.compared(a.error);
  return {decision.action, decision.then};
}

plan::Choice by_network(const plan::Network& network, const Game& seen, std::uint64_t draw_seed, Sums& sums) {
  const auto rated = network.rate(seen, draw_seed);
  for (const auto& one : rated) sums.compared(one.probability), sums.compared(one.value);
  return rated[0].choice;
}

void print(const char* name, std::uint64_t games, std::uint64_t won, const Sums& sums) {
  const auto n = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
  std::printf("%s: %llu games, %llu won, %llu decisions %016llx, numbers %016llx\n", name, n(games), n(won),
              n(sums.count), n(sums.decisions), n(sums.numbers));
}

template <class Decide>
void play(std::uint64_t games, const char* name, const Decide& decide) {
  Sums sums;
  std::uint64_t won = 0;
  const auto g = std::make_unique<Game>(), seen = std::make_unique<Game>();
  for (std::uint64_t game = 0; game < games; ++game) {
    char seed[9];
    seed_from_number(game, seed);
    RunOptions run = varied_options({}, game);
    run.seed = {seed, 8};
    start_run(*g, run);
    PolicyRandom random{game};
    while (g->phase != Phase::game_over) {
      const std::uint64_t draw_seed = random.next();
      *seen = *g;
      determinize(*seen, draw_seed);
      const plan::Choice choice = decide(*seen, draw_seed, sums);
      sums.decided(choice.action);
      check(is_legal(*g, choice.action), "the decision of an agent is legal", *g);
      apply(*g, choice.action);
      if (choice.then && g->phase != Phase::game_over && is_legal(*g, *choice.then)) {
        sums.decided(*choice.then);
        apply(*g, *choice.then);
      }
    }
    won += g->won;
  }
  print(name, games, won, sums);
}

// All games at once, as for a learner.
void play_to_learn(std::uint64_t games, const plan::Network& network) {
  std::vector<std::uint64_t> draw_seeds;
  std::vector<std::string> seeds;
  plan::Starts starts{{}, {}, {}, kMaxSteps, plan::kBlinds};
  for (std::uint64_t game = 0; game < games; ++game) {
    char seed[9];
    seed_from_number(game, seed);
    seeds.emplace_back(seed, 8);
    draw_seeds.push_back(game);
  }
  for (std::uint64_t game = 0; game < games; ++game) {
    starts.runs.push_back(varied_options({}, game));
    starts.runs.back().seed = seeds[game];
  }
  starts.draw_seeds = draw_seeds;
  const plan::SelfPlay played = plan::play_network(network, starts, {}, 2);
  Sums sums;
  for (const plan::Lesson& lesson : played.lessons)
    for (const plan::Step& step : lesson.steps) sums.decided(step.taken);
  for (std::size_t i = 0; i < played.rows.chance.size; ++i) sums.compared(played.rows.chance.values[i]);
  const auto won = std::count_if(played.lessons.begin(), played.lessons.end(),
                                 [](const plan::Lesson& lesson) { return lesson.won; });
  print("self-play", games, static_cast<std::uint64_t>(won), sums);
}

}  // namespace

bool play_agents(const std::string& path, const std::string& agent, std::uint64_t games) {
  const auto weights = read_weights(path);
  if (!weights) {
    std::fprintf(stderr, "%s holds no weights (tools/portable.py writes them)\n", path.c_str());
    return false;
  }
  const auto plays = [&](const char* name) { return agent.empty() || agent == name; };
  if (plays("heuristic")) {
    const Strategist strategist(kHeuristic, weights->judge, weights->network);
    play(games, "heuristic", [&](const Game& seen, std::uint64_t draw_seed, Sums& sums) {
      return by_strategist(strategist, seen, draw_seed, sums);
    });
  }
  if (plays("policy"))
    play(games, "policy", [&](const Game& seen, std::uint64_t draw_seed, Sums& sums) {
      return by_network(*weights->network, seen, draw_seed, sums);
    });
  if (plays("self-play")) play_to_learn(games, *weights->network);
  if (plays("search")) {
    const auto likely = std::make_shared<const Strategist>(kLikely, weights->judge, weights->network);
    const Search search(kSearch, weights->network, likely);
    play((games + kGamesOfSearch - 1) / kGamesOfSearch, "search",
         [&](const Game& seen, std::uint64_t draw_seed, Sums& sums) {
           return by_search(search, seen, draw_seed, sums);
         });
  }
  return true;
}

}  // namespace jimbot::fuzz
