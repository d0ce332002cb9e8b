// Progress and rewards.
#include "facts.h"

#include <algorithm>

namespace jimbot {
namespace {

constexpr int kBlindsOfARun = 24;

constexpr FactRow kRows[] = {
    {"ante", "ante", Shown::whole},
    {"round", "round", Shown::whole},
    {"blinds_beaten", "rounds survived in this episode", Shown::whole},
    {"furthest_blind", "furthest blind beaten, 0 to 24 (24: the run is won), more in endless play",
     Shown::whole},
    {"blind_beaten", "1 if this step beat a blind"},
    {"score", "chips scored in this round", Shown::real},
    {"target", "chips that the blind asks for; 0 outside a round"},
    {"chips_gained", "chips scored by this step"},
    {"best_hand", "largest score of one hand in this episode", Shown::real},
    {"money", "dollars", Shown::whole},
    {"money_gained", "dollars gained by this step"},
    {"won", "1 once the run is won", Shown::flag},
    {"lost", "1 if the run is lost"},
    {"truncated", "1 if the episode was cut by a bound on steps or a limit of the state"},
    {"capped", "1 if the episode was cut because it passed the ante cap", Shown::flag},
    {"progress", "furthest blind beaten plus the share of the chips of this round, over 24: 0 to 1"},
    {"progress_before", "the same before this step"},
    {"furthest", "largest progress of this episode"},
    {"furthest_before", "the same before this step"},
    {"reward", "reward of this step by the chosen preset"},
    {"episode_return", "sum of those"},
    {"episode_length", "steps of this episode", Shown::whole},
    {"decisions", "complete decisions of this episode (picking a card does not count)", Shown::whole},
};
static_assert(sizeof(Facts) == sizeof(double) * std::size(kRows));

}  // namespace

std::span<const FactRow> fact_rows() { return kRows; }

double blinds_behind(const Game& g) {
  double behind = 3.0 * (g.ante - 1);
  if (g.phase != Phase::round_eval)
    behind += g.blind_on_deck;
  else if (g.blind_on_deck < 2)  // beating the boss has raised the ante already
    behind += g.blind_on_deck + 1;
  return std::max(0.0, behind);
}

double progress_of(const Game& g, double furthest_blind) {
  if (g.won) return 1;
  double behind = furthest_blind;
  if ((g.phase == Phase::selecting_hand || g.lost) && g.target > 0 && g.score > 0)
    behind += g.score < g.target ? g.score / g.target : 1;
  return std::min(behind / kBlindsOfARun, 1.0);
}

double reward_of(const Facts& facts, Reward reward, double discount, bool wins_now, bool ended) {
  const double win = wins_now;
  switch (reward) {
    case Reward::sparse: return win;
    case Reward::progress: return win + (ended ? 0 : discount * facts.progress) - facts.progress_before;
    case Reward::furthest: return win + facts.furthest - facts.furthest_before;
  }
  return 0;
}

}  // namespace jimbot
