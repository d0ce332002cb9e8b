// The declaration of the observation: names, ranges, meanings.
#include <cstddef>

#include "elementary.h"
#include "observation.h"

namespace jimbot {
namespace {

// ln(1 + x) of the largest double; infinite and undefined scores show as it.
constexpr double kMaxLog = 709.79;
constexpr double kMaxInt = 2147483647;

constexpr Column flag(const char* name, const char* meaning) {
  return {name, ColumnKind::flag, 0, 1, meaning};
}
constexpr Column choice(const char* name, int n, const char* meaning) {
  return {name, ColumnKind::choice, 0, static_cast<double>(n), meaning};
}
constexpr Column count(const char* name, int most, const char* meaning) {
  return {name, ColumnKind::count, 0, static_cast<double>(most), meaning};
}
constexpr Column number(const char* name, double low, double high, const char* meaning) {
  return {name, ColumnKind::number, low, high, meaning};
}
constexpr Column small(const char* name, const char* meaning) { return number(name, -32768, 32767, meaning); }
constexpr Column log(const char* name, const char* meaning) {
  return {name, ColumnKind::log, 0, kMaxLog, meaning};
}
constexpr Column signed_log(const char* name, const char* meaning) {
  return {name, ColumnKind::log, -kMaxLog, kMaxLog, meaning};
}

constexpr Column kNumbers[] = {
    number("ante", -kMaxInt, kMaxInt, "ante"),
    number("round", 0, kMaxInt, "round"),
    signed_log("money", "dollars"),
    signed_log("spendable", "dollars and credit"),
    log("score", "chips scored in this round"),
    log("target", "chips that the blind being played asks for; 0 outside a round"),
    number("score_share", 0, 1, "score / target, at most 1"),
    small("hands_left", "hands left"),
    small("discards_left", "discards left"),
    small("hands_played", "hands played in this round"),
    small("discards_used", "discards used in this round"),
    small("hand_size", "hand size"),
    small("hands_per_round", "hands of a round"),
    small("discards_per_round", "discards of a round"),
    small("joker_slots", "joker slots"),
    small("free_joker_slots", "free joker slots"),
    small("free_consumable_slots", "free consumable slots"),
    number("draw_pile", 0, kMaxCards, "cards in the draw pile"),
    number("deck_size", 0, kMaxCards, "playing cards owned"),
    number("starting_deck_size", 0, kMaxCards, "playing cards at the start of the run"),
    number("free_rerolls", 0, kMaxInt, "free rerolls in this shop"),
    number("pack_picks_left", 0, kMaxPackCards, "cards that may still be taken from the pack"),
    log("skips", "blinds skipped in the run"),
    log("tarots_used", "Tarot cards used in the run"),
    log("unused_discards", "discards left over in the run"),
    log("hands_played_run", "hands played in the run"),
    signed_log("cash_out", "dollars that the cash-out will pay"),
    number("swaps_left", 0, kMaxSwaps, "joker swaps left before another move"),
};
constexpr Column kPrices[] = {
    log("card_0", "shop card"),
    log("card_1", ""),
    log("card_2", ""),
    log("card_3", ""),
    log("voucher_0", "voucher"),
    log("voucher_1", ""),
    log("voucher_2", ""),
    log("voucher_3", ""),
    log("pack_0", "booster pack"),
    log("pack_1", ""),
    log("reroll", "reroll (in the shop)"),
};
constexpr Column kJokerNumbers[] = {
    signed_log("value", "the counter its text shows"),
    number("countdown", 0, kMaxInt, "Loyalty Card: hands since its last X Mult; Yorick: discards to go"),
    signed_log("sell", "dollars for selling it"),
};
constexpr Column kSell[] = {signed_log("sell", "dollars for selling it")};
constexpr Column kBonus[] = {log("bonus", "permanent extra chips (Hiker)")};
constexpr Column kHandLevels[] = {
    log("level", "level"),
    log("chips", "base chips at that level"),
    log("mult", "base mult at that level"),
    log("played", "times played in the run"),
};
constexpr Column kBlindNumbers[] = {
    log("target", "chips it asks for"),
    signed_log("reward", "dollars for beating it"),
};
constexpr Column kGlobals[] = {
    choice("phase", 6, "BLIND_SELECT, SELECTING_HAND, ROUND_EVAL, SHOP, pack, GAME_OVER"),
    choice("deck", kDeckIds, "deck"),
    choice("stake", 8, "stake"),
    choice("challenge", kChallengeIds, "challenge"),
    choice("blind", kBlindIds, "blind being played"),
    flag("blind_disabled", "the boss has lost its effect"),
    flag("boss_rerolled", "the boss of this ante was rerolled"),
    choice("pack_kind", 5, "open pack: Arcana, Celestial, Standard, Buffoon, Spectral"),
    choice("pack_size", 3, "open pack: normal, jumbo, mega"),
    choice("picked_hand", kHandTypes, "poker hand of the picked cards (0 if one is face down)"),
    choice("mouth_hand", kHandTypes, "the only hand The Mouth allows"),
    choice("ox_hand", kHandTypes, "the hand that costs all money under The Ox"),
    choice("last_consumable", kConsumableIds, "what The Fool would copy"),
    choice("last_hand", kHandTypes, "poker hand played last"),
    choice("idol_rank", kRanks, "The Idol's rank, where that joker is seen"),
    choice("idol_suit", kSuits, "The Idol's suit"),
    choice("mail_rank", kRanks, "Mail-In Rebate's rank"),
    choice("castle_suit", kSuits, "Castle's suit"),
    choice("ancient_suit", kSuits, "Ancient Joker's suit"),
};
constexpr Column kHand[] = {
    choice("rank", kRanks, "2 to Ace"),
    choice("suit", kSuits, "Spades, Hearts, Clubs, Diamonds"),
    choice("enhancement", 8, "Bonus, Mult, Wild, Glass, Steel, Stone, Gold, Lucky"),
    choice("edition", 4, "Foil, Holographic, Polychrome, Negative"),
    choice("seal", 4, "Gold, Red, Blue, Purple"),
    flag("debuffed", "debuffed"),
    flag("face_down", "face down: nothing else is known about it"),
    flag("forced", "forced by Cerulean Bell"),
    flag("picked", "picked"),
    count("same_rank", kMaxHand, "cards in sight of its rank in this hand, itself included"),
    count("same_suit", kMaxHand, "cards in sight of its suit in this hand, itself included"),
};
constexpr Column kJokers[] = {
    choice("id", kJokerIds, "joker"),
    choice("edition", 4, "Foil, Holographic, Polychrome, Negative"),
    flag("eternal", "Eternal"),
    flag("perishable", "Perishable"),
    flag("rental", "Rental"),
    flag("pinned", "pinned to the left end"),
    flag("debuffed", "debuffed"),
    flag("face_down", "face down: nothing else is known about it"),
    count("rounds_left", 255, "rounds left of a Perishable"),
    choice("hand", kHandTypes, "To Do List's hand"),
};
constexpr Column kConsumables[] = {
    choice("id", kConsumableIds, "Tarots, Planets, Spectrals"),
    flag("negative", "Negative"),
};
constexpr Column kOffer[] = {
    choice("joker", kJokerIds, "joker"),
    choice("consumable", kConsumableIds, "Tarot, Planet or Spectral card"),
    choice("rank", kRanks, "playing card: 2 to Ace"),
    choice("suit", kSuits, "playing card: Spades, Hearts, Clubs, Diamonds"),
    choice("enhancement", 8, "Bonus, Mult, Wild, Glass, Steel, Stone, Gold, Lucky"),
    choice("edition", 4, "Foil, Holographic, Polychrome, Negative"),
    choice("seal", 4, "Gold, Red, Blue, Purple"),
    flag("eternal", "Eternal"),
    flag("perishable", "Perishable"),
    flag("rental", "Rental"),
};
constexpr Column kShopVouchers[] = {choice("id", kVoucherIds, "voucher")};
constexpr Column kShopPacks[] = {
    choice("kind", 5, "Arcana, Celestial, Standard, Buffoon, Spectral"),
    choice("size", 3, "normal, jumbo, mega"),
};
constexpr Column kBlinds[] = {
    choice("id", kBlindIds, "blind"),
    choice("state", 5, "UPCOMING, SELECT, CURRENT, DEFEATED, SKIPPED"),
    choice("tag", kTagIds, "tag for skipping it"),
    choice("tag_hand", kHandTypes, "the hand of an Orbital Tag"),
};
constexpr Column kHandTypeStates[] = {
    flag("visible", "listed by the game (secret hands once played)"),
    flag("played_this_round", "played in this round (The Eye, Card Sharp)"),
    flag("planet_used", "its planet was used in the run (Satellite)"),
};
constexpr Column kCountsBySuit[] = {
    count("spades", kMaxCards, "Spades"),
    count("hearts", kMaxCards, "Hearts"),
    count("clubs", kMaxCards, "Clubs"),
    count("diamonds", kMaxCards, "Diamonds"),
};
constexpr Column kDeckCounts[] = {
    count("bonus", kMaxCards, "Bonus Cards"),
    count("mult", kMaxCards, "Mult Cards"),
    count("wild", kMaxCards, "Wild Cards"),
    count("glass", kMaxCards, "Glass Cards"),
    count("steel", kMaxCards, "Steel Cards"),
    count("stone", kMaxCards, "Stone Cards"),
    count("gold", kMaxCards, "Gold Cards"),
    count("lucky", kMaxCards, "Lucky Cards"),
    count("foil", kMaxCards, "Foil"),
    count("holo", kMaxCards, "Holographic"),
    count("polychrome", kMaxCards, "Polychrome"),
    count("gold_seal", kMaxCards, "Gold Seals"),
    count("red_seal", kMaxCards, "Red Seals"),
    count("blue_seal", kMaxCards, "Blue Seals"),
    count("purple_seal", kMaxCards, "Purple Seals"),
};
constexpr Column kVouchers[] = {flag("owned", "redeemed")};
constexpr Column kTags[] = {count("held", kMaxTags, "how many are held")};
constexpr Column kMask[] = {flag("legal", "the move is legal now")};

#define JIMBOT_TABLE(name, real, rows, columns, meaning) \
  {#name, real, rows, columns, offsetof(Observation, name), meaning}
constexpr Table kTables[] = {
    JIMBOT_TABLE(globals, false, 0, kGlobals, "Where the run is"),
    JIMBOT_TABLE(numbers, true, 0, kNumbers, "Numbers of the run and the round"),
    JIMBOT_TABLE(hand, false, kSelectableCards, kHand, "Hand cards, left to right"),
    JIMBOT_TABLE(hand_bonus, true, kSelectableCards, kBonus, "Extra chips of the hand cards"),
    JIMBOT_TABLE(jokers, false, kSellableJokers, kJokers, "Jokers, left to right"),
    JIMBOT_TABLE(joker_numbers, true, kSellableJokers, kJokerNumbers, "Numbers of the jokers"),
    JIMBOT_TABLE(consumables, false, kUsableConsumables, kConsumables, "Consumables, left to right"),
    JIMBOT_TABLE(consumable_sell, true, kUsableConsumables, kSell, "Sell values of the consumables"),
    JIMBOT_TABLE(shop, false, kMaxShopCards, kOffer, "Shop cards, left to right"),
    JIMBOT_TABLE(shop_vouchers, false, kVoucherMoves, kShopVouchers, "Vouchers of the shop"),
    JIMBOT_TABLE(shop_packs, false, kMaxShopPacks, kShopPacks, "Booster packs of the shop"),
    JIMBOT_TABLE(prices, true, 0, kPrices, "Prices in the shop"),
    JIMBOT_TABLE(pack, false, kMaxPackCards, kOffer, "Cards of the open pack"),
    JIMBOT_TABLE(blinds, false, 3, kBlinds, "Small, Big and Boss Blind of the ante"),
    JIMBOT_TABLE(blind_numbers, true, 3, kBlindNumbers, "Their targets and rewards"),
    JIMBOT_TABLE(hand_levels, true, kHandTypes, kHandLevels, "Poker hands, Flush Five to High Card"),
    JIMBOT_TABLE(hand_types, false, kHandTypes, kHandTypeStates, "Poker hands, Flush Five to High Card"),
    JIMBOT_TABLE(draw_pile, false, kRanks, kCountsBySuit,
                 "Undrawn cards by rank, 2 to Ace; a face-down hand card may be any of them and counts too; "
                 "Stone Cards do not"),
    JIMBOT_TABLE(draw_pile_modifiers, false, 0, kDeckCounts, "Undrawn cards by what they carry"),
    JIMBOT_TABLE(full_deck, false, kRanks, kCountsBySuit,
                 "All cards owned by rank, 2 to Ace, without Stone Cards"),
    JIMBOT_TABLE(full_deck_modifiers, false, 0, kDeckCounts, "All cards owned by what they carry"),
    JIMBOT_TABLE(vouchers, false, kVoucherIds, kVouchers, "Vouchers redeemed, in the game's order"),
    JIMBOT_TABLE(tags, false, kTagIds, kTags, "Tags held, in the game's order"),
    JIMBOT_TABLE(action_mask, false, kMoves, kMask, "Legal moves by id"),
};
#undef JIMBOT_TABLE

constexpr std::size_t bytes_of(const Table& t) {
  return static_cast<std::size_t>(t.rows ? t.rows : 1) * t.columns.size() * (t.real ? 4 : 1);
}
constexpr bool tables_cover_the_layout() {
  std::size_t bytes = 0;
  for (const Table& table : kTables) bytes += bytes_of(table);
  return bytes <= sizeof(Observation) && bytes + 4 > sizeof(Observation);
}
static_assert(tables_cover_the_layout());
static_assert(sizeof(NumbersRow) == sizeof(float) * std::size(kNumbers));
static_assert(sizeof(PricesRow) == sizeof(float) * std::size(kPrices));
static_assert(sizeof(JokerNumbersRow) == sizeof(float) * std::size(kJokerNumbers));
static_assert(sizeof(HandLevelRow) == sizeof(float) * std::size(kHandLevels));
static_assert(sizeof(BlindNumbersRow) == sizeof(float) * std::size(kBlindNumbers));
static_assert(sizeof(GlobalsRow) == std::size(kGlobals));
static_assert(sizeof(HandCardRow) == std::size(kHand) && sizeof(JokerSlotRow) == std::size(kJokers));
static_assert(sizeof(OfferRow) == std::size(kOffer) && sizeof(DeckCountsRow) == std::size(kDeckCounts));

constexpr int kOneHotMost = 16;

struct CountLogs {
  float of[256];
  CountLogs() {
    for (int i = 0; i < 256; ++i) of[i] = static_cast<float>(elementary::log1p(static_cast<double>(i)));
  }
};
const CountLogs kCountLogs;

constexpr int flat_width(const Column& column) {
  if (column.kind != ColumnKind::choice) return 1;
  const int n = static_cast<int>(column.high);
  if (n <= kOneHotMost) return n;
  int digits = 1;
  while (n >> digits) ++digits;
  return digits;
}

constexpr bool in_flat(const Table& table) { return table.offset != offsetof(Observation, action_mask); }

constexpr int flat_width(const Table& table) {
  int width = 0;
  for (const Column& column : table.columns) width += flat_width(column);
  return in_flat(table) ? width * (table.rows ? table.rows : 1) : 0;
}

constexpr int flat_place(const Table& table) {
  int place = 0;
  for (const Table* t = kTables; t != &table; ++t) place += flat_width(*t);
  return place;
}

float* write_choice(int value, const Column& column, float* out) {
  const int width = flat_width(column);
  if (column.high <= kOneHotMost) {
    for (int i = 0; i < width; ++i) out[i] = 0;
    if (value && value <= width) out[value - 1] = 1;  // learners can write to what is read here
  } else {
    for (int i = 0; i < width; ++i) out[i] = static_cast<float>(value >> i & 1);
  }
  return out + width;
}

void write_flat_table(const Observation& in, const Table& table, float* out) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(&in) + table.offset;
  const int rows = table.rows ? table.rows : 1;
  if (table.real) {
    const auto* numbers = reinterpret_cast<const float*>(at);
    const int n = rows * static_cast<int>(table.columns.size());
    for (int i = 0; i < n; ++i) out[i] = numbers[i] / 10;
    return;
  }
  for (int row = 0; row < rows; ++row)
    for (const Column& column : table.columns) {
      const int value = *at++;
      if (column.kind == ColumnKind::choice)
        out = write_choice(value, column, out);
      else
        *out++ = column.kind == ColumnKind::flag ? static_cast<float>(value) : kCountLogs.of[value];
    }
}

}  // namespace

std::span<const Table> observation_tables() { return kTables; }

int flat_size() {
  static constexpr int kSize =
      flat_place(kTables[std::size(kTables) - 1]);  // the mask is last and has no part
  return kSize;
}

void write_flat(const Observation& in, float* out) {
  for (const Table& table : kTables) {
    if (!in_flat(table)) continue;
    write_flat_table(in, table, out);
    out += flat_width(table);
  }
}

void write_flat_picking(const Observation& in, float* out) {
  static constexpr const Table &kGlobalsTable = kTables[0], &kHandTable = kTables[2];
  static_assert(kGlobalsTable.offset == offsetof(Observation, globals));
  static_assert(kHandTable.offset == offsetof(Observation, hand));
  static constexpr int kGlobalsPlace = flat_place(kGlobalsTable), kHandPlace = flat_place(kHandTable);
  write_flat_table(in, kGlobalsTable, out + kGlobalsPlace);
  write_flat_table(in, kHandTable, out + kHandPlace);
}

}  // namespace jimbot
