// The chance to win the run, from the strength of the build and the money: a small model of the blinds and
// shops to come, solved backwards.
#pragma once
#include <vector>

#include "state.h"

namespace jimbot::strategist {

// What a position is worth knowing by.
struct Standing {
  int blind = 0;        // 0 to 23: the one to be played next
  double strength = 0;  // mean of ln(chips of a round)
  double money = 0;
  double boss_edge =
      0; // how much better the boss of this ante suits the build than a usual one, in ln(chips)
};

class Outcomes {
 public:
  explicit Outcomes(int scaling);  // of the stake, 1 to 3
  double win_chance(const Standing& s) const;
  static double clear_chance(double gap);  // of ln(strength / target)
  double log_target(int blind) const { return log_target_[static_cast<std::size_t>(blind)]; }

 private:
  static constexpr int kBlinds = 24, kGaps = 97, kMoneys = 17;
  static constexpr double kLowGap = -4.8, kGapStep = 0.1, kMoneyStep = 5;

  double look_up(int blind, double gap, double money) const;
  void solve(int blind);

  std::array<double, kBlinds> log_target_;
  std::vector<float> table_;  // blind, gap, money
};

// The model for the stake of a game, made once.
const Outcomes& outcomes_of(const Game& g);
int blind_number(const Game& g);  // 0 to 23: the next one to be played

}  // namespace jimbot::strategist
