// Joker order by class.
#include "strategist/arrange.h"

#include <algorithm>

#include "jokers.h"
#include "strategist/knowledge.h"

namespace jimbot::strategist {
namespace {

int place_of(const Joker& joker) {
  if (joker.flags & Joker::kPinned) return -1;
  if (joker.id == JokerId::ceremonial) return 9;  // nothing to its right to destroy
  switch (lore(joker.id).order) {
    case Order::any: return 0;
    case Order::chips: return 1;
    case Order::mult: return 2;
    case Order::cards: return 3;
    default: return joker.edition == Edition::polychrome ? 5 : 4;
  }
}

// What a copier had best copy: the joker of the highest late value that can be copied.
int best_to_copy(const Game& g, const FixedVec<std::uint8_t, kMaxJokers>& order) {
  int best = -1;
  for (int i = 0; i < order.size(); ++i) {
    const Joker& joker = g.jokers[order[i]];
    if (!row(joker.id).copyable || joker.debuffed() || lore(joker.id).order == Order::place) continue;
    if (best < 0 || rough_value(joker.id, 8) > rough_value(g.jokers[order[best]].id, 8)) best = i;
  }
  return best;
}

FixedVec<std::uint8_t, kMaxJokers> order_of(const Game& g) {
  FixedVec<std::uint8_t, kMaxJokers> order{}, copiers{};
  for (int i = 0; i < g.jokers.size(); ++i) {
    const Joker& joker = g.jokers[i];
    const bool copies = joker.id == JokerId::blueprint || joker.id == JokerId::brainstorm;
    (copies && !(joker.flags & Joker::kPinned) ? copiers : order).push(static_cast<std::uint8_t>(i));
  }
  std::stable_sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) {
    return place_of(g.jokers[a]) < place_of(g.jokers[b]);
  });
  for (std::uint8_t copier : copiers) {
    int target = best_to_copy(g, order);
    if (target < 0) {
      order.push(copier);
    } else if (g.jokers[copier].id == JokerId::blueprint) {
      order.insert(target, copier);
    } else {
      const std::uint8_t copied = order[target];
      if (!(g.jokers[order[0]].flags & Joker::kPinned)) {
        order.erase(target);
        order.insert(0, copied);
      }
      order.push(copier);
    }
  }
  return order;
}

}  // namespace

void arrange(Game& g) {
  const auto order = order_of(g);
  const auto jokers = g.jokers;
  for (int i = 0; i < order.size(); ++i) g.jokers[i] = jokers[order[i]];
  refresh(g);
}

bool arrangement(const Game& g, Action& out) {
  for (const Joker& joker : g.jokers)
    if (joker.flags & Joker::kFaceDown) return false;
  const auto order = order_of(g);
  bool changed = false;
  out = Action{ActionKind::rearrange_jokers, 0, 0, {}};
  for (int i = 0; i < order.size(); ++i) {
    changed |= order[i] != i;
    out.cards[out.count++] = order[i];
  }
  return changed && is_legal(g, out);
}

}  // namespace jimbot::strategist
