// Names of actions and reasons.
#include "action.h"

namespace jimbot {

const char* kind_name(ActionKind kind) {
  static constexpr const char* kNames[kActionKinds] = {
      "play",           "discard",          "use",
      "sell_joker",     "sell_consumable",  "buy_card",
      "buy_voucher",    "buy_pack",         "buy_and_use",
      "reroll",         "leave_shop",       "pick",
      "skip_pack",      "select_blind",     "skip_blind",
      "reroll_boss",    "cash_out",         "sort_hand",
      "rearrange_hand", "rearrange_jokers", "rearrange_consumables"};
  return static_cast<int>(kind) < kActionKinds ? kNames[static_cast<int>(kind)] : "?";
}

const char* reason_text(Reason reason) {
  switch (reason) {
    case Reason::none: return "it is legal";
    case Reason::game_over: return "the run is over";
    case Reason::wrong_phase: return "it belongs to another phase";
    case Reason::unknown_kind: return "there is no such action";
    case Reason::bad_index: return "there is nothing at that index";
    case Reason::bad_cards: return "a card position is out of range or named twice";
    case Reason::no_cards: return "1 to 5 cards must be named";
    case Reason::too_many_cards: return "at most 5 cards may be named";
    case Reason::no_discards_left: return "no discards are left";
    case Reason::forced_card: return "the card forced by Cerulean Bell must be among the cards";
    case Reason::wrong_targets: return "the number of target cards does not fit";
    case Reason::needs_hand: return "it needs a hand of cards in sight";
    case Reason::needs_two_hand_cards: return "it needs at least 2 cards in hand";
    case Reason::no_room_for_joker: return "there is no free joker slot";
    case Reason::no_room_for_consumable: return "there is no free consumable slot";
    case Reason::nothing_to_copy: return "no Tarot or Planet to copy was used before";
    case Reason::no_plain_joker: return "there is no joker without an edition";
    case Reason::no_joker: return "there is no joker to copy";
    case Reason::has_edition: return "the card already has an edition";
    case Reason::eternal: return "an Eternal joker cannot be sold";
    case Reason::no_money: return "there is not enough money";
    case Reason::not_a_consumable: return "only consumables can be bought and used at once";
    case Reason::cannot_skip_boss: return "a Boss Blind cannot be skipped";
    case Reason::no_boss_reroll: return "rerolling the boss needs Director's Cut or Retcon";
    case Reason::boss_rerolled: return "the boss of this ante was rerolled already";
    case Reason::bad_order: return "the order must name every position once";
    case Reason::pinned: return "a pinned joker stays leftmost";
    case Reason::no_call: return "the protocol has no call for it here";
  }
  return "?";
}

}  // namespace jimbot
