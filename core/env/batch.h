// N games side by side: one call makes a move in each, writes observation, mask, facts and reward into arrays that
// were allocated once, and starts a new episode where one has ended.
#pragma once
#include <vector>

#include "facts.h"
#include "flow/run.h"
#include "observation.h"
#include "planner.h"
#include "playout.h"
#include "workers.h"

namespace jimbot {

// What an episode may begin with: a new run, or a saved position whose hidden part is drawn again.
struct Start {
  RunOptions run;  // its seed is ignored
  const Game* position = nullptr;
  double weight = 1;
};

struct BatchOptions {
  int games = 1;
  int threads = 1;
  bool autoreset = true;  // an ended episode is followed by the next one in the same step
  int blind_steps = 1000;  // steps between two blinds, then the episode is truncated
  int episode_steps = 100000;
  Reward reward = Reward::furthest;
  double discount = 1;  // of the reward `progress`
  bool planned = false;  // the hand planner plays the cards
  PlannerOptions planner;
  bool flat = false;  // also write the flat view
};

class Batch {
 public:
  // Where one game and its sequence of episodes stand.
  struct Seat {
    Game game;
    Picking picking;
    Facts facts;
    std::uint64_t seed, episode;
    PolicyRandom planner;
    int blind_steps;
  };

  explicit Batch(const BatchOptions& options);

  int games() const { return options_.games; }
  const BatchOptions& options() const { return options_; }

  // Episodes are drawn from these; a change counts from the next episode on.
  void set_starts(const std::vector<Start>& starts);
  void set_max_ante(int max_ante) { max_ante_ = max_ante; }  // 0: none

  // Game i begins episode 0 of its own sequence, which depends on the seed alone.
  void reset(int i, std::uint64_t seed);
  void next_episode(int i);
  void begin(int i, const RunOptions& run);  // with exactly this seed
  void begin(int i, const Game& position);  // exactly this position

  bool is_legal(int i, std::int32_t move) const {
    return move >= 0 && move < kMoves && masks_[at(i)].has(move);
  }
  // Index of the first game whose move is refused, or -1.
  int find_refused(const std::int32_t* moves) const;
  const char* why_refused(int i, std::int32_t move) const;
  // Every move must be legal.
  void step(const std::int32_t* moves);
  // A uniformly random legal move for every game (0 where an episode is over).
  void random_moves(std::uint64_t seed, std::int32_t* out) const;

  bool has_begun(int i) const { return seats_[at(i)].game.rng.seed_length > 0; }
  const Seat& seat(int i) const { return seats_[at(i)]; }
  void restore(int i, const Seat& seat);  // goes on as the game did that this was taken from
  const Game& game(int i) const { return seats_[at(i)].game; }
  const Picking& picking(int i) const { return seats_[at(i)].picking; }
  std::uint64_t episode(int i) const { return seats_[at(i)].episode; }

  // final_*: where an episode has ended in the last step, what was seen then. Facts are those of the step.
  std::vector<Observation> observations, final_observations;
  std::vector<Facts> facts;
  std::vector<float> rewards, flat, final_flat;
  std::vector<std::uint8_t> terminated, truncated;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void begin_episode(int i);
  void begin_facts(int i);
  void clear_outcome(int i);
  void step_game(int i, int move);
  bool advance(Seat& seat, int move, Facts& f);
  void let_planner_play(Seat& seat, bool asked, Facts& f);
  void write(int i);
  float* flat_row(int i) { return &flat[at(i) * at(flat_size())]; }

  BatchOptions options_;
  int max_ante_ = 0;
  std::vector<Start> starts_;
  std::vector<Game> positions_;
  double total_weight_ = 0;
  std::vector<Seat> seats_;
  std::vector<MoveMask> masks_;
  Workers workers_;
};

}  // namespace jimbot
