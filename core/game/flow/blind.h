// Blind select and the start of a round; bosses.
#pragma once
#include "state.h"

namespace jimbot {

double base_requirement(int ante, Stake stake);        // of the ante table; endless beyond ante 8
double blind_requirement(const Game& g, BlindId id);   // at the present ante
int blind_reward(const Game& g, BlindId id);
BlindId blind_of(const Game& g, int number);           // 0 Small, 1 Big, 2 Boss

void begin_ante(Game& g);                              // boss and tags of the ante
void select_blind(Game& g);
void skip_blind(Game& g);
void reroll_boss(Game& g);                             // the draw alone; the price is the caller's
void disable_blind(Game& g);
void end_boss_effects(Game& g);                        // debuffs, face-down cards, hand size

inline bool is_boss(BlindId id) { return id >= BlindId::hook; }
// Boss whose effect is in force right now.
inline bool facing(const Game& g, BlindId id) {
  return g.blind == id && !g.blind_disabled && g.phase == Phase::selecting_hand;
}

}  // namespace jimbot
