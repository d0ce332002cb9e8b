// The strategist.
#include "strategist.h"

#include "bind.h"

using namespace jimbot;

void bind_strategist(nb::module_& m) {
  nb::class_<Strategist>(m, "Strategist")
      .def(
          "__init__",
          [](Strategist* self, std::uint64_t seed, int rounds, int shelves, int discards, int samples) {
            if (rounds < 2 || shelves < 0 || discards < 0 || samples < 0)
              throw nb::value_error("rounds is 2 or more; shelves, discards and samples are 0 or more");
            new (self) Strategist({rounds, shelves, {discards, samples}}, seed);
          },
          nb::arg("seed"), nb::arg("rounds"), nb::arg("shelves"), nb::arg("discards"), nb::arg("samples"))
      .def("decide",
           [](Strategist& s, const Game& g) {
             if (g.phase == Phase::game_over) throw nb::value_error("the run is over");
             nb::gil_scoped_release release;
             return s.decide(g);
           })
      .def_ro("win_chance", &Strategist::win_chance)
      .def_prop_ro("alternatives", [](const Strategist& s) {
        std::vector<std::pair<Action, double>> out;
        for (const Alternative& a : s.alternatives) out.emplace_back(a.action, a.price);
        return out;
      });
}
