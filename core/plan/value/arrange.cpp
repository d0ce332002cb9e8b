// Joker order by class.
#include "arrange.h"

#include <algorithm>

#include "jokers.h"
#include "knowledge.h"
#include "memo.h"
#include "strength.h"

namespace jimbot::plan {
namespace {

constexpr std::uint64_t kWorlds = 1;  // in the same worlds always

using Line = FixedVec<std::uint8_t, kMaxJokers>;

int place_of(const Joker& joker) {
  if (joker.flags & Joker::kPinned) return -1;
  if (row(joker.id).harms_right) return 99;  // nothing may be there
  const bool multiplies = order_of(joker.id) == Order::times && joker.edition == Edition::polychrome;
  return 2 * static_cast<int>(order_of(joker.id)) + multiplies;
}

bool is_copier(const Joker& joker) {
  return row(joker.id).copies != Copies::nothing && !(joker.flags & Joker::kPinned);
}

void put_in_order(Game& g, const Line& order) {
  const auto jokers = g.jokers;
  for (int i = 0; i < order.size(); ++i) g.jokers[i] = jokers[order[i]];
  refresh(g);
}

double strength_of(const Game& g, const Line& order, const Tuning& tuning) {
  Game arranged = g;
  put_in_order(arranged, order);
  return Yardstick(kWorlds, tuning).measure(arranged, 1, tuning.order_rounds).mean;
}

// Blueprint goes left of what it copies; what Brainstorm copies goes to the left end.
Line with_copier(const Game& g, Line order, std::uint8_t copier, int target) {
  if (row(g.jokers[copier].id).copies == Copies::right_neighbour) {
    order.insert(target, copier);
  } else {
    const std::uint8_t copied = order[target];
    order.erase(target);
    order.insert(0, copied);
    order.push(copier);
  }
  return order;
}

Line find_best_line(const Game& g, const Tuning& tuning) {
  Line order{}, copiers{};
  for (int i = 0; i < g.jokers.size(); ++i)
    (is_copier(g.jokers[i]) ? copiers : order).push(static_cast<std::uint8_t>(i));
  std::stable_sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) {
    return place_of(g.jokers[a]) < place_of(g.jokers[b]);
  });
  // A copier goes where it scores most.
  for (std::uint8_t copier : copiers) {
    Line best = order;
    best.push(copier);
    Line all = best;  // positions must be complete to be measured: the other copiers at the end
    double most = -1;
    for (int target = 0; target < order.size(); ++target) {
      const Joker& joker = g.jokers[order[target]];
      if (!row(joker.id).copyable || joker.debuffed() || (joker.flags & Joker::kPinned)) continue;
      const Line tried = with_copier(g, order, copier, target);
      all = tried;
      for (std::uint8_t other : copiers)
        if (std::find(all.begin(), all.end(), other) == all.end()) all.push(other);
      const double strength = strength_of(g, all, tuning);
      if (strength > most) best = tried, most = strength;
    }
    order = best;
  }
  return order;
}

Line best_line(const Game& g, const Tuning& tuning) {
  if (std::none_of(g.jokers.begin(), g.jokers.end(), is_copier)) return find_best_line(g, tuning);
  Game reduced = g;
  if (!reduce(reduced)) return find_best_line(g, tuning);
  Fingerprint key = fingerprint_of(reduced);
  key.add(tuning);
  return Memo<Line>::get(key, [&] { return find_best_line(g, tuning); });
}

Line present_order(const Game& g) {
  Line order{};
  for (int i = 0; i < g.jokers.size(); ++i) order.push(static_cast<std::uint8_t>(i));
  return order;
}

bool is_present_order(const Line& order) { return std::is_sorted(order.begin(), order.end()); }

}  // namespace

void arrange(Game& g, const Tuning& tuning) { put_in_order(g, best_line(g, tuning)); }

bool arrangement(const Game& g, Action& out, const Tuning& tuning) {
  const bool between_rounds = g.phase != Phase::selecting_hand;  // copiers are placed by measuring the build
  for (const Joker& joker : g.jokers)
    if ((joker.flags & Joker::kFaceDown) || (is_copier(joker) && !between_rounds)) return false;
  const Line order = best_line(g, tuning);
  if (is_present_order(order)) return false;
  Game after = g;
  put_in_order(after, order);
  // The place of the copiers may depend on where they were: then only a stronger row is worth a change, or two
  // rows would take turns for ever.
  if (!is_present_order(best_line(after, tuning)) &&
      strength_of(g, order, tuning) <= strength_of(g, present_order(g), tuning))
    return false;
  out = Action{ActionKind::rearrange_jokers, 0, 0, {}};
  for (const std::uint8_t i : order) out.cards[out.count++] = i;
  return is_legal(g, out);
}

}  // namespace jimbot::plan
