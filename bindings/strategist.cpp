// The strategist.
#include "strategist.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <map>

#include "arrange.h"
#include "bind.h"
#include "check.h"
#include "decide.h"

using namespace jimbot;

namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Row = nb::ndarray<nb::numpy, float, nb::ndim<1>>;

constexpr double kLargestWeight = 1e6;  // no sum of a forward pass overflows
constexpr int kMaxRounds = 100'000;
constexpr int kMaxExactRounds = 10'000;  // some seconds: a call cannot be interrupted

plan::Judge judge_of(const Floats& weights, int first, int second) {
  using plan::Judge;
  const Judge::Shape shape{first, second};
  if (!Judge::is_allowed(shape))
    refuse("hidden layers must have a multiple of " + std::to_string(plan::kLane) + " units, at most " +
           std::to_string(Judge::kMaxUnits) + ", not " + std::to_string(first) + " and " +
           std::to_string(second));
  if (weights.size() != Judge::weight_count(shape))
    refuse("such a judge has " + std::to_string(Judge::weight_count(shape)) + " weights, not " +
           std::to_string(weights.size()));
  const std::span<const float> all(weights.data(), weights.size());
  for (const float weight : all) check_real("a weight of the judge", weight, -kLargestWeight, kLargestWeight);
  return Judge(all, shape);
}

using BlockRow = std::tuple<std::string_view, int, int, int>;

std::vector<BlockRow> layout() {
  std::vector<BlockRow> rows;
  for (const plan::FeatureBlock& block : plan::feature_layout())
    rows.emplace_back(block.name, block.start, block.size, block.used);
  return rows;
}

Row dense(const plan::Features& features) {
  const std::size_t n = static_cast<std::size_t>(plan::feature_count());
  float* data = new float[n]();
  for (const plan::Feature& f : features) data[f.index] = f.value;
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  return Row(data, {n}, owner);
}

std::vector<std::pair<Action, double>> priced(const Decision& decision) {
  std::vector<std::pair<Action, double>> out;
  for (const Alternative& a : decision.alternatives) out.emplace_back(a.action, a.price);
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
      refuse("unknown part '" + name + "'; one of " + known);
    }
    parts |= 1u << (at - std::begin(kParts));
  }
  return parts;
}

// Values by name; what is not named stays as it is.
Tuning tuning_of(const std::map<std::string, double>& values) {
  Tuning tuning;
  for (const auto& [name, value] : values) {
    const auto knob = std::ranges::find(knobs(), name, [](const Knob& one) { return std::string(one.name); });
    if (knob == knobs().end()) {
      std::string known;
      for (const Knob& one : knobs()) known += std::string(known.empty() ? "" : ", ") + one.name;
      throw nb::value_error(("unknown constant '" + name + "'; one of " + known).c_str());
    }
    const bool whole = std::holds_alternative<int Tuning::*>(knob->field);
    if (!(value >= knob->low && value <= knob->high) || (whole && value != std::floor(value)))
      throw nb::value_error((name + " = " + nb::cast<std::string>(nb::str(nb::float_(value))) +
                             " was given; " + (whole ? "a whole number" : "a number") + " from " +
                             nb::cast<std::string>(nb::str(nb::float_(knob->low))) + " to " +
                             nb::cast<std::string>(nb::str(nb::float_(knob->high))) + " is allowed")
                                .c_str());
    set(tuning, *knob, value);
  }
  return tuning;
}

using KnobTuple = std::tuple<double, double, double, bool>;
std::map<std::string, KnobTuple> knobs_of_defaults() {
  std::map<std::string, KnobTuple> out;
  const Tuning tuning;
  for (const Knob& knob : knobs())
    out[knob.name] = {value_of(tuning, knob), knob.low, knob.high,
                      std::holds_alternative<int Tuning::*>(knob.field)};
  return out;
}

}  // namespace

void bind_strategist(nb::module_& m) {
  m.def(
      "strength",
      [](const Game& g, int blind, int rounds, std::uint64_t seed, bool exact, bool arranged) {
        if (g.phase == Phase::game_over || g.phase == Phase::selecting_hand)
          refuse(std::string("a build can be measured only between rounds, not in ") + phase_name(g.phase));
        check_within("blind", blind, 0, 2);
        check_within("rounds", rounds, 1, exact ? kMaxExactRounds : kMaxRounds);
        const auto copy = std::make_unique<Game>(g);  // made while no other thread can change the game
        const Released released;
        const Tuning tuning;
        if (arranged) plan::arrange(*copy, tuning);
        const plan::Yardstick yardstick(seed, tuning);
        const plan::Strength s =
            exact ? yardstick.measure_exactly(*copy, blind, rounds) : yardstick.measure(*copy, blind, rounds);
        return std::make_pair(s.mean, s.deviation);
      },
      nb::arg("game"), nb::arg("blind"), nb::arg("rounds"), nb::arg("seed"), nb::arg("exact") = false,
      nb::arg("arranged") = false,
      "Mean and deviation of ln(chips of a round) with this build; arranged: with its jokers in the best order.");
  m.def("tuning", &knobs_of_defaults,
        "The constants of planner and strategist: value, least, most, whether it is a whole number.");
  m.def("judge_layout", layout,
        "The judge's inputs: name, first column, columns, and columns in use of each block.");
  nb::class_<plan::Judge>(m, "Judge", "The chance to win from a position between rounds, by its weights.")
      .def(
          "__init__",
          [](plan::Judge* self, Floats weights, int first, int second) {
            new (self) plan::Judge(judge_of(weights, first, second));
          },
          nb::arg("weights"), nb::arg("first"), nb::arg("second"));
  m.def(
      "blind_number", [](const Game& g) { return plan::blind_number(g); },
      "The blind to be played next, 0 to 23.");
  nb::class_<Decision>(m, "Decision", "What an agent does, and what it weighed.")
      .def_ro("action", &Decision::action)
      .def_ro("then", &Decision::then, "For the position that follows, if it is legal there.")
      .def_ro("chance", &Decision::chance, "To win, before the decision; 0 where nothing was weighed.")
      .def_ro("worlds", &Decision::worlds, "Redrawn games that a search played on in.")
      .def_ro("dared", &Decision::dared, "Taken whatever its price, for learning.")
      .def_prop_ro("alternatives", &priced, "What was weighed with its price, best first.");
  nb::class_<Strategist>(m, "Strategist",
                         "The heuristic agent: every decision of a run, by judge, network and planner.")
      .def(
          "__init__",
          [](Strategist* self, std::shared_ptr<plan::Judge> judge, int rounds, int discards, int samples,
             double curiosity, std::uint64_t quirk, double daring, const std::vector<std::string>& without,
             const std::map<std::string, double>& tuning, std::shared_ptr<plan::Network> network,
             double trust) {
            check_within("rounds", rounds, 2, kMaxRounds);
            check_planner(discards, samples);
            check_real("curiosity", curiosity, 0, 1e6);
            check_real("daring", daring, 0, 1);
            check_real("trust", trust, 0, 1e9);
            new (self) Strategist({.rounds = rounds,
                                   .hands = {discards, samples, tuning_of(tuning)},
                                   .curiosity = curiosity,
                                   .quirk = quirk,
                                   .daring = daring,
                                   .without = parts_of(without),
                                   .trust = trust},
                                  std::move(judge), std::move(network));
          },
          nb::arg("judge"), nb::arg("rounds"), nb::arg("discards"), nb::arg("samples"),
          nb::arg("curiosity") = 0.0, nb::arg("quirk") = 0, nb::arg("daring") = 0.0,
          nb::arg("without") = std::vector<std::string>{},
          nb::arg("tuning") = std::map<std::string, double>{}, nb::arg("network") = nb::none(),
          nb::arg("trust") = 0.0)
      .def("decide", &decide<Strategist>, nb::arg("game"), nb::arg("draw_seed"), nb::arg("detailed") = false)
      .def("features_after",
           [](const Strategist& s, const Game& g, const Action& a, std::uint64_t draw_seed) {
             check_legal(g, a);
             return dense(s.features_after(g, a, draw_seed));
           });
}
