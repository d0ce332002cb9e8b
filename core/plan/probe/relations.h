// What has to do with what: the cards, hands and enhancements that a joker acts on and what it brings; what
// consumables and bosses do. Found by calling the hooks of their rows on made-up positions: a new row needs no word here.
#pragma once
#include <bitset>

#include "content.h"

namespace jimbot::plan {

// What an effect does.
enum Deed : std::uint32_t {
  kChips = 1 << 0,
  kMult = 1 << 1,
  kTimesMult = 1 << 2,
  kDollars = 1 << 3,
  kAgain = 1 << 4,  // cards score or act again
  kCounter = 1 << 5,  // its own counter rises
  kTarots = 1 << 6,
  kPlanets = 1 << 7,
  kSpectrals = 1 << 8,
  kJokers = 1 << 9,
  kCards = 1 << 10,
  kTags = 1 << 11,
  kDestroysCards = 1 << 12,
  kDestroysJokers = 1 << 13,
  kLevels = 1 << 14,
  kDisablesBoss = 1 << 15,
  kSellValue = 1 << 16,
  kHands = 1 << 17,
  kDiscards = 1 << 18,
  kHandSize = 1 << 19,
  kTakesDollars = 1 << 20,
  kTakesHands = 1 << 21,
  kTakesDiscards = 1 << 22,
  kTakesHandSize = 1 << 23,
  kCardChips = 1 << 24,  // of a card, for good
  kCopies = 1 << 25,  // acts as another joker
};
inline constexpr int kDeeds = 26;

using Fronts = std::uint64_t;  // a bit per card_of_front
using Jokers = std::bitset<kJokerIds>;

struct JokerRelations {
  std::uint32_t deeds = 0;
  HandTypes hands = 0;  // it does something on such a hand, and not on as many cards that are none
  Fronts scored = 0, held = 0, discarded = 0, destroyed = 0, in_deck = 0;  // it acts on these cards
  Fronts each_time = 0;  // those of `scored` on which it acts again if they score again
  Fronts again = 0, again_held = 0;  // it lets them act again
  BitsOf<Enhancement> reads = 0, gives = 0;  // enhancements
  std::uint32_t grows = 0;  // Hook bits: moments when its counter rises
  std::uint32_t grows_by_kind = 0;  // bit per ConsumableKind that it grows by when used
  Jokers others;  // it gives something for these beside it
  Jokers unlocks;  // pools may give them after it has acted
  std::uint32_t makes = 0;  // bit per Rarity of jokers that it makes
  BitsOf<TagId> tags = 0;  // that it brings
  bool rolls = false;  // a chance that does good if it hits
  bool ends_by_chance = false;
  bool doubles_probabilities = false;
  bool counts_jokers = false;  // the more there are, the more it gives
  bool wants_no_discards = false;  // it gives more when none are left
};
JokerRelations relations_of(JokerId id);

// How much more a joker does over some deals if these rules hold: 0.5 is twice as much, -1 nothing any more.
double helped_by(std::uint32_t rules, JokerId id);

// Hand types that more hands of five cards contain under these rules.
HandTypes hands_helped(std::uint32_t rules);

struct ConsumableRelations {
  std::uint32_t deeds = 0;
  HandTypes levels = 0;
  BitsOf<Enhancement> gives = 0;
  BitsOf<Seal> seals = 0;
  BitsOf<Edition> editions = 0;  // of cards or jokers
  std::uint8_t suits = 0;  // bit per suit that cards take
  std::uint32_t makes = 0;  // bit per Rarity of jokers
  bool raises_rank = false, makes_alike = false;
};
ConsumableRelations relations_of(ConsumableId id);

struct BossRelations {
  Fronts debuffs = 0, face_down = 0;
};
BossRelations relations_of(BlindId id);

}  // namespace jimbot::plan
