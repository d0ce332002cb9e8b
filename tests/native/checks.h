// Properties of one position and one step. Each check fails by name (report.h) and leaves the game alone.
#pragma once
#include <array>
#include <string>

#include "legal.h"
#include "playout.h"

namespace jimbot::fuzz {

struct Counts {
  std::uint64_t games, decisions, won, truncated, signature;
  std::uint64_t positions, actions, mutants, accepted;  // checked
  std::array<std::uint64_t, 32> refused;                // by Reason
};

// Cards for a choice, uniformly by size and then by position. False: no set of cards fits.
bool choose_cards(const CardChoice& choice, PolicyRandom& random, Action& a);
// A random permutation of n things.
void choose_order(int n, PolicyRandom& random, Action& a);
bool decision_exists(const Game& g);
std::string action_text(const Action& a);

// On every step: ranges, piles, numbers, derived values, nothing left over from a step.
void check_position(const Game& g);
// Legal indices and card choices agree with why_illegal, for legal and for sampled actions of every kind.
void check_legality(const Game& g, PolicyRandom& random, Counts& counts);
// Two copies and one decision: equal bytes; what the step may do to the cards.
void check_step(const Game& g, const Action& a);
void check_save(const Game& g);
// The notation reads back to a position with the same notation and the same future.
void check_notation(const Game& g, PolicyRandom random);
// Sorting and rearranging only reorder.
void check_rearranging(const Game& g, PolicyRandom& random);

// hidden.cpp: what the player cannot see is redrawn, nothing else; explanations neither touch nor know more.
void check_hidden(const Game& g, PolicyRandom& random);
void check_explanation(const Game& g, PolicyRandom& random);

// learner.cpp: masks, observations, paths and plans of a position; batches on 1 and 3 threads.
void check_learner(const Game& g, const Action& next, PolicyRandom& random);
bool batches_agree(std::uint64_t first);

// bounds.cpp: the planner where the state is at its bounds.
void check_bounds();

// mutate.cpp: damaged bytes and texts are refused or give a sound game that can be played.
void mutate_save(const Game& g, PolicyRandom& random, Counts& counts);
void mutate_notation(const Game& g, PolicyRandom& random, Counts& counts);
void mutate_action(const Game& g, PolicyRandom& random, Counts& counts);

}  // namespace jimbot::fuzz
