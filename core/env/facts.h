// What happened, as numbers: info, rewards and statistics are functions of these.
#pragma once
#include <cstdint>
#include <span>

#include "state.h"

namespace jimbot {

// All doubles, so that a batch of them is one array.
struct Facts {
  double ante, round;
  double blinds_beaten;   // rounds survived in this episode
  double furthest_blind;  // 3 (ante - 1) + 1, 2, 3 of the furthest blind beaten, 24 = the run is won
  double blind_beaten;    // by this step: 0 or 1
  double score, target;   // of the round; target 0 outside one
  double chips_gained;    // by this step
  double best_hand;       // largest chips_gained of the episode
  double money, money_gained;
  double won, lost;
  double truncated;       // the episode was cut: bound on steps, limit of the state
  double capped;          // ... or the ante cap was passed
  double progress, progress_before;  // potential of the position, 0 to 1, and of the one before
  double furthest, furthest_before;  // largest progress of the episode so far
  double reward;          // of this step, by the chosen preset
  double episode_return;  // sum of those
  double episode_length;  // steps
  double decisions;       // complete decisions, picking not counted
};

// hidden from `info`, or shown there as a whole number, a real one or true and false
enum class Shown : std::uint8_t { no, whole, real, flag };
struct FactRow {
  const char* name;
  const char* meaning;
  Shown in_info = Shown::no;
};
std::span<const FactRow> fact_rows();

double blinds_behind(const Game& g);  // of a position that an episode begins with
// How far the run is, 0 to 1: the furthest blind beaten, and in a round the share of the chips asked for. A
// skipped blind counts when a later one is beaten: skipping alone is no progress.
double progress_of(const Game& g, double furthest_blind);

// sparse: 1 for a win. progress: that plus discount * progress - progress_before, where an ended run has no
// progress: a potential, so optimal play is unchanged. furthest: that plus new ground, paid once.
enum class Reward : std::uint8_t { sparse, progress, furthest };
double reward_of(const Facts& facts, Reward reward, double discount, bool wins_now, bool ended);

}  // namespace jimbot
