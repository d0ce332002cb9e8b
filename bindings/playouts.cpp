// Native play-outs and timings.
#include <chrono>

#include "bind.h"
#include "check.h"
#include "hidden.h"
#include "names.h"
#include "playout.h"
#include "released.h"
#include "workers.h"

using namespace jimbot;

namespace {

// A call cannot be interrupted: for more games there are several calls.
constexpr std::uint64_t kMaxGames = 1'000'000;
constexpr int kMaxTimed = 1'000'000;  // about 10 s

AnyDict playouts(std::uint64_t games, std::uint64_t first, int threads, int deck, int stake, int challenge,
                 bool one_chip, bool all_content) {
  check_run("-", deck, stake, challenge);
  check_within("threads", threads, 1, Workers::kMax);
  if (games > kMaxGames)
    refuse("games is " + std::to_string(games) + "; 0 to " + std::to_string(kMaxGames) +
           " is allowed in one call");
  PlayoutOptions options;
  options.run.deck = static_cast<DeckId>(deck);
  options.run.stake = static_cast<Stake>(stake);
  options.run.challenge = static_cast<std::uint8_t>(challenge);
  options.run.one_chip = one_chip;
  options.games = games;
  options.first = first;
  options.threads = threads;
  options.all_content = all_content;
  PlayoutStats s;
  const auto begin = std::chrono::steady_clock::now();
  {
    const Released released;
    s = run_playouts(options);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  AnyDict out;
  out["games"] = s.games;
  out["decisions"] = s.decisions;
  out["wins"] = s.wins;
  out["truncated"] = s.truncated;
  out["antes"] = s.antes;
  out["rounds"] = s.rounds;
  out["signature"] = s.signature;
  out["seconds"] = seconds.count();
  return out;
}

// Nanoseconds per call of something done n times.
template <class Fn>
double nanoseconds(int n, Fn fn) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < n; ++i) fn(i);
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
  return spent.count() / n;
}

struct Timings {
  double clone, reset, redraw;
};

Timings measured(int n) {
  const Released released;
  std::vector<Game> copies(16);
  Game g;
  start_run(g, RunOptions{"BENCHMRK"});
  const double clone = nanoseconds(n, [&](int i) {
    copies[static_cast<std::size_t>(i & 15)] = g;
    asm volatile("" ::: "memory");
  });
  const double reset = nanoseconds(n, [&](int i) {
    char seed[9];
    seed_from_number(static_cast<std::uint64_t>(i), seed);
    start_run(copies[static_cast<std::size_t>(i & 15)], {.seed = {seed, 8}});
  });
  const double redraw = nanoseconds(n, [&](int i) {
    copies[static_cast<std::size_t>(i & 15)] = g;
    determinize(copies[static_cast<std::size_t>(i & 15)], static_cast<std::uint64_t>(i));
  });
  return {clone, reset, redraw};
}

AnyDict timings(int n) {
  check_within("n", n, 1, kMaxTimed);
  const Timings found = measured(n);
  AnyDict out;
  out["clone_ns"] = found.clone;
  out["reset_ns"] = found.reset;
  out["determinize_ns"] = found.redraw;
  return out;
}

}  // namespace

void bind_playouts(nb::module_& m) {
  m.attr("MAX_PLAYOUTS") = kMaxGames;
  m.def("playouts", &playouts, "Whole random games: counts, sums, and a signature over all decisions.",
        nb::arg("games"), nb::arg("first") = 0, nb::arg("threads") = 1, nb::arg("deck") = 0,
        nb::arg("stake") = 1, nb::arg("challenge") = 255, nb::arg("one_chip") = false,
        nb::arg("all_content") = false);
  m.def("timings", &timings, "Nanoseconds for a clone, a new run and the like, measured.",
        nb::arg("n") = 100000);
  m.def(
      "random_decision",
      [](const Game& g, std::uint64_t seed) {
        bool any = false;
        for (int k = 0; k < kDecisionKinds; ++k) any |= legal_indices(g, static_cast<ActionKind>(k)) != 0;
        if (!any) refuse("no decision is legal in this position");
        PolicyRandom random{seed};
        return random_decision(g, random);
      },
      "A legal decision by chance: first its kind, then its arguments.");
}
