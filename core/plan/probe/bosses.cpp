// Figures first; what a hook does to the jokers is tried out.
#include "bosses.h"

#include "verbs.h"

namespace jimbot::plan {
namespace {

// When a hand is drawn.
bool debuffs_jokers(const BlindRow& r) {
  if (!r.drawn) return false;
  Game g{};
  g.jokers.push({});
  Ctx c{.g = g};
  r.drawn(c, true);
  return g.jokers[0].debuffed();
}

bool changes_scores(const BlindRow& r) {
  return r.hand_size || r.only_hands || r.no_discards || r.debuffs || r.draws || r.discards_held ||
         r.least_cards || r.allowed || r.levels_lost || r.base_factor != 1 || debuffs_jokers(r);
}

}  // namespace

bool changes_scores(BlindId boss) {
  static const std::uint32_t kBosses = [] {
    std::uint32_t bosses = 0;
    for (int i = 0; i < kBlindIds; ++i)
      if (changes_scores(row(static_cast<BlindId>(i)))) bosses |= 1u << i;
    return bosses;
  }();
  return kBosses >> static_cast<int>(boss) & 1;
}

}  // namespace jimbot::plan
