// What a binding checks before it calls the core: an error names what was given and what is allowed.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "action.h"
#include "content.h"
#include "text.h"

namespace jimbot {

// A decision that the rules refuse; in Python it is a ValueError.
struct IllegalAction : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& message) { throw nanobind::value_error(message.c_str()); }

inline void check_within(const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value < low || value > high)
    refuse(std::string(name) + " is " + std::to_string(value) + "; " + std::to_string(low) + " to " +
           std::to_string(high) + " is allowed");
}

inline void check_real(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high))
    refuse(std::string(name) + " is " + number_text(value) + "; " + number_text(low) + " to " +
           number_text(high) + " is allowed");
}

inline void check_index(const char* what, int index, int count) {
  if (index >= 0 && index < count) return;
  const std::string given = std::string("there is no ") + what + " " + std::to_string(index);
  throw nanobind::index_error((count ? given + "; 0 to " + std::to_string(count - 1) + " is allowed"
                                     : given + ": there is none at all")
                                  .c_str());
}

template <class Items>
const auto& item_at(const Items& items, const char* what, int index) {
  check_index(what, index, items.size());
  return items[index];
}

inline void check_run(std::string_view seed, int deck, int stake, int challenge, int variant = 0) {
  if (seed.empty() || seed.size() > kMaxSeed)
    refuse("a seed has 1 to " + std::to_string(kMaxSeed) + " characters; " + std::to_string(seed.size()) +
           " bytes were given");
  for (char c : seed)
    if (c < ' ' || c > '~') refuse("a seed holds printable ASCII characters only");
  check_within("deck", deck, 0, kDeckIds - 1);
  check_within("stake", stake, 1, 8);
  if (challenge != kNone) check_within("challenge (255: none)", challenge, 0, kChallengeIds - 1);
  check_within("variant", variant, 0, 1);
}

// Strengths of the hand planner.
inline void check_planner(int discards, int samples) {
  check_within("discards of the planner", discards, 0, 1'000'000);
  check_within("samples of the planner", samples, 0, 1'000'000);
}

// Throws IllegalAction, as the game's own words.
void check_legal(const Game& g, const Action& a);

}  // namespace jimbot
