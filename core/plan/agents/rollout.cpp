// What is known is compared in two redrawn games: where they differ something was seen.
#include "rollout.h"

#include <atomic>
#include <cassert>
#include <cstring>

#include "hidden.h"
#include "legal.h"
#include "memo.h"
#include "step.h"

namespace jimbot {

using plan::Choice;
using plan::Choices;
using plan::Fingerprint;
using plan::list_choices;
using plan::Network;

namespace {

constexpr int kMaxDecisions = 2000;
constexpr int kMaxLine = 64;
constexpr std::uint64_t kKnown = 1;  // what is known is compared as this draw seed redraws the rest
const Action kCashOut{ActionKind::cash_out, 0, 0, {}};

void take(Game& g, const Choice& choice) {
  apply(g, choice.action);
  if (choice.then && g.phase != Phase::game_over && is_legal(g, *choice.then)) apply(g, *choice.then);
}

Game known(const Game& g) {
  Game known = g;
  determinize(known, kKnown);
  return known;
}

void add(Fingerprint& key, const Action& a) {
  key.add(static_cast<std::uint64_t>(a.kind) << 16 | static_cast<std::uint64_t>(a.index) << 8 | a.count);
  for (int i = 0; i < a.count; ++i) key.add(a.cards[static_cast<std::size_t>(i)]);
}

Fingerprint key_of(const Game& start, const Choice& first, std::uint64_t id) {
  const Game g = known(start);
  Fingerprint key{id, ~id};
  const char* bytes = reinterpret_cast<const char*>(&g);
  static_assert(sizeof g % sizeof(std::uint64_t) == 0);
  for (std::size_t at = 0; at < sizeof g; at += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, bytes + at, sizeof word);
    key.add(word);
  }
  add(key, first.action);
  if (first.then) add(key, *first.then);
  return key;
}

bool is_between_rounds(Phase phase) {
  return phase == Phase::shop || phase == Phase::blind_select || phase == Phase::pack;
}

// What the network likes best.
const Choice& choose(const Network& network, const Game& g, std::uint64_t draw_seed) {
  thread_local Choices choices;
  thread_local Network::Opinion opinion;
  list_choices(g, network.inputs(), draw_seed, choices);
  if (choices.all.size() == 1) return choices.all[0];
  network.judge(choices, opinion);
  return choices.all[static_cast<std::size_t>(opinion.likeliest())];
}

}  // namespace

Rollouts::Rollouts(std::shared_ptr<const Network> network) : network_(std::move(network)) {
  static std::atomic<std::uint64_t> count{0};
  id_ = ++count;
}

// A skipped blind counts where it is played on: the line ends before it.
Line Rollouts::line(const Game& g, const Choice& choice, std::uint64_t draw_seed) const {
  assert(g.phase != Phase::game_over && is_legal(g, choice.action));
  PolicyRandom random{draw_seed};
  Game one = g, other = g;
  Choice next = choice;
  if (is_between_rounds(g.phase)) {
    determinize(one, random.next());
    determinize(other, random.next());
    for (int i = 0; i < kMaxLine && next.action.kind != ActionKind::skip_blind; ++i) {
      Game after = one, after_other = other;
      take(after, next);
      take(after_other, next);
      if (!is_between_rounds(after.phase) || !is_between_rounds(after_other.phase)) break;
      const Game seen = known(after), seen_other = known(after_other);
      if (std::memcmp(&seen, &seen_other, sizeof seen) != 0) break;
      one = after, other = after_other;
      next = choose(*network_, one, random.next());
    }
  }
  Line line{one, next, {}};
  line.key = key_of(one, next, id_);
  return line;
}

Rollouts::Blinds Rollouts::blinds_rated(const Game& g, int blinds) {
  const int first = legal_indices(g, ActionKind::skip_blind) ? 2 : 1;
  return {first, g.phase == Phase::selecting_hand ? first : first + blinds - 1};
}

Rollouts::End Rollouts::play(const Line& line, Blinds rated, std::uint64_t world) const {
  Fingerprint key = line.key;
  key.add(static_cast<std::uint64_t>(rated.first) << 32 | static_cast<std::uint64_t>(rated.last));
  key.add(world);
  return plan::Memo<End>::get(key, [&] {
    Game g = line.start;
    determinize(g, world);
    return play_on(g, line.first, rated, world + 1);
  });
}

// In the shop before a blind is chosen the network knows less well what money is worth than by what it then does with
// it.
Rollouts::End Rollouts::play_on(Game& world, const Choice& choice, Blinds rated,
                                std::uint64_t draw_seed) const {
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

}  // namespace jimbot
