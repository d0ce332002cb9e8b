// Networks of decisions, and the search with them.
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include "bind.h"
#include "check.h"
#include "decide.h"
#include "input_options.h"
#include "search.h"
#include "workers.h"

using namespace jimbot;
using plan::Network;

namespace {

std::vector<Network::Rated> rate(const Network& network, const Game& g, std::uint64_t draw_seed) {
  if (g.phase == Phase::game_over) refuse("the run is over");
  const auto copy = std::make_unique<Game>(g);  // made while no other thread can change the game
  const Released released;
  return network.rate(*copy, draw_seed);
}

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

constexpr double kLargestWeight = 1e6;  // no sum of 64 bits overflows

Network network_of(int width, int hidden, const std::vector<Floats>& weights,
                   const plan::InputOptions& options) {
  const Network::Shape shape{width, hidden};
  if (!Network::is_allowed(shape))
    refuse("width and hidden must be 1 to " + std::to_string(Network::kMaxUnits) + ", not " +
           std::to_string(width) + " and " + std::to_string(hidden));
  const auto counts = Network::weight_counts(shape);
  if (weights.size() != counts.size())
    refuse("a network has " + std::to_string(counts.size()) + " layers, not " +
           std::to_string(weights.size()));
  std::vector<float> layers[6];
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (weights[i].size() != counts[i])
      refuse("layer " + std::to_string(i) + " has " + std::to_string(counts[i]) + " weights, not " +
             std::to_string(weights[i].size()));
    layers[i].assign(weights[i].data(), weights[i].data() + weights[i].size());
    for (const float weight : layers[i])
      check_real("a weight of the network", weight, -kLargestWeight, kLargestWeight);
  }
  return Network({std::move(layers[0]), std::move(layers[1]), std::move(layers[2]), std::move(layers[3]),
                  std::move(layers[4]), std::move(layers[5])},
                 shape, options);
}

using ChoiceTuple = std::pair<Action, std::optional<Action>>;

std::vector<Search::Outcome> measure(const Search& search, const Game& g,
                                     const std::vector<ChoiceTuple>& choices, int worlds,
                                     std::uint64_t draw_seed) {
  if (g.phase == Phase::game_over) refuse("the run is over");
  if (choices.empty()) refuse("at least one choice is needed");
  check_within("worlds", worlds, 2, 1'000'000);
  std::vector<plan::Choice> all;
  for (const auto& [action, then] : choices) {
    check_legal(g, action);
    all.push_back({action, then});
  }
  const auto copy = std::make_unique<Game>(g);
  const Released released;
  return search.measure(*copy, all, worlds, draw_seed);
}

}  // namespace

void bind_network(nb::module_& m) {
  m.attr("PRICE_SCALE") = plan::kPriceScale;
  using Rated = Network::Rated;
  nb::class_<Rated>(m, "Rated", "A choice as a network of decisions rates it.")
      .def_prop_ro("action", [](const Rated& r) { return r.choice.action; })
      .def_prop_ro(
          "then", [](const Rated& r) { return r.choice.then; }, "What a sale makes room for.")
      .def_ro("probability", &Rated::probability)
      .def_ro("value", &Rated::value, "The chance to win that it leaves.");
  nb::class_<Network>(m, "Network", "A network of decisions, by its weights.")
      .def(
          "__init__",
          [](Network* self, int width, int hidden, const std::vector<Floats>& weights, int redraws,
             int rounds) {
            new (self) Network(network_of(width, hidden, weights, input_options_of(redraws, rounds)));
          },
          nb::arg("width"), nb::arg("hidden"), nb::arg("weights"), nb::arg("redraws") = 0,
          nb::arg("rounds") = 0)
      .def("rate", &rate, nb::arg("game"), nb::arg("draw_seed"), "Every choice, most likely first.");
  using Outcome = Search::Outcome;
  nb::class_<Outcome>(m, "Outcome", "What a choice led to in redrawn games.")
      .def_ro("chance", &Outcome::chance, "To win.")
      .def_ro("less", &Outcome::less, "Less than by the first choice, in the same games.")
      .def_ro("error", &Outcome::error, "The standard error of that difference.")
      .def_ro("cleared", &Outcome::cleared, "Share of the games in which the next blind was beaten.");
  nb::class_<Search>(m, "Search",
                     "The likely choices of a strategist and its network, played on in redrawn games.")
      .def(
          "__init__",
          [](Search* self, std::shared_ptr<Network> network, std::shared_ptr<Strategist> strategist,
             int candidates, int worlds, int blinds, double trust, double milliseconds, int threads) {
            if (strategist && !(strategist->trust() > 0))
              refuse("the strategist of a search must trust in the network");
            check_within("candidates", candidates, 1, 1'000);
            check_within("worlds", worlds, 1, 1'000'000);
            check_within("blinds", blinds, 1, 1'000);
            check_real("trust", trust, 0, 1e9);
            check_real("milliseconds", milliseconds, 0, 1e9);
            check_within("threads", threads, 1, Workers::kMax);
            new (self) Search({candidates, worlds, blinds, trust, milliseconds, threads}, std::move(network),
                              std::move(strategist));
          },
          nb::arg("network"), nb::arg("strategist").none(), nb::arg("candidates"), nb::arg("worlds"),
          nb::arg("blinds"), nb::arg("trust"), nb::arg("milliseconds"), nb::arg("threads"))
      .def("decide", &decide<Search>, nb::arg("game"), nb::arg("draw_seed"), nb::arg("detailed") = false)
      .def("measure", &measure, nb::arg("game"), nb::arg("choices"), nb::arg("worlds"), nb::arg("draw_seed"),
           "Each choice, with what follows it, played on in the same redrawn games.");
}
