// The strategist: every decision of a run from what a player sees. Cards are played by the hand planner; a purchase,
// sale, pick or skip is tried on a copy, and the judge says what chance to win it leaves. What the network finds less
// likely must leave more.
#pragma once
#include <memory>

#include "decision.h"
#include "judge.h"
#include "network.h"

namespace jimbot {

// What may be left out, to see what it is worth.
enum StrategyPart : std::uint32_t {
  kSkips = 1,  // skipping blinds for tags
  kRerolls = 2,  // of the shop
  kPacks = 4,
  kVouchers = 8,
  kSwaps = 16,  // a joker sold for another
  kConsumables = 32,  // bought from the shelf
  kSales = 64,  // without buying: of jokers whose sale does something, that cost rent or have failed
  kJokerOrder = 128,
  kBossInView = 256,  // builds measured against the boss of the ante
};

struct StrategistOptions {
  int rounds = 16;  // played to measure a build
  PlannerOptions hands = {12, 24};
  // For learning: noise is added to prices, with this deviation as a share of the chance to win, drawn from `quirk`.
  double curiosity = 0;
  std::uint64_t quirk = 0;
  double daring = 0;  // for learning: chance that any alternative is taken
  std::uint32_t without = 0;  // StrategyPart bits
  double trust = 0;  // in the network: chance to win that outweighs one nat of log probability
};

// Remembers nothing: any number of threads may ask one strategist.
class Strategist {
 public:
  // No network: the judge decides alone.
  Strategist(const StrategistOptions& options, std::shared_ptr<const plan::Judge> judge,
             std::shared_ptr<const plan::Network> network = nullptr)
      : options_(options), judge_(std::move(judge)), network_(std::move(network)) {}

  // A legal action; `draw_seed` drives what is drawn on the way. The detail changes no decision.
  Decision decide(const Game& g, std::uint64_t draw_seed, Detail detail = Detail::weighed) const;
  Decision lesson(const Game& g, std::uint64_t draw_seed) const {
    return decide(g, draw_seed, Detail::hands);
  }

  // The judge's inputs of the position that an action leaves, before its outcome is seen.
  plan::Features features_after(const Game& g, const Action& a, std::uint64_t draw_seed) const;

  double trust() const { return options_.trust; }  // in the network

 private:
  StrategistOptions options_;
  std::shared_ptr<const plan::Judge> judge_;
  std::shared_ptr<const plan::Network> network_;
};

}  // namespace jimbot
