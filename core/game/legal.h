// Everything that may be done now: by kind, by index, by cards. Masks, lists and random play build on it.
#pragma once
#include <bit>
#include <cstdint>

#include "action.h"

namespace jimbot {

// Which cards an action takes: `min` to `max` of the eligible hand positions, all required ones included.
struct CardChoice {
  int min = 0, max = 0;
  std::uint64_t eligible = 0, required = 0;
};

// Bit per index with which the kind is legal for some choice of cards (bit 0 for kinds without index).
std::uint64_t legal_indices(const Game& g, ActionKind kind);
CardChoice card_choice(const Game& g, ActionKind kind, int index);

// Kinds of complete decisions, without sorting and rearranging.
inline constexpr int kDecisionKinds = static_cast<int>(ActionKind::cash_out) + 1;
// Bit per decision kind that can occur in a phase at all.
std::uint32_t kinds_of_phase(Phase phase);

// Calls fn(action) for every legal action but rearrangements.
template <class Fn>
void for_each_legal(const Game& g, Fn fn) {
  for (int k = 0; k <= static_cast<int>(ActionKind::sort_hand); ++k) {
    Action a{};
    a.kind = static_cast<ActionKind>(k);
    for (std::uint64_t left = legal_indices(g, a.kind); left; left &= left - 1) {
      a.index = static_cast<std::uint8_t>(std::countr_zero(left));
      const CardChoice choice = card_choice(g, a.kind, a.index);
      std::uint8_t positions[kMaxHand];
      int n = 0;
      for (std::uint64_t e = choice.eligible; e; e &= e - 1)
        positions[n++] = static_cast<std::uint8_t>(std::countr_zero(e));
      for (int size = choice.min; size <= choice.max && size <= n; ++size) {
        int at[kMaxHand];
        for (int i = 0; i < size; ++i) at[i] = i;
        for (;;) {  // combinations in order
          std::uint64_t chosen = 0;
          for (int i = 0; i < size; ++i) {
            a.cards[i] = positions[at[i]];
            chosen |= 1ull << positions[at[i]];
          }
          a.count = static_cast<std::uint8_t>(size);
          if ((chosen & choice.required) == choice.required) fn(a);
          int i = size - 1;
          while (i >= 0 && at[i] == n - size + i) --i;
          if (i < 0) break;
          ++at[i];
          for (int j = i + 1; j < size; ++j) at[j] = at[j - 1] + 1;
        }
      }
    }
  }
}

}  // namespace jimbot
