// Candidates side by side in shared worlds; those that are surely worse are dropped after each stage.
#include "search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <vector>

#include "legal.h"

namespace jimbot {

using plan::Choice;
using plan::Choices;
using plan::list_choices;
using plan::Network;
using plan::same;

namespace {

constexpr double kNotPlayed = -1;
constexpr int kFirstStage = 16;  // worlds; each stage doubles them
constexpr int kWorldsAtOnce = 4;  // per thread
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

struct Difference {
  double mean, error;  // its standard error
};
// In the worlds that both have seen.
Difference difference(const std::vector<double>& a, const std::vector<double>& b) {
  const std::size_t n = std::min(a.size(), b.size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double more = a[i] - b[i];
    sum += more, squares += more * more;
  }
  const double count = static_cast<double>(std::max<std::size_t>(1, n)), mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean) / count)};
}

// One number for all decisions between two rounds, from what a player sees throughout.
std::uint64_t visit_of(const Game& g) {
  PolicyRandom mixed{static_cast<std::uint64_t>(g.round)};
  const auto add = [&](auto number) { mixed.state = mixed.next() + static_cast<std::uint64_t>(number); };
  add(g.ante), add(g.boss), add(g.hands_played_run), add(g.discards_unused), add(g.stake), add(g.deck);
  for (const Tag& tag : g.ante_tags) add(tag.id);
  return mixed.next();
}

}  // namespace

std::vector<Search::Outcome> Search::measure(const Game& g, std::span<const Choice> choices, int worlds,
                                             std::uint64_t draw_seed) const {
  PolicyRandom random{draw_seed};
  const Rollouts::Blinds rated = Rollouts::blinds_rated(g, options_.blinds);
  std::vector<Line> lines;
  for (const Choice& choice : choices) lines.push_back(rollouts_.line(g, choice, draw_seed));
  std::vector<Outcome> out(choices.size());
  for (int i = 0; i < worlds; ++i) {
    const std::uint64_t each = random.next();
    double first = 0;
    for (std::size_t k = 0; k < choices.size(); ++k) {
      const Rollouts::End end = rollouts_.play(lines[k], rated, each);
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

// Where other threads are asking, these have their own for once.
template <class Work>
void Search::share(int count, const Work& work) const {
  if (options_.threads == 1 || !busy_.try_lock()) return Workers(options_.threads).run(count, work);
  const struct Unlock {
    Mutex& mutex;
    ~Unlock() { mutex.unlock(); }
  } unlock{busy_};
  if (!workers_) workers_ = std::make_unique<Workers>(options_.threads);
  workers_->run(count, work);
}

// How many of the worlds were played by all; what time did not allow is forgotten.
int Search::play_worlds(const Game& g, std::vector<Candidate>& candidates, std::size_t alive,
                        const std::vector<Line>& lines, std::span<const std::uint64_t> worlds,
                        Time begun) const {
  const Rollouts::Blinds rated = Rollouts::blinds_rated(g, options_.blinds);
  const auto late = [&] {
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begun;
    return options_.milliseconds > 0 && spent.count() > options_.milliseconds;
  };
  std::vector<double> values(worlds.size() * alive, kNotPlayed);
  share(static_cast<int>(values.size()), [&](int job) {
    const std::size_t at = static_cast<std::size_t>(job);
    if (!late()) values[at] = rollouts_.play(lines[at % alive], rated, worlds[at / alive]).chance;
  });
  int played = 0;
  for (std::size_t world = 0; world < worlds.size(); ++world) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(world * alive);
    if (std::any_of(begin, begin + static_cast<std::ptrdiff_t>(alive),
                    [](double v) { return v == kNotPlayed; }))
      continue;
    for (std::size_t i = 0; i < alive; ++i)
      candidates[i].values.push_back(begin[static_cast<std::ptrdiff_t>(i)]);
    ++played;
  }
  return played;
}

// What each is better than the likeliest, and what its likelihood counts for.
void Search::price(std::vector<Candidate>& candidates, std::size_t alive) const {
  for (std::size_t i = 0; i < alive; ++i) {
    Candidate& c = candidates[i];
    const Difference more = difference(c.values, candidates[0].values);
    c.price = options_.trust * c.behind + more.mean;
    c.error = more.error;
  }
}

// How many stay: those that are not surely worse than the best. The likeliest stays to the end, for all are priced
// against it; it has lost when it is surely worse than the only other one.
std::size_t Search::drop(std::vector<Candidate>& candidates, std::vector<Line>& lines,
                         std::size_t alive) const {
  const auto is_worse = [&](const Candidate& c, const Candidate& best) {
    const double error = difference(c.values, best.values).error;
    const double least = kLeastDeviation / std::sqrt(static_cast<double>(c.values.size()));
    return c.price < best.price - kSurely * std::max(least, error);
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < alive; ++i)
    if (candidates[i].price > candidates[best].price) best = i;
  for (std::size_t i = alive; i-- > 1;) {
    if (i == best || !is_worse(candidates[i], candidates[best])) continue;
    // behind those that stay, before those that were dropped earlier
    const auto to_end = [&](auto& all) {
      const auto at = all.begin() + static_cast<std::ptrdiff_t>(i);
      std::rotate(at, at + 1, all.begin() + static_cast<std::ptrdiff_t>(alive));
    };
    to_end(candidates), to_end(lines);
    --alive;
    if (best > i) --best;
  }
  if (alive == 2 && best == 1 && is_worse(candidates[0], candidates[1])) {
    std::swap(candidates[0], candidates[1]);
    alive = 1;
  }
  return alive;
}

// Between rounds all decisions of a visit meet the same worlds: what was played for one counts for the next.
void Search::compare(const Game& g, std::vector<Candidate>& candidates, PolicyRandom& random, Time begun,
                     int most, int& seen) const {
  std::vector<Line> lines;
  for (const Candidate& c : candidates) lines.push_back(rollouts_.line(g, *c.choice, random.next()));
  if (g.phase != Phase::selecting_hand) random.state = visit_of(g);
  std::size_t alive = candidates.size();
  bool late = false;
  Seeds worlds;
  for (int goal = kFirstStage / 2; seen < most && alive > 1 && !late;) {
    goal = std::min(2 * goal, most);
    while (seen < goal && !late) {
      worlds.resize(static_cast<std::size_t>(std::min(goal - seen, kWorldsAtOnce * options_.threads)));
      for (std::uint64_t& each : worlds) each = random.next();
      const int played = play_worlds(g, candidates, alive, lines, worlds, begun);
      seen += played;
      late = played < static_cast<int>(worlds.size());
    }
    if (seen == 0) break;
    price(candidates, alive);
    alive = drop(candidates, lines, alive);
  }
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(alive);
  std::stable_sort(candidates.begin(), end,
                   [](const Candidate& a, const Candidate& b) { return a.price > b.price; });
  // What was dropped was measured less: nothing of it beats what stayed.
  for (std::size_t i = 1; i < candidates.size(); ++i)
    candidates[i].price = std::min(candidates[i].price, candidates[i - 1].price);
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
    candidates.push_back({.choice = &choices.all[i], .behind = opinion.logits[i] - most});
  if (strategist_) ask_strategist(g, random.next(), candidates);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.behind > b.behind; });
  std::size_t likely = std::min<std::size_t>(2, candidates.size());
  while (likely < candidates.size() && candidates[likely].behind >= -kUnlikely) ++likely;
  candidates.resize(std::min(likely, static_cast<std::size_t>(options_.candidates)));
  for (Candidate& c : candidates) c.price = options_.trust * c.behind;
  compare(g, candidates, random, begun, worlds_for(decision.chance, options_.worlds), decision.worlds);
  for (const Candidate& c : candidates)
    if (!decision.alternatives.full())
      decision.alternatives.push({c.choice->action, c.price, c.choice->then, c.error});
  decision.action = candidates[0].choice->action;
  decision.then = candidates[0].choice->then;
  return decision;
}

}  // namespace jimbot
