// Blinds: what they ask for and pay, the boss of the ante, and the end of a boss's effects.
#pragma once
#include "content.h"
#include "state.h"

namespace jimbot {

double base_requirement(int ante, Stake stake);       // of the ante table; endless beyond ante 8
double blind_requirement(const Game& g, BlindId id);  // at the present ante
int blind_reward(const Game& g, BlindId id);
BlindId blind_of(const Game& g, int number);          // 0 Small, 1 Big, 2 Boss

void reroll_boss(Game& g);                            // the draw alone; the price is the caller's
void disable_blind(Game& g);
void end_boss_effects(Game& g);                       // debuffs, face-down cards, hand size

}  // namespace jimbot
