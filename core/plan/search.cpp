// Candidates side by side in shared worlds; the worse half is dropped after each stage.
#include "search.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "content.h"
#include "hidden.h"
#include "legal.h"
#include "step.h"
#include "workers.h"

namespace jimbot {
namespace {

constexpr int kMostDecisions = 2000;
constexpr int kStages = 4;
constexpr int kWorldsAtOnce = 2;  // per thread; then the clock is read
// A candidate that is behind by so many standard errors is not looked at any further. Few worlds show little of how
// much they differ: differences deviate by this much at least.
constexpr double kSurely = 2, kLeastDeviation = 0.03;

bool takes_what_it_shows(const Item& item) {
  return item.kind != ItemKind::consumable || kind_of(item.consumable.id) == ConsumableKind::planet;
}

// Whether nothing hidden comes up by it: then it leads to the same position in every world.
bool reveals_nothing(const Game& g, const Action& a) {
  switch (a.kind) {
    case ActionKind::rearrange_jokers:
    case ActionKind::sell_consumable:
    case ActionKind::buy_card: return true;
    case ActionKind::sell_joker: return !(g.hooks & kSold);
    case ActionKind::buy_voucher: return row(g.shop_vouchers[a.index].id).shop_slots == 0;
    case ActionKind::buy_and_use: return takes_what_it_shows(g.shop[a.index]);
    case ActionKind::pick: return takes_what_it_shows(g.pack_cards[a.index]);
    case ActionKind::leave_shop: return !(g.hooks & kShopLeft);
    default: return false;
  }
}

}  // namespace

// Plays on from an alternative as long as all worlds are alike.
Search::Line Search::until_revealed(const Game& seen, const Alternative& from, std::uint64_t luck) const {
  PolicyRandom random{luck};
  const Strategist player(options_.play_on, judge_);
  Line line{seen, from.action, from.then};
  for (int i = 0; i < kMostDecisions && reveals_nothing(line.at, line.next); ++i) {
    apply(line.at, line.next);
    if (line.then && is_legal(line.at, *line.then)) {
      line.next = *std::exchange(line.then, std::nullopt);
      continue;
    }
    const Decision decision = player.decide(line.at, random.next());
    line.next = decision.action;
    line.then = decision.then;
  }
  return line;
}

// The chance to win at the end of the last blind played.
double Search::play_on(Game world, const Line& line, std::uint64_t luck) const {
  PolicyRandom random{luck};
  const Strategist player(options_.play_on, judge_);
  apply(world, line.next);
  int blinds = 0;
  std::optional<Action> then = line.then;
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
    Line line;
    double sum, squares, price;  // what it was better than the first one in each world
  };
  std::vector<Candidate> candidates;
  for (int i = 0; i < alive; ++i)
    candidates.push_back(
        {alternatives[i], until_revealed(seen, alternatives[i], random.next()), 0, 0, alternatives[i].price});
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
        const Line& line = candidate(job % alive).line;
        Game world = line.at;
        determinize(world, luck);
        values[static_cast<std::size_t>(job)] = play_on(world, line, luck + 1);
      });
      worlds_seen += worlds;
      for (int job = 0; job < worlds * alive; ++job) {
        const double more =
            values[static_cast<std::size_t>(job)] - values[static_cast<std::size_t>(job - job % alive)];
        candidate(job % alive).sum += more;
        candidate(job % alive).squares += more * more;
      }
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begun;
      late = options_.milliseconds > 0 && spent.count() > options_.milliseconds;
    }
    // What was seen, compared with the strategist's choice, moves the price.
    const double evidence = options_.trust + worlds_seen;
    double best = candidate(0).price;
    for (int i = 0; i < alive; ++i) {
      Candidate& c = candidate(i);
      c.price = candidate(0).from.price +
                (options_.trust * (c.from.price - candidate(0).from.price) + c.sum) / evidence;
      best = std::max(best, c.price);
    }
    std::stable_sort(candidates.begin() + 1, candidates.begin() + alive,
                     [](const Candidate& a, const Candidate& b) { return a.price > b.price; });
    alive = std::min(alive, std::max(2, (alive + 1) / 2));
    const auto error = [&](const Candidate& c) {
      const double mean = c.sum / worlds_seen;
      const double deviation = std::sqrt(std::max(0.0, c.squares / worlds_seen - mean * mean));
      return std::max(kLeastDeviation, deviation) * std::sqrt(worlds_seen) / evidence;
    };
    // The first one stays to the end: all are compared with it. It has lost when another is surely better.
    const auto loses = [&](const Candidate& c) { return c.price < best - kSurely * error(c); };
    while (alive > 1 && loses(candidate(alive - 1))) --alive;
    if (alive == 2 && candidate(0).price < candidate(1).price - kSurely * error(candidate(1))) alive = 1;
  }
  for (int i = 0; i < static_cast<int>(candidates.size()); ++i) {
    alternatives[i] = candidate(i).from;
    alternatives[i].price = candidate(i).price;
  }
  std::stable_sort(alternatives.begin(), alternatives.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
}

}  // namespace jimbot
