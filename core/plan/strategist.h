// The strategist: every decision of a run from what a player sees. Cards are played by the hand planner; what can
// be bought, sold, picked or skipped is tried on a copy and judged by the chance to win that it leaves.
#pragma once
#include <memory>

#include "planner.h"
#include "strategist/judge.h"

namespace jimbot {

// What may be left out, to see what it is worth.
enum StrategyPart : std::uint32_t {
  kSkips = 1,  // skipping blinds for tags
  kRerolls = 2,  // of the shop
  kPacks = 4,
  kVouchers = 8,
  kSwaps = 16,  // a joker sold for another
  kConsumables = 32,  // bought from the shelf
  kSales = 64,  // without buying: of jokers whose sale does something
  kJokerOrder = 128,
  kBossInView = 256,  // builds measured against the boss of the ante
};

struct StrategistOptions {
  int rounds = 16;  // played to measure a build
  PlannerOptions hands = {12, 24};
  double curiosity =
      0;  // deviation of what is added to prices, for learning, as a share of the chance to win
  std::uint64_t quirk = 0;  // drives what is added
  std::uint32_t without = 0;  // StrategyPart bits
  bool rough = false;  // only the present build is measured against the boss
};

// One alternative with its price: how much it changes the chance to win.
struct Alternative {
  Action action;
  double price;
  bool two = false;  // a second action belongs to it: what a sale makes room for
  Action then = {};
};
using Alternatives = FixedVec<Alternative, 96, std::uint32_t>;

class Strategist {
 public:
  Strategist(const StrategistOptions& options, std::shared_ptr<const strategist::Judge> judge)
      : options_(options), judge_(std::move(judge)) {}

  // A legal action; `luck` drives what is drawn on the way. What was weighed is left in `alternatives`, best
  // first: empty where a rule or the hand planner decided.
  Action decide(const Game& g, std::uint64_t luck);
  Alternatives alternatives{};
  double win_chance = 0;  // before the decision

  // The position that an action leaves, before its outcome is seen: as the judge sees it, and its judgement.
  strategist::Features features_after(const Game& g, const Action& a, std::uint64_t luck);
  double chance_after(const Game& g, const Action& a, std::uint64_t luck);

 private:
  using Unseen = strategist::Unseen;
  Action shop(const Game& seen);
  Action pack(const Game& seen);
  Action blind(const Game& seen);

  bool does(StrategyPart part) const { return !(options_.without & part); }
  const strategist::Build& measure(const Game& g);
  const strategist::Build& build_of(const Game& g);
  double worth(const Game& g, Unseen unseen = Unseen::nothing);
  void begin(const Game& seen, const Action& otherwise);  // what the alternatives are compared with
  double mean_worth(const Game& seen, const Action& a);
  bool weigh(const Game& seen, const Action& a);
  void add(const Action& a, double price) { add({a, price, false, {}}); }
  void add(const Alternative& alternative);
  void weigh_joker(const Game& seen, const Action& take);
  void rank_sales(const Game& seen);
  void weigh_shelf(const Game& seen);
  void weigh_picks(const Game& seen);
  Action best();

  StrategistOptions options_;
  std::shared_ptr<const strategist::Judge> judge_;
  PolicyRandom random_{};
  std::uint64_t worlds_ = 0;
  bool has_planned_ = false;
  Action planned_{};  // the second action of the last decision

  struct Sale {
    std::uint8_t joker;
    double price;
  };
  FixedVec<Sale, kMaxJokers, std::uint64_t> sales_{};  // of this decision, best first

  double boss_edge_ = 0;  // of the build that was measured in full, in ln(chips)
  Game built_;  // what was measured last
  strategist::Build build_;
};

}  // namespace jimbot
