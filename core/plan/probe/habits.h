// What each joker reads, gives and does to its counter, found out by calling its row's hooks on made-up positions:
// a new joker needs no word here.
#pragma once
#include "content.h"

namespace jimbot::plan {

// What its score depends on, besides its own counter, the hand type and single cards.
enum Reads : std::uint32_t {
  kReadsMoney = 1 << 0,
  kReadsTarotsUsed = 1 << 1,
  kReadsSkips = 1 << 2,
  kReadsJokerSlots = 1 << 3,
  kReadsSellValues = 1 << 4,
  kReadsFullDeck = 1 << 5,
  kReadsDrawPile = 1 << 6,
  kReadsDiscardsLeft = 1 << 7,
  kReadsLastHand = 1 << 8,
  kReadsHandsPlayed = 1 << 9,  // in the run
  kReadsPlaysOfType = 1 << 10,  // in the run
  kReadsPlaysInRound = 1 << 11,  // of the type
  kReadsHeldCards = 1 << 12,  // all of them at once
  kReadsLowestHeld = 1 << 13,
  kReadsScoringSuits = 1 << 14,  // of all cards at once
  kReadsFirstCard = 1 << 15,  // a card counts otherwise when it scores first
  kReadsPlayedCount = 1 << 16,  // how many cards are played
  kReadsLoneCard = 1 << 17,  // adds cards when one is played alone
};

// Where it acts on the score.
enum Gives : std::uint32_t {
  kGivesChips = 1 << 0,
  kGivesMult = 1 << 1,
  kGivesTimes = 1 << 2,
  kGivesByCard = 1 << 3,  // adds, triggers again or improves card by card
  kGivesTimesByCard = 1 << 4,
};

struct Habits {
  std::uint32_t reads = 0, gives = 0;
  // Its counter counts in the score and moves alike whenever the same happens: by type and size of a hand; by the
  // card that is discarded.
  bool steps_by_hand = false, steps_by_discard = false;
  bool raises_level = false;  // of the hand that is played, perhaps by a roll
  bool rolls = false;  // for chips, mult or levels
};

const Habits& habits_of(JokerId id);
// United over the jokers that act.
std::uint32_t reads_of(const Game& g);

}  // namespace jimbot::plan
