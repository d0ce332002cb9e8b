// Every decision that can be made in a position, and numbers that describe the position and each of them. Only what a
// player sees.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "inputs.h"
#include "planner.h"

namespace jimbot::plan {

using plan::Feature;

// How much is worked out before a network decides. All 0: what can be read off at once.
struct InputOptions {
  int redraws = 0;  // of the cards to come, for each play and discard
  int rounds = 0;  // played to measure what each purchase makes of the build
};

// Rows of sparse numbers, one after the other.
struct Rows {
  std::vector<Feature> values;
  std::vector<std::uint32_t> ends;  // of each row, in `values`

  void clear() { values.clear(), ends.clear(); }
  void put(int column, double value) {
    if (value != 0) values.push_back({static_cast<std::uint16_t>(column), static_cast<float>(value)});
  }
  void end_row() { ends.push_back(static_cast<std::uint32_t>(values.size())); }
};

struct Choice {
  Action action;
  std::optional<Action> then;  // what a sale makes room for
};

struct Choices {
  std::vector<Choice> all;  // of one alone nothing is left to decide
  std::vector<Feature> position;
  Rows features;  // of each choice
};

struct Columns {
  const char* name;
  int start, size;
};
int position_columns();
int choice_columns();
std::span<const Columns> position_layout();
std::span<const Columns> choice_layout();

// At least one choice; the game is not over (asserted). `draw_seed` redraws what is hidden. Jokers are put in order by
// rule: where the order should change, that is the only choice, and the position is left empty.
void list_choices(const Game& g, const InputOptions& options, std::uint64_t draw_seed, Choices& out);

bool same(const Action& a, const Action& b);

}  // namespace jimbot::plan
