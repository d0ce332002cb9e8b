// The moves of a learner: stable ids of elementary moves, the exact mask, and what each id does.
// A set of hand cards is picked card by card, left to right, so that each set has exactly one path.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "action.h"

namespace jimbot {

struct MoveBlock {
  const char* name;
  int first, count;  // ids first .. first + count - 1
  const char* meaning;
};

// clang-format off
inline constexpr int kSelectableCards = 20, kUsableConsumables = 8, kSellableJokers = 16, kVoucherMoves = 4;
inline constexpr MoveBlock
    kSelectMoves        {"select",           0, kSelectableCards,   "pick hand card i; only cards right of the last picked one"},
    kPlayMove           {"play",            20, 1,                  "play the picked cards"},
    kDiscardMove        {"discard",         21, 1,                  "discard the picked cards"},
    kUseMoves           {"use",             22, kUsableConsumables, "use consumable i (on the picked cards)"},
    kSellConsumableMoves{"sell_consumable", 30, kUsableConsumables, "sell consumable i"},
    kSellJokerMoves     {"sell_joker",      38, kSellableJokers,    "sell joker i"},
    kSwapMoves          {"swap_jokers",     54, kSellableJokers - 1, "swap jokers i and i + 1; at most 10 swaps between two other moves"},
    kBuyMoves           {"buy_card",        69, kMaxShopCards,      "buy shop card i"},
    kBuyAndUseMoves     {"buy_and_use",     73, kMaxShopCards,      "buy shop card i and use it at once"},
    kVoucherBlock       {"buy_voucher",     77, kVoucherMoves,      "redeem voucher i of the shop"},
    kPackMoves          {"buy_pack",        81, kMaxShopPacks,      "buy and open booster pack i"},
    kPickMoves          {"pick",            83, kMaxPackCards,      "take card i of the open pack (on the picked hand cards)"},
    kSkipPackMove       {"skip_pack",       88, 1,                  "close the pack"},
    kRerollMove         {"reroll",          89, 1,                  "reroll the shop cards"},
    kLeaveShopMove      {"leave_shop",      90, 1,                  "leave the shop"},
    kSelectBlindMove    {"select_blind",    91, 1,                  "play the blind on deck"},
    kSkipBlindMove      {"skip_blind",      92, 1,                  "skip it for its tag"},
    kRerollBossMove     {"reroll_boss",     93, 1,                  "pay for another boss"},
    kCashOutMove        {"cash_out",        94, 1,                  "collect the money of the round"};
// clang-format on
inline constexpr int kMoves = 95;
inline constexpr int kMaxSwaps = 10;

std::span<const MoveBlock> move_blocks();  // in the order of their ids
const MoveBlock& block_of(int move);

// What was picked and not yet used. A decision clears it.
struct Picking {
  std::uint64_t cards = 0;  // bit per hand position
  int swaps = 0;            // of jokers since the last other move
};

// Bit per move.
struct MoveMask {
  std::uint64_t bits[2] = {0, 0};
  bool has(int move) const { return bits[move >> 6] >> (move & 63) & 1; }
  bool empty() const { return !(bits[0] | bits[1]); }
  void add(const MoveBlock& block, std::uint64_t which) {
    which &= (1ull << block.count) - 1;
    const int word = block.first >> 6, shift = block.first & 63;
    bits[word] |= which << shift;
    if (shift + block.count > 64) bits[word + 1] |= which >> (64 - shift);
  }
};

// Hand cards that count as picked: Cerulean Bell's card always does, as in the game.
std::uint64_t picked_cards(const Game& g, const Picking& picking);

// The legal moves. `planned`: a hand planner plays the cards; `play` then asks for its next decision and cards
// are picked for consumables only.
MoveMask legal_moves(const Game& g, const Picking& picking, bool planned);
// Why a move that the mask leaves out is refused: one sentence.
const char* why_not(const Game& g, const Picking& picking, bool planned, int move);

// The decision that a legal move makes; nothing if it only picks a card.
std::optional<Action> decision_of(const Game& g, const Picking& picking, int move);
// Makes a legal move (not a planned `play`). Returns false if it only picked a card.
bool make_move(Game& g, Picking& picking, int move);

// The moves that lead to a decision, first to last; 0 if no sequence of ids does (sorting, for example).
int path_of(const Game& g, const Action& a, std::span<std::uint8_t> out);
inline constexpr int kMaxPath = 128;

}  // namespace jimbot
