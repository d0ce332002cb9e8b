// Game and its parts: plain data. One run is one value; a clone is a copy.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "enum_array.h"
#include "fixed_vec.h"
#include "rng.h"
#include "types.h"

namespace jimbot {

struct Card {
  std::uint32_t number;  // creation number: random picks and sorting go by it
  std::int32_t bonus;    // permanent extra chips (Hiker)
  std::uint8_t rank;     // 2..14, stays stored under Stone
  Suit suit;
  Enhancement enhancement;
  Edition edition;
  Seal seal;
  Suit created_suit;  // sorting falls back on the suit a card was made with; none for a copy
  std::uint8_t flags;
  std::uint8_t unused;

  enum : std::uint8_t {
    kDebuffed = 1,
    kFaceDown = 2,
    kPlayedThisAnte = 4,
    kForced = 8,         // Cerulean Bell
    kDebuffedForever = 16  // challenge Double or Nothing
  };
  bool debuffed() const { return flags & kDebuffed; }
  bool face_down() const { return flags & kFaceDown; }
  bool forced() const { return flags & kForced; }
  bool stone() const { return enhancement == Enhancement::stone; }
};

struct Joker {
  double value;          // the counter its text shows: chips, mult, X mult, dollars, hands or rounds left
  std::uint32_t number;  // creation number
  std::int32_t extra;    // a second number where one is needed (Yorick's countdown, To Do List's hand...)
  std::int32_t sell_bonus;
  JokerId id;
  Edition edition;
  std::uint8_t flags;
  std::uint8_t rounds_left;  // of a Perishable

  enum : std::uint8_t {
    kEternal = 1,
    kPerishable = 2,
    kRental = 4,
    kPinned = 8,
    kDebuffed = 16,
    kFaceDown = 32,
    kDying = 64  // will be removed at the end of the pass that destroyed it
  };
  bool eternal() const { return flags & kEternal; }
  bool perishable() const { return flags & kPerishable; }
  bool rental() const { return flags & kRental; }
  bool debuffed() const { return flags & kDebuffed; }
  bool dying() const { return flags & kDying; }
};

struct Consumable {
  std::uint32_t number;
  std::int32_t sell_bonus;
  ConsumableId id;
  Edition edition;
  std::uint8_t unused[2];
};

// Something offered in the shop row or in an open pack.
struct Item {
  ItemKind kind;
  std::uint8_t free;  // a tag made it cost $0
  std::uint8_t unused[6];
  union {
    Joker joker;
    Consumable consumable;
    Card card;
  };
};

struct VoucherOffer {
  VoucherId id;
};
struct PackOffer {
  BoosterId id;
  std::uint8_t free;
};
struct Tag {
  TagId id;
  std::uint8_t hand;  // Orbital Tag's hand type, else kNone
};
struct HandRecord {
  std::int32_t level;
  std::int32_t played;        // in the run
  std::int32_t played_round;  // in this round
};

struct CashOut {
  std::int32_t blind, hands, discards, jokers, tags, interest;
};

// The draw pile is shuffled lazily: positions from `settled` on are final (the top is the end); a card
// below is swapped into place when it is about to be drawn, by the same generator in the same order.
struct DrawPile {
  FixedVec<std::uint8_t, kMaxCards> cards;  // indices into Game::cards
  std::uint8_t settled;
  std::uint8_t unused[4];
  LuaRandom random;
};

// Blind numbers of an ante: 0 Small, 1 Big, 2 Boss. Every byte belongs to a field (layout.h holds them all);
// where one would have to be padding it is named `unused` and stays 0.
struct Game {
  Rng rng;

  // What the run was started with
  DeckId deck;
  Stake stake;
  std::uint8_t challenge;  // ChallengeId or kNone
  Variant variant;
  std::uint8_t endless;    // go on after the win
  std::uint8_t one_chip;   // every blind asks for 1 chip (play-outs)
  std::uint8_t target_cut; // percent that blinds ask less (lessons for beginners)

  // Where the run is
  Phase phase;
  Phase phase_behind_pack;
  std::uint8_t won;
  std::uint8_t lost;
  std::uint8_t truncated;  // a limit of the state was reached
  std::uint8_t explaining; // a throw-away copy that explains a hand (RollsTaken): no stream is used
  std::uint8_t blind_on_deck;                // 0..2
  std::array<BlindState, 3> blind_states;
  BlindId boss;
  std::uint8_t boss_rerolled;                // this ante
  std::array<Tag, 2> ante_tags;              // Small, Big
  std::uint8_t ante_voucher;                 // VoucherId or kNone
  std::uint8_t voucher_seen;                 // a shop of this ante has shown it
  std::uint8_t first_pack_given;
  std::uint8_t calls_only;                   // the player can do only what calls.h allows
  std::uint8_t unused_1[1];
  std::int32_t ante;
  std::int32_t round;
  BitsOf<TagId> locked_tags;  // what the player has not unlocked or discovered yet: it is never drawn
  std::int64_t money;
  EnumArray<BlindId, std::uint8_t, 32> boss_uses;

  // Base values of the run: deck, stake, challenge; jokers and vouchers are added in `refresh`
  std::int16_t base_hands, base_discards, base_hand_size, base_joker_slots, base_consumable_slots;
  std::int16_t hand_size_lost;      // Ectoplasm, Ouija
  std::int16_t ectoplasms;          // used so far
  std::int16_t starting_deck_size;
  BitsOf<VoucherId> vouchers;
  BitsOf<VoucherId> locked_vouchers;
  std::array<std::uint64_t, 3> locked_jokers;  // a bit per JokerId
  std::int32_t inflation;
  std::uint32_t next_number;        // creation number of the next card

  // Statistics of the run
  EnumArray<HandType, HandRecord> hands;
  std::int32_t hands_played_run;
  std::int32_t discards_unused;
  std::int32_t skips;
  std::int32_t tarots_used;
  std::uint32_t planets_used;       // bit per planet
  std::uint8_t last_consumable;     // last Tarot or Planet used, or kNone (The Fool)
  std::uint8_t last_hand;           // HandType last played, or kNone
  std::uint8_t gros_michel_extinct;
  std::uint8_t joker_slots_closed;  // challenge Typecast

  // Round targets
  std::uint8_t idol_rank;
  Suit idol_suit;
  std::uint8_t mail_rank;
  Suit castle_suit;
  Suit ancient_suit;
  SortMode sort_mode;

  // This round
  BlindId blind;
  std::uint8_t blind_disabled;
  std::uint8_t saved;               // by Mr. Bones
  std::uint8_t armed;               // The Fish, Crimson Heart: a hand was played since the last refill
  std::uint8_t mouth_hand;          // HandType or kNone
  std::uint8_t ox_hand;
  std::uint16_t eye_hands;          // bit per HandType
  std::int16_t hands_left, discards_left, hands_played, discards_used;
  std::int16_t round_hand_size;     // Juggle Tag, The Manacle
  std::int16_t draw_owed;           // the hand size rose in the round: drawn before the player acts
  std::int16_t blind_took;          // hands or discards a boss removed (The Needle, The Water)
  std::int32_t reward;
  double score;
  double target;

  // Shop
  std::int32_t rerolls_paid;        // raise the price in this shop
  std::int32_t free_rerolls;
  CashOut cash_out_rows;            // of ROUND_EVAL
  std::uint8_t d_six;               // reroll base price is 0 in this shop
  std::uint8_t pack_picks_left;
  std::uint8_t being_used;          // ConsumableId whose effect runs: it still counts as in play; or kNone
  BoosterId pack;

  std::uint8_t unused_3[4];

  // Cards. cards[] is ordered by creation number; the piles hold indices into it.
  FixedVec<Card, kMaxCards, std::uint32_t> cards;
  std::uint8_t unused_4[4];
  DrawPile draw;
  FixedVec<std::uint8_t, kMaxHand> hand;
  FixedVec<std::uint8_t, kMaxCards> discard;
  std::uint8_t unused_5[4];
  FixedVec<Joker, kMaxJokers, std::uint64_t> jokers;
  FixedVec<Consumable, kMaxConsumables, std::uint32_t> consumables;
  FixedVec<Tag, kMaxTags> tags;
  FixedVec<VoucherOffer, kMaxShopVouchers> shop_vouchers;
  FixedVec<PackOffer, kMaxShopPacks> shop_packs;
  std::uint8_t unused_6[1];
  FixedVec<Item, kMaxShopCards, std::uint64_t> shop;
  FixedVec<Item, kMaxPackCards, std::uint64_t> pack_cards;

  // Derived from the joker line by `refresh` in jokers.cpp
  std::uint32_t rules;               // Rule bits of active jokers
  std::uint32_t hooks;               // united hook bits of active jokers
  std::int16_t joker_hand_size, joker_hands, joker_discards, joker_debt;
  std::int16_t negative_jokers, oops;
  std::array<std::uint8_t, kMaxJokers> acts_as;  // joker whose effect this position has, or kNone
  std::uint8_t unused_7[4];
};

static_assert(std::is_trivially_copyable_v<Game> && std::is_standard_layout_v<Game>);
static_assert(sizeof(Game) <= 12 * 1024);

}  // namespace jimbot
