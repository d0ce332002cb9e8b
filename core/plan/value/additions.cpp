// Jokers join a copy of the position, which is then measured and judged as it is.
#include "additions.h"

#include "create.h"
#include "hidden.h"
#include "jokers.h"

namespace jimbot::plan {

Additions::Additions(const Game& g, const Judge& judge, const Tuning& tuning, int rounds)
    : seen_(g), judge_(judge), builds_(tuning, rounds) {
  determinize(seen_, 0);
  builds_.choose_worlds(seen_);
}

Worth Additions::with(std::span<const JokerId> jokers) const {
  Game g = seen_;
  for (const JokerId id : jokers)
    if (!gain_joker(g, make_joker_of(g, id))) return {};
  const Reduced reduced(g);
  const Build build = builds_.build_of(g, reduced);
  return {build.usual.mean, build.boss.mean,
          judge_.win_chance(features_of(g, build, Unseen::nothing), blind_number(g))};
}

}  // namespace jimbot::plan
