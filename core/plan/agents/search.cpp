// Candidates side by side in shared worlds; those that are surely worse are dropped after each stage.
#include "search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "hidden.h"
#include "legal.h"
#include "step.h"
#include "workers.h"

namespace jimbot {

using plan::Choice;
using plan::Choices;
using plan::list_choices;
using plan::Network;
using plan::same;

namespace {

constexpr int kMaxDecisions = 2000;
constexpr int kFirstStage = 16;  // worlds; each stage doubles them
constexpr int kWorldsAtOnce = 4;  // per thread; then the clock is read
constexpr double kSurely = 2, kLeastDeviation = 0.02;
constexpr double kUnlikely =
    6;  // e times so often less likely than the likeliest: not looked at, but for the second
constexpr double kNotWeighed = 3;  // e times so often less likely: what the strategist does not weigh
const Action kCashOut{ActionKind::cash_out, 0, 0, {}};

// What can be gained goes with chance * (1 - chance), and so does the square of the error of a world: fewer show as
// much where a run is nearly won or lost.
int worlds_for(double chance, int most) {
  return std::clamp(static_cast<int>(4 * chance * (1 - chance) * most), std::min(kFirstStage, most), most);
}

void take(Game& g, const Choice& choice) {
  apply(g, choice.action);
  if (choice.then && g.phase != Phase::game_over && is_legal(g, *choice.then)) apply(g, *choice.then);
}

}  // namespace

// The mean chance to win where the next blind is chosen after each of these; those skipped count, too. In the shop
// before it the network knows less well what money is worth than by what it then does with it.
Search::End Search::play_on(Game& world, const Choice& choice, Blinds rated, std::uint64_t draw_seed) const {
  thread_local Choices choices;
  thread_local Network::Opinion opinion;
  PolicyRandom random{draw_seed};
  int passed = 0, next = rated.first;
  bool cleared = false;
  double sum = 0;
  const auto go_on = [&](const Choice& c) {
    passed += c.action.kind == ActionKind::skip_blind;
    take(world, c);
  };
  go_on(choice);
  for (int i = 0; i < kMaxDecisions && !world.won && world.phase != Phase::game_over; ++i) {
    if (world.phase == Phase::round_eval) {
      ++passed;
      cleared = true;
      apply(world, kCashOut);
      continue;
    }
    list_choices(world, network_->inputs(), random.next(), choices);
    const bool by_rule = choices.position.empty();
    const bool rates = passed >= next && world.phase == Phase::blind_select && !by_rule;
    if (choices.all.size() == 1 && !rates) {
      go_on(choices.all[0]);
      continue;
    }
    network_->judge(choices, opinion);
    if (rates) {
      sum += opinion.win_chance(plan::blind_number(world));
      if (next++ == rated.last) break;
    }
    go_on(choices.all[static_cast<std::size_t>(opinion.likeliest())]);
  }
  if (world.won) sum += rated.last + 1 - next;
  return {sum / (rated.last + 1 - rated.first), cleared || world.won};
}

// What cards are worth is seen when their blind is over. Where one can be skipped all go one further, so that they are
// rated at the same blinds.
Search::Blinds Search::blinds_rated(const Game& g) const {
  const int first = legal_indices(g, ActionKind::skip_blind) ? 2 : 1;
  return {first, g.phase == Phase::selecting_hand ? first : first + options_.blinds - 1};
}

std::vector<Search::Outcome> Search::measure(const Game& g, std::span<const Choice> choices, int worlds,
                                             std::uint64_t draw_seed) const {
  PolicyRandom random{draw_seed};
  const Blinds rated = blinds_rated(g);
  std::vector<Outcome> out(choices.size());
  for (int i = 0; i < worlds; ++i) {
    const std::uint64_t each = random.next();
    double first = 0;
    for (std::size_t k = 0; k < choices.size(); ++k) {
      Game world = g;
      determinize(world, each);
      const End end = play_on(world, choices[k], rated, each + 1);
      if (k == 0) first = end.chance;
      const double less = first - end.chance;
      out[k].chance += end.chance / worlds;
      out[k].less += less / worlds;
      out[k].error += less * less / worlds;  // for now the mean square
      out[k].cleared += end.cleared / double(worlds);
    }
  }
  for (Outcome& one : out)
    one.error = std::sqrt(std::max(0.0, one.error - one.less * one.less) / std::max(1, worlds - 1));
  return out;
}

// Prices: what each was better than the likeliest, and what its likelihood counts for.
void Search::compare(const Game& g, std::vector<Candidate>& candidates, PolicyRandom& random, Time begun,
                     int most, int& seen) const {
  const auto candidate = [&](int i) -> Candidate& { return candidates[static_cast<std::size_t>(i)]; };
  int alive = static_cast<int>(candidates.size());
  const Blinds rated = blinds_rated(g);
  Workers workers(options_.threads);
  std::vector<double> values;
  std::vector<std::uint64_t> draw_seeds;
  bool late = false;
  for (int goal = kFirstStage / 2; seen < most && alive > 1 && !late;) {
    goal = std::min(2 * goal, most);
    while (seen < goal && !late) {
      const int worlds = std::min(goal - seen, kWorldsAtOnce * options_.threads);
      draw_seeds.resize(static_cast<std::size_t>(worlds));
      for (std::uint64_t& each : draw_seeds) each = random.next();
      values.resize(static_cast<std::size_t>(worlds * alive));
      workers.run(worlds * alive, [&](int job) {
        const std::uint64_t draw_seed = draw_seeds[static_cast<std::size_t>(job / alive)];
        Game world = g;
        determinize(world, draw_seed);
        values[static_cast<std::size_t>(job)] =
            play_on(world, *candidate(job % alive).choice, rated, draw_seed + 1).chance;
      });
      seen += worlds;
      for (int job = 0; job < worlds * alive; ++job) {
        const double more =
            values[static_cast<std::size_t>(job)] - values[static_cast<std::size_t>(job - job % alive)];
        candidate(job % alive).sum += more;
        candidate(job % alive).squares += more * more;
      }
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begun;
      late = options_.milliseconds > 0 && spent.count() > options_.milliseconds;
    }
    for (int i = 0; i < alive; ++i) {
      Candidate& c = candidate(i);
      const double mean = c.sum / seen;
      c.price = options_.trust * c.behind + mean;
      c.error = std::sqrt(std::max(0.0, c.squares / seen - mean * mean)) / std::sqrt(seen);
    }
    // The likeliest stays to the end: all are compared with it. It has lost when another is surely better.
    std::stable_sort(candidates.begin() + 1, candidates.begin() + alive,
                     [](const Candidate& a, const Candidate& b) { return a.price > b.price; });
    const double best = std::max(candidate(0).price, alive > 1 ? candidate(1).price : 0);
    const double least = kLeastDeviation / std::sqrt(seen);
    const auto error = [&](const Candidate& c) { return std::max(least, c.error); };
    while (alive > 1 && candidate(alive - 1).price < best - kSurely * error(candidate(alive - 1))) --alive;
    if (alive == 2 && candidate(1).price > kSurely * error(candidate(1))) alive = 1;
  }
}

// Its prices are likelihoods, too: by as much as it trusts in the network. What the hand planner plays is as likely as
// what the network finds likeliest.
void Search::ask_strategist(const Game& g, std::uint64_t draw_seed,
                            std::vector<Candidate>& candidates) const {
  const Decision decision = strategist_->decide(g, draw_seed);
  for (Candidate& c : candidates) {
    if (decision.alternatives.empty()) {
      if (is_choice({decision.action, 0, decision.then}, *c.choice)) c.behind = 0;
      continue;
    }
    const auto* end = decision.alternatives.end();
    const auto* found = std::find_if(decision.alternatives.begin(), end, [&](const Alternative& a) {
      // by calls what is bought to be used is listed without the use
      return is_choice(a, *c.choice) || (g.calls_only && !c.choice->then && same(a.action, c.choice->action));
    });
    if (found == end)
      c.behind -= kNotWeighed;
    else
      c.behind = (found->price - decision.alternatives[0].price) / strategist_->trust();
  }
}

Decision Search::decide(const Game& g, std::uint64_t draw_seed, Detail) const {
  const Time begun = std::chrono::steady_clock::now();
  PolicyRandom random{draw_seed};
  Decision decision;
  decision.action = kCashOut;
  if (g.phase == Phase::round_eval) return decision;
  Choices choices;
  list_choices(g, network_->inputs(), random.next(), choices);
  decision.action = choices.all[0].action;
  decision.then = choices.all[0].then;
  if (choices.all.size() == 1) return decision;
  Network::Opinion opinion;
  network_->judge(choices, opinion);
  decision.chance = opinion.win_chance(plan::blind_number(g));
  const float most = *std::max_element(opinion.logits.begin(), opinion.logits.end());
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < choices.all.size(); ++i)
    candidates.push_back({&choices.all[i], opinion.logits[i] - most});
  if (strategist_) ask_strategist(g, random.next(), candidates);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.behind > b.behind; });
  std::size_t likely = std::min<std::size_t>(2, candidates.size());
  while (likely < candidates.size() && candidates[likely].behind >= -kUnlikely) ++likely;
  candidates.resize(std::min(likely, static_cast<std::size_t>(options_.candidates)));
  for (Candidate& c : candidates) c.price = options_.trust * c.behind;
  compare(g, candidates, random, begun, worlds_for(decision.chance, options_.worlds), decision.worlds);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.price > b.price; });
  for (const Candidate& c : candidates)
    if (!decision.alternatives.full())
      decision.alternatives.push({c.choice->action, c.price, c.choice->then, c.error});
  decision.action = candidates[0].choice->action;
  decision.then = candidates[0].choice->then;
  return decision;
}

}  // namespace jimbot
