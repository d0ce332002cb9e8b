// Action: one complete decision, and whether it is legal.
#pragma once
#include <cstdint>

#include "state.h"

namespace jimbot {

// clang-format off
enum class ActionKind : std::uint8_t {
  play, discard,                                  // cards
  use,                                            // index of the consumable, cards
  sell_joker, sell_consumable,                    // index
  buy_card, buy_voucher, buy_pack,                // index
  buy_and_use,                                    // index in the shop row, cards
  reroll, leave_shop,
  pick,                                           // index in the pack, cards
  skip_pack, select_blind, skip_blind, reroll_boss, cash_out,
  sort_hand,                                      // index: SortMode
  rearrange_hand, rearrange_jokers, rearrange_consumables,  // cards: the new order
};
// clang-format on
inline constexpr int kActionKinds = 21;
inline constexpr int kMaxActionCards = kMaxHand;

struct Action {
  ActionKind kind;
  std::uint8_t index;
  std::uint8_t count;                             // how many cards are named
  std::array<std::uint8_t, kMaxActionCards> cards;  // positions (in the hand, for all but rearrangements)
};

// Why an action is refused. Every reason has one sentence in `reason_text`.
enum class Reason : std::uint8_t {
  none,
  game_over,
  wrong_phase,
  unknown_kind,
  bad_index,
  bad_cards,          // a position out of range or named twice
  no_cards,           // 1 to 5 cards are needed
  too_many_cards,
  no_discards_left,
  forced_card,        // Cerulean Bell's card must be among them
  wrong_targets,      // number of target cards
  needs_hand,         // no hand of cards in sight
  needs_two_hand_cards,
  no_room_for_joker,
  no_room_for_consumable,
  nothing_to_copy,    // The Fool
  no_plain_joker,     // every joker has an edition, or there is none
  no_joker,
  has_edition,        // Aura
  eternal,
  no_money,
  not_a_consumable,   // buy and use
  cannot_skip_boss,
  no_boss_reroll,     // needs Director's Cut or Retcon
  boss_rerolled,
  bad_order,          // not a permutation
  pinned,             // a pinned joker stays leftmost
  no_call,            // Game::calls_only
};

const char* reason_text(Reason reason);
const char* kind_name(ActionKind kind);

Reason why_illegal(const Game& g, const Action& a);
inline bool is_legal(const Game& g, const Action& a) { return why_illegal(g, a) == Reason::none; }

}  // namespace jimbot
