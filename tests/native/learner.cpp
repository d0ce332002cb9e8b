// What a learner sees and may do: the mask is exact, observations hold nothing hidden, batches agree.
#include <cstring>
#include <memory>
#include <vector>

#include "batch.h"
#include "checks.h"
#include "hidden.h"
#include "report.h"
#include "search.h"
#include "step.h"

namespace jimbot::fuzz {
namespace {

constexpr std::uint32_t kStrategistEvery = 4;  // it is dear
constexpr std::uint64_t kSearchEvery = 8;      // and so is this
constexpr int kBatchGames = 24, kBatchSteps = 300;

struct Seen {
  Observation observation;
  std::vector<float> flat;

  Seen(const Game& g, const Picking& picking, const MoveMask& mask)
      : flat(static_cast<std::size_t>(flat_size())) {
    write_observation(g, picking, mask, observation);
    write_flat(observation, flat.data());
  }
  bool operator==(const Seen& other) const {
    return std::memcmp(&observation, &other.observation, sizeof observation) == 0 && flat == other.flat;
  }
};

std::vector<int> moves_of(const MoveMask& mask) {
  std::vector<int> moves;
  for (int move = 0; move < kMoves; ++move)
    if (mask.has(move)) moves.push_back(move);
  return moves;
}

void check_refusals(const Game& g, const Picking& picking, bool planned, const MoveMask& mask) {
  for (int move = 0; move < kMoves; ++move)
    if (!mask.has(move))
      check(std::strcmp(why_not(g, picking, planned, move), reason_text(Reason::none)) != 0,
            "a move outside the mask has a reason", g);
}

// The picking is written in part only; the whole must be the same.
void check_partial_write(const Game& g, const Picking& picking, const MoveMask& mask, Seen& before) {
  write_picking(g, picking, mask, before.observation);
  write_flat_picking(before.observation, before.flat.data());
  check(before == Seen(g, picking, mask), "a partial observation equals the whole one", g);
}

void check_path(const Game& g, const Action& a) {
  std::uint8_t path[kMaxPath];
  const int n = path_of(g, a, path);
  const auto by_moves = std::make_unique<Game>(g), by_action = std::make_unique<Game>(g);
  Picking picking;
  for (int i = 0; i < n; ++i) {
    check(legal_moves(*by_moves, picking, false).has(path[i]), "a path is legal", g);
    make_move(*by_moves, picking, path[i]);
  }
  if (n) apply(*by_action, a);
  check(std::memcmp(by_moves.get(), by_action.get(), sizeof g) == 0, "a path leads to its decision", g);
}

// One that likes and dislikes at random.
std::shared_ptr<const plan::Judge> any_judge() {
  const plan::Judge::Shape shape{32, 16};
  std::vector<float> weights(plan::Judge::weight_count(shape));
  PolicyRandom random{1};
  for (float& w : weights) w = static_cast<float>(random.below(2001)) / 10000 - 0.1f;
  return std::make_shared<const plan::Judge>(weights, shape);
}

std::shared_ptr<const plan::Network> any_network(
    plan::Network::Shape shape = {16, 8}, std::uint32_t most = 1000,
    const plan::Kernels& kernels = *plan::kernels_here().front()) {
  std::vector<float> layers[6];
  PolicyRandom random{1};
  for (std::size_t i = 0; i < 6; ++i) {
    layers[i].resize(plan::Network::weight_counts(shape)[i]);
    for (float& w : layers[i])
      w = (static_cast<float>(random.below(2 * most + 1)) - static_cast<float>(most)) / 10000;
  }
  return std::make_shared<const plan::Network>(
      plan::Network::Layers{layers[0], layers[1], layers[2], layers[3], layers[4], layers[5]}, shape,
      plan::InputOptions{}, kernels);
}

// Whatever instructions this CPU has; weights as small as usual, and so large that sums end at their bounds.
void check_kernels(const Game& g, std::uint64_t draw_seed) {
  where.doing = "kernels";
  using Networks = std::vector<std::shared_ptr<const plan::Network>>;
  const auto networks = [](plan::Network::Shape shape, std::uint32_t most) {
    Networks found;
    for (const plan::Kernels* kernels : plan::kernels_here())
      found.push_back(any_network(shape, most, *kernels));
    return found;
  };
  static const Networks kUsual = networks({100, 40}, 1000), kLarge = networks({33, 7}, 300'000'000);
  plan::Choices choices;
  plan::list_choices(g, {}, draw_seed, choices);
  for (const Networks* all : {&kUsual, &kLarge}) {
    plan::Network::Opinion first, other;
    all->front()->judge(choices, first);
    for (const auto& network : *all) {
      network->judge(choices, other);
      check(other.logits == first.logits && other.prices == first.prices && other.clears == first.clears,
            "all instruction sets give the same sums", g);
    }
  }
}

// They see no more than a player does, so a redrawn game gets the same decision.
template <class Decider>
void check_decider(const Decider& decider, const Game& g, const Game& redrawn, std::uint64_t draw_seed) {
  const Action a = decider.decide(g, draw_seed).action, b = decider.decide(redrawn, draw_seed).action;
  check(is_legal(g, a), "the decision is legal", g);
  check(action_text(a) == action_text(b), "nothing hidden is known", g);
}

void check_strategist(const Game& g, const Game& redrawn, std::uint64_t draw_seed) {
  where.doing = "strategist";
  static const auto kNetwork = any_network();
  static const auto kStrategist = std::make_shared<const Strategist>(
      StrategistOptions{.rounds = 4, .hands = {2, 2}, .trust = 0.01}, any_judge(), kNetwork);
  check_decider(*kStrategist, g, redrawn, draw_seed);
  if (draw_seed % kSearchEvery) return;
  where.doing = "search";
  static const Search kSearch(SearchOptions{3, 3, 1, 0.003, 0, 1}, kNetwork, kStrategist);
  check_decider(kSearch, g, redrawn, draw_seed);
}

}  // namespace

void check_learner(const Game& g, const Action& next, PolicyRandom& random) {
  where.doing = "learner";
  const auto redrawn = std::make_unique<Game>(g);
  determinize(*redrawn, random.next());
  for (const bool planned : {false, true}) {
    Picking picking;
    MoveMask mask = legal_moves(g, picking, planned);
    Seen seen(g, picking, mask);
    for (;;) {  // pick until something else is drawn
      check(!moves_of(mask).empty(), "some move is legal before the end", g);
      check(seen == Seen(*redrawn, picking, legal_moves(*redrawn, picking, planned)),
            "an observation holds nothing hidden", g);
      check_refusals(g, picking, planned, mask);
      const std::vector<int> moves = moves_of(mask);
      const int move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (move < kSelectableCards) {
        picking.cards |= 1ull << move;
        mask = legal_moves(g, picking, planned);
        check_partial_write(g, picking, mask, seen);
        continue;
      }
      if (planned && move == kPlayMove.first) break;
      const auto copy = std::make_unique<Game>(g);
      make_move(*copy, picking, move);  // apply asserts that it is legal
      check_position(*copy);
      break;
    }
  }
  check_path(g, next);
  if (random.below(kStrategistEvery) == 0) check_strategist(g, *redrawn, random.next());
  if (random.below(kStrategistEvery) == 0) check_kernels(g, random.next());
  if (g.phase != Phase::selecting_hand) return;
  const std::uint64_t seed = random.next();
  PolicyRandom first{seed}, second{seed};
  const Action plan = plan_hand(g, {4, 4}, first), redrawn_plan = plan_hand(*redrawn, {4, 4}, second);
  check(is_legal(g, plan), "a plan is legal", g);
  check(action_text(plan) == action_text(redrawn_plan), "a plan knows nothing hidden", g);
}

bool batches_agree(std::uint64_t first) {
  std::vector<Facts> facts[2];
  for (int k = 0; k < 2; ++k) {
    BatchOptions options;
    options.games = kBatchGames;
    options.threads = k ? 3 : 1;
    options.flat = true;
    Batch batch(options);
    std::vector<Start> starts;
    for (std::uint64_t i = 0; i < 8; ++i) {
      Start start;
      start.run = varied_options({}, first + i);
      start.run.one_chip = i % 2;
      starts.push_back(start);
    }
    batch.set_starts(starts);
    for (int i = 0; i < kBatchGames; ++i) batch.reset(i, first + static_cast<std::uint64_t>(i));
    std::vector<std::int32_t> moves(kBatchGames);
    for (int step = 0; step < kBatchSteps; ++step) {
      batch.random_moves(static_cast<std::uint64_t>(step), moves.data());
      if (batch.find_refused(moves.data()) >= 0) return false;
      batch.step(moves.data());
    }
    facts[k] = batch.facts;
  }
  return std::memcmp(facts[0].data(), facts[1].data(), facts[0].size() * sizeof(Facts)) == 0;
}

}  // namespace jimbot::fuzz
