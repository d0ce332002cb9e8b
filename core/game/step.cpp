// One switch; each case calls the flow.
#include "step.h"

#include "cards.h"
#include "create.h"
#include "flow/blind.h"
#include "flow/cash_out.h"
#include "flow/pack.h"
#include "flow/round.h"
#include "flow/shop.h"
#include "flow/use.h"
#include "jokers.h"

namespace jimbot {
namespace {

template <class Vec>
void reorder(Vec& items, const Action& a) {
  const Vec old = items;
  for (int i = 0; i < items.size(); ++i) items[i] = old[a.cards[i]];
}

// Counters that grow without a list that could be full.
bool past_a_limit(const Game& g) {
  return g.ante >= kMaxAnte || g.next_number >= kMaxNumber || g.hand_size_lost > kMaxHandSizeLost;
}

void end_at_limits(Game& g) {
  if (past_a_limit(g)) g.truncated = 1;
  if (g.truncated) g.phase = Phase::game_over;
}

}  // namespace

void apply(Game& g, const Action& a) {
  assert(is_legal(g, a));
  const std::span<const std::uint8_t> cards(a.cards.data(), a.count);
  switch (a.kind) {
    case ActionKind::play: play_cards(g, cards); break;
    case ActionKind::discard: discard_cards(g, cards); break;
    case ActionKind::use: use_from_slot(g, a.index, cards); break;
    case ActionKind::sell_joker: sell_joker(g, a.index); break;
    case ActionKind::sell_consumable: sell_consumable(g, a.index); break;
    case ActionKind::buy_card: buy_card(g, a.index); break;
    case ActionKind::buy_voucher: buy_voucher(g, a.index); break;
    case ActionKind::buy_pack: buy_pack(g, a.index); break;
    case ActionKind::buy_and_use: use_consumable(g, take_shop_card(g, a.index).consumable.id, cards); break;
    case ActionKind::reroll: reroll_shop(g); break;
    case ActionKind::leave_shop: leave_shop(g); break;
    case ActionKind::pick: pick_from_pack(g, a.index, cards); break;
    case ActionKind::skip_pack: skip_pack(g); break;
    case ActionKind::select_blind: select_blind(g); break;
    case ActionKind::skip_blind: skip_blind(g); break;
    case ActionKind::reroll_boss:
      g.money -= boss_reroll_price(g);
      reroll_boss(g);
      break;
    case ActionKind::cash_out: cash_out(g); break;
    case ActionKind::sort_hand:
      g.sort_mode = static_cast<SortMode>(a.index);
      sort_hand(g);
      break;
    case ActionKind::rearrange_hand: reorder(g.hand, a); break;
    case ActionKind::rearrange_jokers:
      reorder(g.jokers, a);
      refresh(g);
      break;
    case ActionKind::rearrange_consumables: reorder(g.consumables, a); break;
  }
  end_at_limits(g);
}

void apply_unseen(Game& g, const Action& a) {
  if (a.kind != ActionKind::buy_pack && a.kind != ActionKind::reroll) return apply(g, a);
  assert(is_legal(g, a));
  if (a.kind == ActionKind::buy_pack)
    buy_pack(g, a.index, Contents::unknown);
  else
    reroll_shop(g, Contents::unknown);
  end_at_limits(g);
}

}  // namespace jimbot
