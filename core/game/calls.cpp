// The calls by phase, and what they refuse although the rules allow it.
#include "calls.h"

#include "content.h"
#include "create.h"
#include "jokers.h"

namespace jimbot {
namespace {

bool is_joker_without_slot(const Game& g, const Item& item) {
  return item.kind == ItemKind::joker && g.jokers.size() >= joker_limit(g);
}

bool is_consumable_without_slot(const Game& g, const Item& item) {
  return item.kind == ItemKind::consumable && g.consumables.size() >= consumable_limit(g);
}

// Targets are named only in a round, and Aura's never; Ankh asks for a free slot.
bool can_be_used(const Game& g, ConsumableId id) {
  if (id == ConsumableId::ankh) return g.jokers.size() < joker_limit(g);
  return row(id).target_max == 0 || (g.phase == Phase::selecting_hand && id != ConsumableId::aura);
}

}  // namespace

bool has_call(const Game& g, ActionKind kind) {
  using enum ActionKind;
  const bool in_round = g.phase == Phase::selecting_hand, in_shop = g.phase == Phase::shop;
  switch (kind) {
    case buy_and_use:
    case reroll_boss:
    case sort_hand: return false;
    case use:
    case sell_joker:
    case sell_consumable: return in_round || in_shop;
    case rearrange_hand: return in_round || g.phase == Phase::pack;
    case rearrange_jokers:
    case rearrange_consumables: return in_round || in_shop || g.phase == Phase::pack;
    default: return true;
  }
}

// Even a Negative card must find a free slot, and nobody in debt buys, not even what is free.
bool call_takes(const Game& g, ActionKind kind, int index) {
  switch (kind) {
    case ActionKind::use: return can_be_used(g, g.consumables[index].id);
    case ActionKind::buy_voucher:
    case ActionKind::buy_pack: return spendable(g) >= 0;
    case ActionKind::buy_card:
      return spendable(g) >= 0 && !is_joker_without_slot(g, g.shop[index]) &&
             !is_consumable_without_slot(g, g.shop[index]);
    case ActionKind::pick: return !is_joker_without_slot(g, g.pack_cards[index]);
    default: return true;
  }
}

}  // namespace jimbot
