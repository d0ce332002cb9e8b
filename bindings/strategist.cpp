// The strategist.
#include "strategist.h"

#include "bind.h"

using namespace jimbot;

void bind_strategist(nb::module_& m) {
  m.def(
      "strength",
      [](const Game& g, int blind, int rounds, std::uint64_t seed, bool exact) {
        if (g.phase == Phase::game_over || g.phase == Phase::selecting_hand || blind < 0 || blind > 2 ||
            rounds < 1)
          throw nb::value_error(
              "a build is measured between rounds, against blind 0 to 2, in 1 round or more");
        const strategist::Strength s = exact ? strategist::Yardstick(seed).measure_exactly(g, blind, rounds)
                                             : strategist::Yardstick(seed).measure(g, blind, rounds);
        return std::make_pair(s.mean, s.deviation);
      },
      nb::arg("game"), nb::arg("blind"), nb::arg("rounds"), nb::arg("seed"), nb::arg("exact") = false,
      "Mean and deviation of ln(chips of a round) with this build.");
  nb::class_<Strategist>(m, "Strategist")
      .def(
          "__init__",
          [](Strategist* self, int rounds, int shelves, int packs, int discards, int samples) {
            if (rounds < 2 || shelves < 0 || packs < 1 || discards < 0 || samples < 0)
              throw nb::value_error(
                  "rounds is 2 or more, packs 1 or more; shelves, discards and samples 0 or more");
            new (self) Strategist({rounds, shelves, packs, {discards, samples}});
          },
          nb::arg("rounds"), nb::arg("shelves"), nb::arg("packs"), nb::arg("discards"), nb::arg("samples"))
      .def("decide",
           [](Strategist& s, const Game& g, std::uint64_t luck) {
             if (g.phase == Phase::game_over) throw nb::value_error("the run is over");
             nb::gil_scoped_release release;
             return s.decide(g, luck);
           })
      .def_ro("win_chance", &Strategist::win_chance)
      .def_prop_ro("alternatives", [](const Strategist& s) {
        std::vector<std::pair<Action, double>> out;
        for (const Alternative& a : s.alternatives) out.emplace_back(a.action, a.price);
        return out;
      });
}
