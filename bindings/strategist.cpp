// The strategist.
#include "search.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <cmath>

#include "bind.h"

using namespace jimbot;

namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Row = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

strategist::Judge judge_of(const Floats& weights, int first, int second) {
  using strategist::Judge;
  const Judge::Shape shape{first, second};
  if (!Judge::is_allowed(shape))
    throw nb::value_error(("hidden layers of " + std::to_string(first) + " and " + std::to_string(second) +
                           " units; a multiple of " + std::to_string(Judge::kLane) + " up to " +
                           std::to_string(Judge::kMostUnits) + " is allowed")
                              .c_str());
  if (weights.size() != Judge::weight_count(shape))
    throw nb::value_error(("such a judge has " + std::to_string(Judge::weight_count(shape)) +
                           " weights, not " + std::to_string(weights.size()))
                              .c_str());
  const std::span<const float> all(weights.data(), weights.size());
  if (!std::all_of(all.begin(), all.end(), [](float w) { return std::isfinite(w); }))
    throw nb::value_error("a weight of the judge is no finite number");
  return Judge(all, shape);
}

using BlockRow = std::tuple<std::string_view, int, int, int>;

std::vector<BlockRow> layout() {
  std::vector<BlockRow> rows;
  for (const strategist::FeatureBlock& block : strategist::feature_layout())
    rows.emplace_back(block.name, block.start, block.size, block.used);
  return rows;
}

Row dense(const strategist::Features& features) {
  const std::size_t n = static_cast<std::size_t>(strategist::feature_count());
  float* data = new float[n]();
  for (const strategist::Feature& f : features) data[f.index] = f.value;
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  return Row(data, {n}, owner);
}

std::vector<std::pair<Action, double>> priced(const Alternatives& alternatives) {
  std::vector<std::pair<Action, double>> out;
  for (const Alternative& a : alternatives) out.emplace_back(a.action, a.price);
  return out;
}

constexpr const char* kParts[] = {"skips",       "rerolls", "packs", "vouchers", "swaps",
                                  "consumables", "sales",   "order", "boss"};

std::uint32_t parts_of(const std::vector<std::string>& names) {
  std::uint32_t parts = 0;
  for (const std::string& name : names) {
    const auto at = std::find(std::begin(kParts), std::end(kParts), name);
    if (at == std::end(kParts)) {
      std::string known;
      for (const char* part : kParts) known += std::string(known.empty() ? "" : ", ") + part;
      throw nb::value_error(("unknown part '" + name + "'; one of " + known).c_str());
    }
    parts |= 1u << (at - std::begin(kParts));
  }
  return parts;
}

}  // namespace

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
  m.def("judge_layout", layout,
        "The judge's inputs: name, first column, columns, and columns in use of each block.");
  nb::class_<strategist::Judge>(m, "Judge")
      .def(
          "__init__",
          [](strategist::Judge* self, Floats weights, int first, int second) {
            new (self) strategist::Judge(judge_of(weights, first, second));
          },
          nb::arg("weights"), nb::arg("first"), nb::arg("second"));
  m.def("blind_number", [](const Game& g) { return strategist::blind_number(g); });
  nb::class_<Strategist>(m, "Strategist")
      .def(
          "__init__",
          [](Strategist* self, std::shared_ptr<strategist::Judge> judge, int rounds, int discards,
             int samples, double curiosity, std::uint64_t quirk, const std::vector<std::string>& without) {
            if (rounds < 2 || discards < 0 || samples < 0 || curiosity < 0)
              throw nb::value_error("rounds is 2 or more; discards, samples and curiosity 0 or more");
            new (self) Strategist({rounds, {discards, samples}, curiosity, quirk, parts_of(without)},
                                  std::move(judge));
          },
          nb::arg("judge"), nb::arg("rounds"), nb::arg("discards"), nb::arg("samples"),
          nb::arg("curiosity") = 0.0, nb::arg("quirk") = 0, nb::arg("without") = std::vector<std::string>{})
      .def("decide",
           [](Strategist& s, const Game& g, std::uint64_t luck) {
             if (g.phase == Phase::game_over) throw nb::value_error("the run is over");
             nb::gil_scoped_release release;
             return s.decide(g, luck);
           })
      .def("features_after", [](Strategist& s, const Game& g, const Action& a,
                                std::uint64_t luck) { return dense(s.features_after(g, a, luck)); })
      .def_ro("win_chance", &Strategist::win_chance)
      .def_prop_ro("alternatives", [](const Strategist& s) { return priced(s.alternatives); });
  nb::class_<Search>(m, "Search")
      .def(
          "__init__",
          [](Search* self, std::shared_ptr<strategist::Judge> judge, int rounds, int discards, int samples,
             int candidates, int worlds, int blinds, double trust, double milliseconds, int threads) {
            const PlannerOptions hands{discards, samples};
            SearchOptions options{
                {rounds, hands}, {8, {6, 8}, 0, 0, 0, true}, candidates, worlds, blinds, trust, milliseconds,
                threads};
            new (self) Search(options, std::move(judge));
          },
          nb::arg("judge"), nb::arg("rounds"), nb::arg("discards"), nb::arg("samples"), nb::arg("candidates"),
          nb::arg("worlds"), nb::arg("blinds"), nb::arg("trust"), nb::arg("milliseconds"), nb::arg("threads"))
      .def("decide",
           [](Search& s, const Game& g, std::uint64_t luck) {
             if (g.phase == Phase::game_over) throw nb::value_error("the run is over");
             nb::gil_scoped_release release;
             return s.decide(g, luck);
           })
      .def_ro("win_chance", &Search::win_chance)
      .def_ro("worlds_seen", &Search::worlds_seen)
      .def_prop_ro("alternatives", [](const Search& s) { return priced(s.alternatives); });
}
