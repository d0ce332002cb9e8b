// What was measured is kept by fingerprint.
#include "builds.h"

#include "arrange.h"
#include "bosses.h"
#include "jokers.h"
#include "memo.h"

namespace jimbot::plan {
namespace {

constexpr int kAllRounds = 255;

// As the row will be after `rounds` rounds: Perishables fail. False: none does.
bool let_fail(Game& g, int rounds) {
  bool any = false;
  for (Joker& joker : g.jokers) {
    if (!joker.perishable() || joker.debuffed() || joker.rounds_left > rounds) continue;
    joker.flags |= Joker::kDebuffed;
    joker.rounds_left = 0;
    any = true;
  }
  if (any) refresh(g);
  return any;
}

}  // namespace

Reduced::Reduced(const Game& g) : now(g), measurable(reduce(now)) {
  if (measurable) key = fingerprint_of(now);
}

void Builds::choose_worlds(const Game& seen) {
  PolicyRandom mixed{static_cast<std::uint64_t>(seen.ante) << 32 | static_cast<std::uint64_t>(seen.boss)};
  for (const Tag& tag : seen.ante_tags) mixed.state = mixed.next() + static_cast<std::uint64_t>(tag.id);
  worlds_ = mixed.next();
  Fingerprint how;
  how.add(worlds_);
  how.add(static_cast<std::uint64_t>(rounds_));
  how.add(joker_order_);
  how.add(tuning_);
  how_ = how.low;
}

Strength Builds::strength(const Reduced& reduced, int blind,
                          const std::function<bool(const Strength&)>& goes_on) const {
  Fingerprint key = reduced.key, early = reduced.key;
  key.add(how_ + static_cast<std::uint64_t>(blind));
  early.add(~how_ + static_cast<std::uint64_t>(blind));
  if (const Strength* all = Memo<Strength>::find(key)) return *all;
  if (const Strength* few = Memo<Strength>::find(early); few && !goes_on(*few)) return *few;
  Game arranged = reduced.now;
  if (joker_order_) arrange(arranged, tuning_);
  const Strength measured = Yardstick(worlds_, tuning_).measure(arranged, blind, rounds_, goes_on);
  Memo<Strength>::put(measured.rounds < rounds_ ? early : key, measured);
  return measured;
}

Build Builds::build_of(const Game& g, const Reduced& reduced) const {
  if (!reduced.measurable) return {};
  Build build;
  build.usual = build.boss = strength(reduced, 1);
  build.lasting = build.usual.mean;
  Game later = g;
  if (let_fail(later, 2 - g.blind_on_deck))  // before the boss
    build.boss = strength(Reduced(later), 2);
  else if (changes_scores(g.boss) && boss_in_view_)
    build.boss = strength(reduced, 2);
  later = g;
  if (let_fail(later, kAllRounds)) build.lasting = strength(Reduced(later), 1).mean;
  return build;
}

Build Builds::rough_build_of(const Reduced& reduced, const Build& other) const {
  if (!reduced.measurable) return {};
  Build build;
  build.usual = build.boss = strength(reduced, 1);
  build.boss.mean += other.boss.mean - other.usual.mean;
  build.lasting = build.usual.mean + other.lasting - other.usual.mean;
  return build;
}

}  // namespace jimbot::plan
