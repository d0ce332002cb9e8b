// Made-up hands: one of each type that stays it under Four Fingers, Shortcut and Smeared Joker; none has all suits.
#pragma once
#include "enum_array.h"

namespace jimbot::plan {

struct MadeUpHand {
  int count;
  std::uint8_t ranks[kMaxPlayed];
  Suit suits[kMaxPlayed];
};

constexpr Suit S = Suit::spades, H = Suit::hearts, D = Suit::diamonds;
inline constexpr EnumArray<HandType, MadeUpHand> kMadeUpHands = {{{
    {5, {2, 2, 2, 2, 2}, {S, S, S, S, S}},
    {5, {2, 2, 2, 9, 9}, {S, S, S, S, S}},
    {5, {2, 2, 2, 2, 2}, {S, H, D, S, H}},
    {5, {2, 3, 4, 5, 6}, {S, S, S, S, S}},
    {4, {2, 2, 2, 2}, {S, H, D, S}},
    {5, {2, 2, 2, 9, 9}, {S, H, D, S, H}},
    {5, {2, 5, 8, 11, 14}, {S, S, S, S, S}},
    {5, {2, 3, 4, 5, 6}, {S, H, D, S, H}},
    {3, {2, 2, 2}, {S, H, D}},
    {4, {2, 2, 9, 9}, {S, H, D, S}},
    {2, {2, 2}, {S, H}},
    {1, {2}, {S}},
}}};
// A High Card with junk beside it: its first cards, as many as are wanted.
inline constexpr MadeUpHand kJunk = {5, {2, 5, 8, 10, 14}, {S, H, D, S, H}};

inline constexpr int kSelf = 1;  // the place of the joker that is looked at: between two others

}  // namespace jimbot::plan
