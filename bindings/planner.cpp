// The built-in hand planner.
#include "planner.h"

#include "bind.h"
#include "step.h"

using namespace jimbot;

namespace {

PlannerOptions checked(const Game& g, int discards, int samples) {
  if (g.phase != Phase::selecting_hand) throw nb::value_error("a hand can be planned only in SELECTING_HAND");
  if (discards < 0 || samples < 0) throw nb::value_error("discards and samples must be 0 or more");
  return {discards, samples};
}

Action plan_one(const Game& g, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  nb::gil_scoped_release release;
  PolicyRandom random{seed};
  return plan_hand(g, options, random);
}

double chance(const Game& g, const Action& action, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  if (action.kind != ActionKind::play && action.kind != ActionKind::discard)
    throw nb::value_error("only a play or a discard has a chance to clear");
  if (!is_legal(g, action)) throw nb::value_error("only a legal action has a chance to clear");
  nb::gil_scoped_release release;
  PolicyRandom random{seed};
  return clear_chance(g, action, options, random);
}

// Plays and discards to the end of the round; returns what was done.
std::vector<Action> play_round(Game& g, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  nb::gil_scoped_release release;
  PolicyRandom random{seed};
  std::vector<Action> done;
  while (g.phase == Phase::selecting_hand) {
    done.push_back(plan_hand(g, options, random));
    apply(g, done.back());
  }
  return done;
}

}  // namespace

void bind_planner(nb::module_& m) {
  m.def("plan_hand", &plan_one, nb::arg("game"), nb::arg("discards"), nb::arg("samples"), nb::arg("seed"));
  m.def("clear_chance", &chance, nb::arg("game"), nb::arg("action"), nb::arg("discards"), nb::arg("samples"),
        nb::arg("seed"));
  m.def("play_round", &play_round, nb::arg("game"), nb::arg("discards"), nb::arg("samples"), nb::arg("seed"));
}
