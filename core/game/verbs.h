// Verbs: what effects may do. Content rows use these and nothing else; each notes an event for those who
// listen, so explanations come free.
#pragma once
#include <cstdint>
#include <span>

#include "cards.h"
#include "content.h"
#include "create.h"
#include "hands.h"
#include "jokers.h"
#include "state.h"

namespace jimbot {

enum class EventKind : std::uint8_t {
  base,
  level,
  chips,
  mult,
  times_mult,
  dollars,
  retrigger,
  roll,    // a chance: amount in amount2
  range,   // a whole number from amount to amount2
  random,  // amount things picked at random
  balance,
  refused,
  debuffed,
  created,
  destroyed,
  grows,
  score,
};
// How a copy that explains (Game::explaining) takes open rolls. By chance: what a roll is for counts by its chance,
// so that the score is the mean over all rolls.
enum RollsTaken : std::uint8_t { kRollsMiss = 1, kRollsHit = 2, kRollsByChance = 3 };

enum class Source : std::uint8_t { hand, card, held_card, joker, consumable, blind, deck };

// One line of an explanation. chips and mult are the running values after it.
struct Event {
  EventKind kind;
  Source source;
  std::uint8_t index;   // of the card in Game::cards, or position of the joker or consumable
  Stream stream;        // of a roll
  double amount;
  double amount2;
  double chips, mult;
};
struct Log {
  std::span<Event> room;
  int count = 0;
  void add(const Event& e) {
    if (count < static_cast<int>(room.size())) room[count++] = e;
  }
};

// A hand being played (or discarded, for Burnt Joker).
struct Hand {
  FixedVec<std::uint8_t, kMaxPlayed> played;   // card indices, left to right
  FixedVec<std::uint8_t, kMaxPlayed> scoring;  // the ones that score, left to right
  HandType type;
  std::uint16_t contains;  // bit per HandType found in the played cards
  bool refused;            // by the boss
  bool boss_triggered;     // Matador
  double chips, mult;
};

struct Ctx {
  Game& g;
  Log* log = nullptr;
  Hand* hand = nullptr;

  // the joker (or consumable) that acts
  Joker* self = nullptr;
  int at = 0;             // its position; under a copier the copier's
  bool copied = false;    // self acts through Blueprint or Brainstorm: it must not change
  Source source = Source::joker;
  int source_index = 0;   // for events

  std::span<const std::uint8_t> targets = {};  // cards chosen for a consumable: indices, left to right

  // one discard
  std::span<const std::uint8_t> discarding = {};  // all cards of this discard
  bool last_card = false;
  bool by_hook = false;                           // The Hook's discard
  bool destroy_card = false;                      // set by destroy_discarded

  bool effect = false;    // a held card did something
  double lucky = 0;       // chance that this trigger of a Lucky Card paid
  double weight = 1;      // chance of what is done now; below 1 only where rolls are taken by chance

  double n() const { return row(self->id).n; }
  double n2() const { return row(self->id).n2; }
  double value() const { return self->value; }
  double shown() const { return shown_number(g, *self); }

  // Scoring
  void add_chips(double amount);
  void add_mult(double amount);
  void times_mult(double factor);
  void earn(std::int64_t dollars);
  bool contains(HandType type) const { return hand->contains & bit(type); }
  bool first_hand() const { return g.hands_played == 0; }
  bool last_hand() const { return g.hands_left == 0; }

  // Chance: 1 in `odds`, the numerator doubled by each Oops! All 6s. Explaining, RollsTaken says what happens.
  bool chance(Stream stream, double odds);
  double roll(Stream stream, int low, int high);
  bool lucky_paid() {
    weight *= lucky;
    return lucky > 0;
  }

  // The joker's own counter. Copies change nothing.
  void grow(double by);
  void set_value(double to);
  void destroy_self();

  // Creation. Nothing happens without room.
  bool room_for_consumable() const;
  bool room_for_joker() const;
  bool create_tarot(Stream pool);
  bool create_spectral(Stream pool);
  bool create_planet(Stream pool);
  bool create_consumable(ConsumableId id,
                         Edition edition = Edition::none);  // no pool draw, needs room unless Negative
  int create_jokers(JokerSource source, int count);  // how many were made; rolls rarity where it is open

  void destroy_joker(int position);    // marks it; it goes at the end of the pass
  void destroy_discarded() { destroy_card = true; }
  void level_up(HandType type, int by);
  void disable_blind();
  void reroll_boss();
  void gain_tag(TagId id);
  void offer_voucher(Stream pool);     // one more in this shop

  void note(EventKind kind, double amount, double amount2 = 0, Stream stream = Stream::boss);
};

// Destroys playing cards for good: reactions (Canio, Glass Joker), then removal. Indices become invalid.
void destroy_cards(Game& g, std::span<const std::uint8_t> indices, Log* log = nullptr);
// Reactions to cards that joined the deck (Hologram).
void cards_added(Game& g, int count);

}  // namespace jimbot
