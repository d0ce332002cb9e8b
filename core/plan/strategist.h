// The strategist: every decision of a run from what a player sees. Cards are played by the hand planner; what can
// be bought, sold, picked or skipped is tried on a copy and judged by the chance to win that it leaves. What a
// network finds less likely must leave more.
#pragma once
#include <memory>
#include <optional>

#include "imitation/network.h"
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
  kSales = 64,  // without buying: of jokers whose sale does something, that cost rent or have failed
  kJokerOrder = 128,
  kBossInView = 256,  // builds measured against the boss of the ante
};

struct StrategistOptions {
  int rounds = 16;  // played to measure a build
  PlannerOptions hands = {12, 24};
  double curiosity =
      0;  // deviation of what is added to prices, for learning, as a share of the chance to win
  std::uint64_t quirk = 0;  // drives what is added
  double daring = 0;  // chance that any alternative is taken, for learning
  std::uint32_t without = 0;  // StrategyPart bits
  bool rough = false;  // only the present build is measured against the boss
  double trust =
      0;  // in the network: chance to win that it takes to outweigh a choice that is e times as likely
};

// One alternative with its price: how much it changes the chance to win.
struct Alternative {
  Action action;
  double price;
  std::optional<Action> then = {};  // a second action that belongs to it: what a sale makes room for
};
bool is_choice(const Alternative& a, const imitation::Choice& choice);
using Alternatives = FixedVec<Alternative, 96, std::uint32_t>;

struct Decision {
  Action action{};
  std::optional<Action> then{};  // meant for the position that follows, if it is legal there
  Alternatives
      alternatives{};  // what was weighed, best first: empty where a rule or the hand planner decided
  double chance = 0;  // to win, before the decision; 0 where nothing was weighed
  int worlds = 0;  // redrawn games that Search played on in
  bool dared = false;  // taken whatever its price
};

// Which alternatives a decision tells of.
enum class Telling {
  weighed,
  all,  // also those that the network doubts, which are not weighed otherwise
  hands,  // and what the hand planner weighed, by the chance to clear
};

// Remembers nothing: any number of threads may ask one strategist.
class Strategist {
 public:
  // No network: the judge decides alone.
  Strategist(const StrategistOptions& options, std::shared_ptr<const strategist::Judge> judge,
             std::shared_ptr<const imitation::Network> network = nullptr)
      : options_(options), judge_(std::move(judge)), network_(std::move(network)) {}

  // A legal action; `luck` drives what is drawn on the way. Telling more changes no decision.
  Decision decide(const Game& g, std::uint64_t luck, Telling telling = Telling::weighed) const;
  Decision lesson(const Game& g, std::uint64_t luck) const { return decide(g, luck, Telling::hands); }

  // The position that an action leaves, before its outcome is seen: as the judge sees it, and its judgement.
  strategist::Features features_after(const Game& g, const Action& a, std::uint64_t luck) const;
  double chance_after(const Game& g, const Action& a, std::uint64_t luck) const;

  double trust() const { return options_.trust; }  // in the network

 private:
  StrategistOptions options_;
  std::shared_ptr<const strategist::Judge> judge_;
  std::shared_ptr<const imitation::Network> network_;
};

}  // namespace jimbot
