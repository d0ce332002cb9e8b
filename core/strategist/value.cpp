// Backward induction over blinds, strength and money.
#include "strategist/value.h"

#include <algorithm>
#include <cmath>

#include "content/stakes.h"
#include "flow/blind.h"

namespace jimbot::strategist {
namespace {

// The first line is fitted to logged games of the strategist; the others are estimates.
constexpr double kSteepness = 3.2, kOffset = 1.7;      // chance to clear: logistic in the gap
constexpr double kBossDemand = 0.2;                    // a usual boss, in ln(chips)
constexpr double kGain[8] = {0.11,  0.075, 0.055, 0.045,
                             0.040, 0.036, 0.032, 0.028};  // ln(chips) per dollar spent
constexpr double kLuck = 0.22;                         // deviation of what a shop gives
constexpr double kUnusedHands = 1.6;                   // dollars for hands left over
constexpr double kRewards[3] = {3, 4, 5};
constexpr double kMostInterest = 5;

constexpr double kBlindFactor[3] = {1, 1.5, 2};

}  // namespace

double Outcomes::clear_chance(double gap) { return 1 / (1 + std::exp(-(kSteepness * gap + kOffset))); }

Outcomes::Outcomes(int scaling) : table_(static_cast<std::size_t>(kBlinds * kGaps * kMoneys)) {
  const Stake stakes[] = {Stake::white, Stake::green, Stake::purple};
  for (int b = 0; b < kBlinds; ++b)
    log_target_[static_cast<std::size_t>(b)] =
        std::log(base_requirement(b / 3 + 1, stakes[scaling - 1]) * kBlindFactor[b % 3]);
  for (int b = kBlinds - 1; b >= 0; --b) solve(b);
}

// After a cleared blind: its money, then the shop that spends what serves best.
void Outcomes::solve(int blind) {
  const double demand = blind % 3 == 2 ? kBossDemand : 0;
  for (int i = 0; i < kGaps; ++i) {
    const double gap = kLowGap + kGapStep * i;
    const double clear = clear_chance(gap - demand);
    for (int m = 0; m < kMoneys; ++m) {
      double after = 1;
      if (blind + 1 < kBlinds) {
        after = 0;
        const double held = kMoneyStep * m;
        const double money =
            held + kRewards[blind % 3] + kUnusedHands + std::min(kMostInterest, std::floor(held / 5));
        const double gain = kGain[std::min(7, (blind + 1) / 3)];
        const double next_gap = gap + log_target(blind) - log_target(blind + 1);
        for (double spent = 0; spent <= money; spent += 2.5) {
          double value = 0;
          for (const double luck : {-1.2247, 0.0, 1.2247})
            value += (luck == 0 ? 2.0 / 3 : 1.0 / 6) *
                     look_up(blind + 1, next_gap + gain * spent * (1 + luck * kLuck), money - spent);
          after = std::max(after, value);
        }
      }
      table_[static_cast<std::size_t>((blind * kGaps + i) * kMoneys + m)] = static_cast<float>(clear * after);
    }
  }
}

double Outcomes::look_up(int blind, double gap, double money) const {
  const double x = std::clamp((gap - kLowGap) / kGapStep, 0.0, kGaps - 1.001);
  const double y = std::clamp(money / kMoneyStep, 0.0, kMoneys - 1.001);
  const int i = static_cast<int>(x), m = static_cast<int>(y);
  const double a = x - i, b = y - m;
  const float* at = &table_[static_cast<std::size_t>((blind * kGaps + i) * kMoneys + m)];
  return (1 - a) * ((1 - b) * at[0] + b * at[1]) + a * ((1 - b) * at[kMoneys] + b * at[kMoneys + 1]);
}

double Outcomes::win_chance(const Standing& s) const {
  const int blind = std::min(s.blind, kBlinds - 1);
  const double gap = s.strength - log_target(blind);
  const double value = look_up(blind, gap, s.money);
  // the boss of this ante is known: its part of the chance is exchanged
  const int boss = blind / 3 * 3 + 2;
  const double boss_gap = s.strength - log_target(boss) - kBossDemand;
  return value * clear_chance(boss_gap + s.boss_edge) / clear_chance(boss_gap);
}

const Outcomes& outcomes_of(const Game& g) {
  static const Outcomes kModels[3] = {Outcomes(1), Outcomes(2), Outcomes(3)};
  return kModels[scaling_of(g.stake) - 1];
}

int blind_number(const Game& g) {
  const int ante = std::clamp(g.ante, 1, 8);
  return std::min(23, 3 * (ante - 1) + g.blind_on_deck);
}

}  // namespace jimbot::strategist
