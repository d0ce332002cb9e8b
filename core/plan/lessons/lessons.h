// Lessons: games as they were played, decision by decision, with what an expert would have done and what it thought of
// the alternatives. A game is kept as its seed and its decisions: every position comes back by playing it again.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "decision.h"
#include "flow/run.h"

namespace jimbot::plan {

struct Step {
  Action taken{};
  bool follows = false;  // the second action of the decision before: nothing was decided
  bool labelled = false;
  Action expert{};
  std::optional<Action> expert_then{};
  std::vector<Alternative> weighed;  // best first; empty where a rule decided
};

struct Lesson {
  std::string seed;
  DeckId deck = DeckId::red;
  Stake stake = Stake::white;
  std::uint8_t challenge = kNone;
  Variant variant = Variant::vanilla;
  bool won = false;
  bool ended = false;  // else it was cut short
  std::uint8_t furthest = 0;  // blind beaten, 0 to 24
  std::uint8_t end = 0;  // number of the blind at the end; 24 for a win
  std::vector<Step> steps;

  RunOptions run() const { return {seed, deck, stake, challenge, variant}; }
};

// As bytes. Reading returns "" or what is wrong with them.
std::string write_lesson(const Lesson& lesson);
std::string read_lesson(std::string_view bytes, Lesson& out);

using Expert = std::function<Decision(const Game&, std::uint64_t draw_seed)>;

// The hand that scores most now, the cheapest joker that fits; never discards, skips or uses anything.
Decision greedy_decision(const Game& g, std::uint64_t draw_seed);

// One game, as somebody plays it: decisions are applied and written down.
class Table {
 public:
  Table(const RunOptions& run, std::uint64_t draw_seed, int max_steps);
  // From here on: the lesson then holds the end of the game, and cannot be played again.
  Table(const Game& position, std::uint64_t draw_seed, int max_steps);

  const Game& game() const { return game_; }
  bool over() const { return over_; }
  std::uint64_t draw_seed();  // of the next decision
  // Makes a decision: its action, and its second one if that is legal then.
  void decide(const Choice& choice);
  void decide_by(const Expert& expert, std::uint64_t draw_seed);
  const Lesson& lesson() const { return lesson_; }

 private:
  void apply_one(const Action& action, bool follows, const Decision* label);

  Game game_;
  Lesson lesson_;
  std::uint64_t seed_;
  int max_steps_;
  bool over_ = false;
};

// Which share of the decisions an expert is asked about.
struct Shares {
  double hands = 1, others = 1;
};
// Replaces the labels of a game by what the expert would do. False: the decisions do not fit the game.
bool relabel(Lesson& lesson, const Expert& expert, std::uint64_t draw_seed, Shares shares = {});

// Decisions of games as rows for a learner; those without alternatives are left out.
struct Examples {
  Rows positions, choices;
  std::vector<std::uint32_t> choice_ends;  // of each row, in choices
  std::vector<std::int16_t> label;  // the expert's choice; -1: not among them, or not known
  std::vector<std::int16_t> taken;  // likewise
  std::vector<float> price, error;  // of each choice; NaN: not weighed
  std::vector<std::uint8_t> legal;  // whether the true game allows a choice
  std::vector<std::uint8_t> phase, blind;
  std::vector<std::uint32_t> game, step;

  void append(const Examples& more);
};
// False: the decisions do not fit the game.
bool add_examples(const Lesson& lesson, std::uint32_t number, const InputOptions& options, Examples& out);

}  // namespace jimbot::plan
