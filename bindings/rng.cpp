// The random primitives, for tests and seed tools.
#include "rng.h"

#include <cmath>

#include "bind.h"
#include "check.h"
#include "policy_random.h"
#include "text.h"

using namespace jimbot;

constexpr int kMaxSteps = 1'000'000;  // the lock is held

void bind_rng(nb::module_& m) {
  m.def("hash_text", &hash_text, "The number that a stream of this name begins with.");
  m.def(
      "round13",
      [](double y) {
        check_real("the number to round", y, -1, 1);
        return round13(y);
      },
      "Rounded to 13 decimals, as the game prints it.");
  m.def(
      "advance_stream",
      [](double state) {
        if (!std::isnan(state)) check_real("the state of a stream", state, 0, 1);  // a hash may fail
        return advance_stream(state);
      },
      "The next number of a stream.");
  m.def(
      "stream_steps",
      [](double start, double state, int most) -> std::optional<int> {
        for (const double given : {start, state})
          if (!std::isnan(given)) check_real("the state of a stream", given, 0, 1);
        check_within("most", most, 0, kMaxSteps);
        for (int n = 1; n <= most; ++n)
          if ((start = advance_stream(start)) == state) return n;
        return std::nullopt;
      },
      nb::arg("start"), nb::arg("state"), nb::arg("most"),
      "How often a stream was used to come from its first number to this one; None: more often, or never.");
  m.def(
      "find_stream",
      [](std::string_view key) -> std::optional<std::pair<std::optional<int>, bool>> {
        const auto place = find_stream(key);
        if (!place) return std::nullopt;
        return std::pair(place->ante, place->pool);
      },
      "A random stream by its key: its ante, None for one of the run, and whether it draws from a pool.");
  m.def(
      "seed_from_number",
      [](std::uint64_t n) {
        char out[9];
        seed_from_number(n, out);
        return std::string(out, 8);
      },
      "A seed of eight characters for every number.");
  nb::class_<LuaRandom>(m, "LuaRandom", "The generator behind every draw of the game, seeded by a number.")
      .def("__init__",
           [](LuaRandom* self, double d) {
             new (self) LuaRandom();
             self->seed(d);
           })
      .def("real", &LuaRandom::real)
      .def("integer", [](LuaRandom& self, int low, int high) {
        if (low > high || static_cast<std::int64_t>(high) - low >= INT32_MAX)
          refuse("the range " + std::to_string(low) + " to " + std::to_string(high) +
                 " is empty or too wide");
        return self.integer(low, high);
      });
}
