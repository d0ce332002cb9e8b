// The strategist: every decision of a run from what a player sees. Cards are played by the hand planner; builds
// are priced by measuring what they score, and money by a model of the blinds and shops to come.
#pragma once
#include "planner.h"
#include "strategist/strength.h"
#include "strategist/value.h"

namespace jimbot {

struct StrategistOptions {
  int rounds = 128;  // played to measure a build
  int shelves = 4;  // looked at to price a reroll
  int packs = 4;  // opened to price a pack, and hands dealt to price a consumable
  PlannerOptions hands = {12, 24};
};

// One alternative with its price: how much it changes the chance to win.
struct Alternative {
  Action action;
  double price;
  bool two = false;  // a second action belongs to it: what a sale makes room for
  Action then = {};
};
using Alternatives = FixedVec<Alternative, 64, std::uint32_t>;

class Strategist {
 public:
  explicit Strategist(const StrategistOptions& options) : options_(options) {}

  // A legal action; `luck` drives what is drawn on the way. What was weighed is left in `alternatives`, best first.
  Action decide(const Game& g, std::uint64_t luck);
  Alternatives alternatives{};
  double win_chance = 0;  // before the decision

 private:
  using Yardstick = strategist::Yardstick;
  Action decide_seen(const Game& seen);
  Action shop(const Game& seen);
  Action pack(const Game& seen);
  Action blind(const Game& seen);
  Action hand(const Game& seen);

  // What is measured of a build; money comes on top.
  struct Build {
    double now, later, boss_edge;  // ln(chips of a round), as it is and grown; against the boss of this ante
  };
  Build measure(const Game& g) const;
  // The chance to win with a build. `extra_dollars` stands for what cannot be measured.
  double worth(const Game& g, const Build& build, double extra_dollars = 0) const;
  double worth(const Game& g) const { return worth(g, measure(g)); }
  void weigh(const Action& a, double price);
  void weigh_purchases(const Game& seen, const Build& build, double now);
  void weigh_joker(const Game& seen, const Action& take, double now);
  void weigh_picks(const Game& seen, const Build& build, double now);
  double pack_price_of(const Game& seen, const Action& buy, const Build& build, double now);
  double use_price_of(const Game& seen, ConsumableId id, double now);
  double best_price() const;
  double reroll_price_of(const Game& seen, const Build& build, double now);
  Action best_or(const Action& otherwise, double least);

  StrategistOptions options_;
  PolicyRandom random_{};
  std::uint64_t worlds_ = 0;
  int rounds_ = 0;
  bool has_planned_ = false;
  Action planned_{};  // the second action of the last decision
};

}  // namespace jimbot
