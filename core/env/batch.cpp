// Stepping a batch.
#include "batch.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "hidden.h"
#include "legal.h"
#include "step.h"

namespace jimbot {
namespace {

constexpr int kPiece = 16;  // games a thread takes at a time

PolicyRandom random_of(std::uint64_t seed, std::uint64_t episode) {
  PolicyRandom random{seed};
  return PolicyRandom{random.next() + episode};
}

int nth_move(MoveMask mask, int n) {
  for (int word = 0; word < 2; ++word) {
    const int here = std::popcount(mask.bits[word]);
    if (n < here) {
      while (n--) mask.bits[word] &= mask.bits[word] - 1;
      return 64 * word + std::countr_zero(mask.bits[word]);
    }
    n -= here;
  }
  return 0;
}

// The few numbers of a game from before a decision.
struct Before {
  double score;
  bool in_round;
  int ante, blind;
  explicit Before(const Game& g)
      : score(g.score), in_round(g.phase == Phase::selecting_hand), ante(g.ante), blind(g.blind_on_deck) {}
};

void note_decision(const Before& before, const Game& g, Facts& f) {
  ++f.decisions;
  if (!before.in_round) return;
  const double gained = g.score - before.score;
  if (gained > 0) {
    f.chips_gained += gained;
    f.best_hand = std::max(f.best_hand, gained);
  }
  const bool wins = g.phase == Phase::game_over && g.won && !g.lost && !g.truncated;
  if (g.phase == Phase::round_eval || wins) {
    f.blind_beaten = 1;
    ++f.blinds_beaten;
    f.furthest_blind = std::max(f.furthest_blind, 3.0 * (before.ante - 1) + before.blind + 1);
  }
}

}  // namespace

Batch::Batch(const BatchOptions& options) : options_(options), workers_(options.threads) {
  const std::size_t n = at(options.games);
  const std::size_t floats = options.flat ? n * static_cast<std::size_t>(flat_size()) : 0;
  seats_.resize(n);
  masks_.resize(n);
  observations.resize(n);
  final_observations.resize(n);
  facts.resize(n);
  rewards.resize(n);
  flat.resize(floats);
  final_flat.resize(floats);
  terminated.resize(n);
  truncated.resize(n);
  set_starts({Start{}});
}

void Batch::set_starts(const std::vector<Start>& starts) {
  starts_ = starts;
  positions_.clear();
  total_weight_ = 0;
  for (const Start& start : starts_) {
    total_weight_ += start.weight;
    if (start.position) positions_.push_back(*start.position);
  }
  std::size_t next = 0;
  for (Start& start : starts_)
    if (start.position) start.position = &positions_[next++];
}

void Batch::reset(int i, std::uint64_t seed) {
  seats_[at(i)].seed = seed;
  seats_[at(i)].episode = 0;
  begin_episode(i);
  clear_outcome(i);
}

void Batch::next_episode(int i) {
  ++seats_[at(i)].episode;
  begin_episode(i);
  clear_outcome(i);
}

void Batch::begin_episode(int i) {
  Seat& seat = seats_[at(i)];
  PolicyRandom random = random_of(seat.seed, seat.episode);
  const Start* start = &starts_[0];
  if (starts_.size() > 1) {
    double left = static_cast<double>(random.next() >> 11) * 0x1p-53 * total_weight_;
    for (const Start& each : starts_) {
      if (each.weight <= 0) continue;
      start = &each;
      if ((left -= each.weight) < 0) break;
    }
  }
  if (start->position) {
    seat.game = *start->position;
    determinize(seat.game, random.next());
  } else {
    char seed[9];
    seed_from_number(random.next(), seed);
    RunOptions run = start->run;
    run.seed = {seed, 8};
    start_run(seat.game, run);
  }
  seat.planner = PolicyRandom{random.next()};
  begin_facts(i);
}

void Batch::begin(int i, const RunOptions& run) {
  start_run(seats_[at(i)].game, run);
  seats_[at(i)].planner = {};
  begin_facts(i);
  clear_outcome(i);
}

void Batch::begin(int i, const Game& position) {
  seats_[at(i)].game = position;
  seats_[at(i)].planner = {};
  begin_facts(i);
  clear_outcome(i);
}

void Batch::restore(int i, const Seat& seat) {
  seats_[at(i)] = seat;
  write(i);
  clear_outcome(i);
  if (!options_.autoreset && seat.facts.truncated != 0) masks_[at(i)] = {};  // its episode is over
}

// A new episode that no step led to: nothing is reported of the one before.
void Batch::clear_outcome(int i) {
  facts[at(i)] = seats_[at(i)].facts;
  rewards[at(i)] = 0;
  terminated[at(i)] = truncated[at(i)] = 0;
}

void Batch::begin_facts(int i) {
  Seat& seat = seats_[at(i)];
  const Game& g = seat.game;
  seat.picking = {};
  seat.blind_steps = 0;
  Facts& f = seat.facts;
  f = {};
  f.ante = g.ante;
  f.round = g.round;
  f.money = static_cast<double>(g.money);
  f.score = g.score;
  f.target = g.phase == Phase::selecting_hand ? g.target : 0;
  f.won = g.won;
  f.furthest_blind = blinds_behind(g);
  f.progress = f.progress_before = f.furthest = f.furthest_before = progress_of(g, f.furthest_blind);
  write(i);
}

int Batch::find_refused(const std::int32_t* moves) const {
  for (int i = 0; i < options_.games; ++i)
    if (!is_legal(i, moves[i])) return i;
  return -1;
}

const char* Batch::why_refused(int i, std::int32_t move) const {
  const Seat& seat = seats_[at(i)];
  if (!options_.autoreset && (terminated[at(i)] || truncated[at(i)]))
    return "the episode is over: reset the environment first";
  return why_not(seat.game, seat.picking, options_.planned, move);
}

void Batch::step(const std::int32_t* moves) {
  const int pieces = (options_.games + kPiece - 1) / kPiece;
  const auto work = [&](int piece) {
    const int end = std::min(options_.games, (piece + 1) * kPiece);
    for (int i = piece * kPiece; i < end; ++i) step_game(i, moves[i]);
  };
  workers_.run(pieces, work);
}

void Batch::random_moves(std::uint64_t seed, std::int32_t* out) const {
  for (int i = 0; i < options_.games; ++i) {
    const MoveMask& mask = masks_[at(i)];
    const int n = std::popcount(mask.bits[0]) + std::popcount(mask.bits[1]);
    PolicyRandom random = random_of(seed, static_cast<std::uint64_t>(i));
    out[i] = n ? nth_move(mask, static_cast<int>(random.below(static_cast<std::uint32_t>(n)))) : 0;
  }
}

// While no consumable can be used there is nothing for the learner to decide in a round.
void Batch::let_planner_play(Seat& seat, bool asked, Facts& f) {
  Game& g = seat.game;
  while (g.phase == Phase::selecting_hand) {
    const std::uint64_t usable = legal_indices(g, ActionKind::use) & ((1ull << kUsableConsumables) - 1);
    if (!asked && usable) return;
    asked = false;
    seat.picking = {};
    const Before before(g);
    apply(g, plan_hand(g, options_.planner, seat.planner));
    note_decision(before, g, f);
  }
}

// Makes the move and what the planner adds to it. False if it only picked a card.
bool Batch::advance(Seat& seat, int move, Facts& f) {
  Game& g = seat.game;
  const bool asks_planner = options_.planned && move == kPlayMove.first;
  if (!asks_planner) {
    const Before before(g);
    if (!make_move(g, seat.picking, move)) return false;
    note_decision(before, g, f);
  }
  if (options_.planned) let_planner_play(seat, asks_planner, f);
  return true;
}

void Batch::step_game(int i, int move) {
  Seat& seat = seats_[at(i)];
  const Game& g = seat.game;
  Facts& f = seat.facts;
  const bool won_before = g.won;
  f.progress_before = f.progress;
  f.furthest_before = f.furthest;
  f.blind_beaten = f.chips_gained = f.money_gained = 0;
  ++f.episode_length;
  ++seat.blind_steps;

  const bool decided = advance(seat, move, f);
  if (decided) {
    const auto money = static_cast<double>(g.money);
    f.ante = g.ante;
    f.round = g.round;
    f.score = g.score;
    f.target = g.phase == Phase::selecting_hand || g.lost ? g.target : 0;
    f.money_gained = money - f.money;
    f.money = money;
    f.won = g.won;
    f.lost = g.lost;
    f.progress = progress_of(g, f.furthest_blind);
    f.furthest = std::max(f.furthest, f.progress);
    if (f.blind_beaten || move == kSkipBlindMove.first) seat.blind_steps = 0;
  }
  const bool ended = g.phase == Phase::game_over && !g.truncated;
  if (!ended) {
    f.capped = max_ante_ > 0 && g.ante > max_ante_;
    f.truncated = f.capped || g.truncated || seat.blind_steps >= options_.blind_steps ||
                  f.episode_length >= options_.episode_steps;
  }
  f.reward = reward_of(f, options_.reward, options_.discount, g.won && !won_before, ended);
  f.episode_return += f.reward;
  facts[at(i)] = f;
  rewards[at(i)] = static_cast<float>(f.reward);
  terminated[at(i)] = ended;
  truncated[at(i)] = f.truncated != 0;

  const bool over = ended || f.truncated;
  if (decided || over) {
    write(i);
  } else {
    masks_[at(i)] = legal_moves(g, seat.picking, options_.planned);
    write_picking(g, seat.picking, masks_[at(i)], observations[at(i)]);
    if (options_.flat) write_flat_picking(observations[at(i)], flat_row(i));
  }
  if (!over) return;
  final_observations[at(i)] = observations[at(i)];
  if (options_.flat) std::copy_n(flat_row(i), flat_size(), &final_flat[at(i) * at(flat_size())]);
  if (!options_.autoreset) {
    masks_[at(i)] = {};
    return;
  }
  ++seat.episode;
  begin_episode(i);
}

void Batch::write(int i) {
  const Seat& seat = seats_[at(i)];
  const MoveMask legal = masks_[at(i)] = legal_moves(seat.game, seat.picking, options_.planned);
  // Where a game is over a learner sees the move that the next one begins with: a mask of nothing has no softmax.
  MoveMask begins;
  begins.add(kSelectBlindMove, 1);
  write_observation(seat.game, seat.picking, legal.empty() ? begins : legal, observations[at(i)]);
  if (options_.flat) write_flat(observations[at(i)], flat_row(i));
}

}  // namespace jimbot
