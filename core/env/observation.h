// What a learner sees: fixed arrays, declared once. The rows below are the layout; `observation_tables` names
// every column with its range and meaning, and Python spaces, documentation and the flat view follow from it.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "moves.h"
#include "state.h"

namespace jimbot {

// flag: 0 or 1. choice: 0 for none or unknown, else 1 + the place in the game's list. count: how many.
// number: as it is. log: sign(x) ln(1 + |x|).
enum class ColumnKind : std::uint8_t { flag, choice, count, number, log };

struct Column {
  const char* name;
  ColumnKind kind;
  double low, high;
  const char* meaning;
};

struct Table {
  const char* name;
  bool real;  // float32, else uint8
  int rows;  // 0: one row, the array has a single dimension
  std::span<const Column> columns;  // one column without a name: the rows are plain numbers
  std::size_t offset;  // in Observation
  const char* meaning;
};

struct HandCardRow {
  std::uint8_t rank, suit, enhancement, edition, seal, debuffed, face_down, forced, picked, same_rank,
      same_suit;
};
struct JokerSlotRow {
  std::uint8_t id, edition, eternal, perishable, rental, pinned, debuffed, face_down, rounds_left, hand;
};
struct ConsumableSlotRow {
  std::uint8_t id, negative;
};
struct OfferRow {
  std::uint8_t joker, consumable, rank, suit, enhancement, edition, seal, eternal, perishable, rental;
};
struct PackOfferRow {
  std::uint8_t kind, size;
};
struct BlindSlotRow {
  std::uint8_t id, state, tag, tag_hand;
};
struct HandTypeState {
  std::uint8_t visible, played_this_round, planet_used;
};
struct GlobalsRow {
  std::uint8_t phase, deck, stake, challenge, blind, blind_disabled, boss_rerolled, pack_kind, pack_size,
      picked_hand, mouth_hand, ox_hand, last_consumable, last_hand, idol_rank, idol_suit, mail_rank,
      castle_suit, ancient_suit;
};
struct NumbersRow {
  float ante, round, money, spendable, score, target, score_share, hands_left, discards_left, hands_played,
      discards_used, hand_size, hands_per_round, discards_per_round, joker_slots, free_joker_slots,
      free_consumable_slots, draw_pile, deck_size, starting_deck_size, free_rerolls, pack_picks_left, skips,
      tarots_used, unused_discards, hands_played_run, cash_out, swaps_left;
};
struct PricesRow {
  std::array<float, kMaxShopCards> cards;
  std::array<float, kVoucherMoves> vouchers;
  std::array<float, kMaxShopPacks> packs;
  float reroll;
};
struct JokerNumbersRow {
  float value, countdown, sell;
};
struct HandLevelRow {
  float level, chips, mult, played;
};
struct BlindNumbersRow {
  float target, reward;
};
inline constexpr int kRanks = 13, kSuits = 4;
struct DeckCountsRow {
  std::array<std::uint8_t, 8> enhancements;
  std::array<std::uint8_t, 3> editions;
  std::array<std::uint8_t, 4> seals;
};

struct Observation {
  // float32
  NumbersRow numbers;
  PricesRow prices;
  std::array<JokerNumbersRow, kSellableJokers> joker_numbers;
  std::array<float, kUsableConsumables> consumable_sell;
  std::array<float, kSelectableCards> hand_bonus;
  std::array<HandLevelRow, kHandTypes> hand_levels;
  std::array<BlindNumbersRow, 3> blind_numbers;
  // uint8
  GlobalsRow globals;
  std::array<HandCardRow, kSelectableCards> hand;
  std::array<JokerSlotRow, kSellableJokers> jokers;
  std::array<ConsumableSlotRow, kUsableConsumables> consumables;
  std::array<OfferRow, kMaxShopCards> shop;
  std::array<std::uint8_t, kVoucherMoves> shop_vouchers;
  std::array<PackOfferRow, kMaxShopPacks> shop_packs;
  std::array<OfferRow, kMaxPackCards> pack;
  std::array<BlindSlotRow, 3> blinds;
  std::array<HandTypeState, kHandTypes> hand_types;
  std::array<std::array<std::uint8_t, kSuits>, kRanks> draw_pile, full_deck;
  DeckCountsRow draw_pile_modifiers, full_deck_modifiers;
  std::array<std::uint8_t, kVoucherIds> vouchers;
  std::array<std::uint8_t, kTagIds> tags;
  std::array<std::uint8_t, kMoves> action_mask;
};
static_assert(sizeof(Observation) <= 4096);

std::span<const Table> observation_tables();

void write_observation(const Game& g, const Picking& picking, const MoveMask& mask, Observation& out);
// After a card was picked, only this much changes.
void write_picking(const Game& g, const Picking& picking, const MoveMask& mask, Observation& out);

// The flat view: every column in the order of the tables, the mask left out. Choices of up to 16 become one-hot,
// larger ones binary digits; counts become ln(1 + n); numbers and logarithms are divided by 10.
int flat_size();
void write_flat(const Observation& in, float* out);
void write_flat_picking(const Observation& in, float* out);  // after write_picking

}  // namespace jimbot
