// Candidates side by side in shared worlds; the worse half is dropped after each stage.
#include "search.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hidden.h"
#include "legal.h"
#include "step.h"
#include "workers.h"

namespace jimbot {
namespace {

constexpr int kMostDecisions = 2000;
constexpr int kStages = 3;
constexpr int kWorldsAtOnce = 2;  // per thread; then the clock is read

}  // namespace

// The chance to win at the end of the last blind played.
double Search::play_on(Game world, const Alternative& from, std::uint64_t luck) const {
  PolicyRandom random{luck};
  const Strategist player(options_.play_on, judge_);
  apply(world, from.action);
  if (from.then) apply(world, *from.then);
  int blinds = 0;
  std::optional<Action> then;
  for (int i = 0; i < kMostDecisions; ++i) {
    if (world.won) return 1;
    if (world.phase == Phase::game_over) return 0;
    if (world.phase == Phase::round_eval && ++blinds == options_.blinds)
      return player.chance_after(world, {ActionKind::cash_out, 0, 0, {}}, random.next());
    const std::uint64_t next = random.next();
    if (then && is_legal(world, *then)) {
      apply(world, *std::exchange(then, std::nullopt));
      continue;
    }
    const Decision decision = player.decide(world, next);
    apply(world, decision.action);
    then = decision.then;
  }
  return 0;
}

Decision Search::decide(const Game& g, std::uint64_t luck) const { return decide(g, luck, false); }
Decision Search::lesson(const Game& g, std::uint64_t luck) const { return decide(g, luck, true); }

Decision Search::decide(const Game& g, std::uint64_t luck, bool tells_hands) const {
  const auto begun = std::chrono::steady_clock::now();
  PolicyRandom random{luck};
  Game seen = g;
  determinize(seen, random.next());
  const Strategist prior(options_.prior, judge_);
  Decision decision = tells_hands ? prior.lesson(seen, random.next()) : prior.decide(seen, random.next());
  if (seen.phase == Phase::selecting_hand) return decision;
  const Alternatives& all = decision.alternatives;
  if (all.empty() || all[0].action.kind != decision.action.kind) return decision;
  const double least = all[0].price - options_.prior.hands.tuning.hopeless * (decision.chance + all[0].price);
  int alive = 1;
  while (alive < std::min(options_.candidates, all.size()) && all[alive].price >= least) ++alive;
  if (alive > 1) compare(seen, alive, random, begun, decision);
  decision.action = all[0].action;
  decision.then = all[0].then;
  return decision;
}

void Search::compare(const Game& seen, int alive, PolicyRandom& random, Time begun,
                     Decision& decision) const {
  Alternatives& alternatives = decision.alternatives;
  int& worlds_seen = decision.worlds;
  Workers workers(options_.threads);
  struct Candidate {
    Alternative from;
    double sum, price;
  };
  std::vector<Candidate> candidates;
  for (int i = 0; i < alive; ++i) candidates.push_back({alternatives[i], 0, alternatives[i].price});
  const auto candidate = [&](int i) -> Candidate& { return candidates[static_cast<std::size_t>(i)]; };
  std::vector<double> values;
  std::vector<std::uint64_t> lucks;
  bool late = false;
  for (int stage = 0; stage < kStages && alive > 1 && !late; ++stage) {
    const int goal = options_.worlds * (stage + 1) / kStages;
    while (worlds_seen < goal && !late) {
      const int worlds = std::min(goal - worlds_seen, kWorldsAtOnce * options_.threads);
      lucks.resize(static_cast<std::size_t>(worlds));
      for (std::uint64_t& luck : lucks) luck = random.next();
      values.resize(static_cast<std::size_t>(worlds * alive));
      workers.run(worlds * alive, [&](int job) {
        const std::uint64_t luck = lucks[static_cast<std::size_t>(job / alive)];
        Game world = seen;
        determinize(world, luck);
        values[static_cast<std::size_t>(job)] = play_on(world, candidate(job % alive).from, luck + 1);
      });
      worlds_seen += worlds;
      for (int job = 0; job < worlds * alive; ++job)
        candidate(job % alive).sum += values[static_cast<std::size_t>(job)];
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begun;
      late = options_.milliseconds > 0 && spent.count() > options_.milliseconds;
    }
    // What was seen, compared with the strategist's choice, moves the price.
    const Candidate& first = candidate(0);
    for (int i = 0; i < alive; ++i) {
      Candidate& c = candidate(i);
      c.price = (options_.trust * c.from.price + worlds_seen * first.from.price + c.sum - first.sum) /
                (options_.trust + worlds_seen);
    }
    std::stable_sort(candidates.begin() + 1, candidates.begin() + alive,
                     [](const Candidate& a, const Candidate& b) { return a.price > b.price; });
    alive = std::min(alive, std::max(2, (alive + 1) / 2));
  }
  for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
    alternatives[i] = candidate(i).from;
    alternatives[i].price = candidate(i).price;
  }
  std::stable_sort(alternatives.begin(), alternatives.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
}

}  // namespace jimbot
