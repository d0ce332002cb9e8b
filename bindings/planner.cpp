// The built-in hand planner.
#include "planner.h"

#include "bind.h"

using namespace jimbot;

namespace {

Action plan(const Game& g, int discards, int samples, std::uint64_t seed) {
  if (g.phase != Phase::selecting_hand) throw nb::value_error("a hand is planned in SELECTING_HAND only");
  if (discards < 0 || samples < 0) throw nb::value_error("discards and samples are 0 or more");
  nb::gil_scoped_release release;
  PolicyRandom random{seed};
  return plan_hand(g, {discards, samples}, random);
}

}  // namespace

void bind_planner(nb::module_& m) {
  m.def("plan_hand", &plan, nb::arg("game"), nb::arg("discards"), nb::arg("samples"), nb::arg("seed"));
}
