// Where a game is while it is checked, and what is printed when a property fails or the program dies.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

#include "flow/run.h"
#include "state.h"

namespace jimbot::fuzz {

// What is being done now: enough to do it again with `--first <game> --games 1`.
struct Where {
  std::uint64_t game = 0;
  std::string options;
  int step = 0;
  const char* doing = "start";
  std::string given;  // the mutated text or bytes, the action
  std::atomic<std::uint64_t> beats = 0;

  void begin(std::uint64_t new_game, const std::string& new_options);
  void alive() { beats.fetch_add(1, std::memory_order_relaxed); }
};
extern thread_local Where where;

std::string options_text(const RunOptions& run);

// Prints the first failure of every property. Unless `keep_going`, the program ends with status 1.
void fail(const char* property, const Game& g, const std::string& detail = "");
extern bool keep_going;
std::uint64_t failures();

inline void check(bool holds, const char* property, const Game& g) {
  if (!holds) [[unlikely]]
    fail(property, g);
}

// An assertion, a sanitizer or a signal ends the program: say where.
void report_crashes();

// While one lives, its thread is watched: a minute without `where.alive()` is a hang, said and ended.
struct Watched {
  Watched();
  ~Watched();
};

}  // namespace jimbot::fuzz
