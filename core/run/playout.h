// Whole games by a built-in random policy: the benchmark and the fuzz driver.
#pragma once
#include <cstdint>

#include "flow/run.h"
#include "legal.h"
#include "policy_random.h"

namespace jimbot {

// A legal decision: a kind uniformly among the legal kinds, then its index, then its cards uniformly.
Action random_decision(const Game& g, PolicyRandom& random);

struct PlayoutStats {
  std::uint64_t games, decisions, wins, truncated, antes, rounds;
  std::uint64_t signature;  // of everything that happened, whatever the number of threads
};

struct PlayoutOptions {
  RunOptions run;          // its seed is ignored: game i uses seed_from_number(first + i)
  std::uint64_t first = 0;
  std::uint64_t games = 1;
  int threads = 1;
  bool all_content = false;  // decks, stakes and challenges change from game to game
  int max_decisions = 100000;  // per game
};

PlayoutStats run_playouts(const PlayoutOptions& options);
// Plays one game to its end; `g` holds the final state. Returns the number of decisions.
std::uint64_t play_out(Game& g, PolicyRandom& random, int max_decisions, std::uint64_t& signature);
RunOptions varied_options(const RunOptions& base, std::uint64_t index);

}  // namespace jimbot
