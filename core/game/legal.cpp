// Legal indices and card choices.
#include "legal.h"

#include <bit>

#include "content.h"
#include "create.h"
#include "jokers.h"

namespace jimbot {
namespace {

std::uint64_t first(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

std::uint64_t forced_positions(const Game& g) {
  std::uint64_t forced = 0;
  for (int i = 0; i < g.hand.size(); ++i)
    if (g.cards[g.hand[i]].forced()) forced |= 1ull << i;
  return forced;
}

CardChoice targets_of(const Game& g, ConsumableId id) {
  const ConsumableRow& r = row(id);
  CardChoice choice{r.target_min, r.target_max, 0, 0};
  if (r.target_max == 0) return choice;
  choice.eligible = first(g.hand.size());
  if (id == ConsumableId::aura)
    for (int i = 0; i < g.hand.size(); ++i)
      if (g.cards[g.hand[i]].edition != Edition::none) choice.eligible &= ~(1ull << i);
  return choice;
}

// Usable on some choice of cards?
bool usable(const Game& g, ConsumableId id, bool from_slot) {
  const ConsumableRow& r = row(id);
  if (r.target != Target::none &&
      (g.hand.empty() || (g.phase != Phase::selecting_hand && g.phase != Phase::pack)))
    return false;
  if (r.target == Target::whole_hand && g.hand.size() < 2) return false;
  if (r.target_min > 0 && std::popcount(targets_of(g, id).eligible) < r.target_min) return false;
  return !r.refuse || r.refuse(g, from_slot) == Reason::none;
}

template <class Items, class Fits>
std::uint64_t indices(const Items& items, Fits fits) {
  std::uint64_t mask = 0;
  for (int i = 0; i < items.size(); ++i)
    if (fits(items[i])) mask |= 1ull << i;
  return mask;
}

bool affordable(const Game& g, std::int64_t price) { return price == 0 || price <= spendable(g); }

bool fits_in(const Game& g, const Item& item) {
  if (item.kind == ItemKind::joker)
    return item.joker.edition == Edition::negative || g.jokers.size() < joker_limit(g);
  if (item.kind == ItemKind::consumable)
    return item.consumable.edition == Edition::negative || g.consumables.size() < consumable_limit(g);
  return true;
}

std::uint64_t legal_in_shop(const Game& g, ActionKind kind) {
  switch (kind) {
    case ActionKind::buy_card:
      return indices(g.shop, [&](const Item& i) { return affordable(g, price_of(g, i)) && fits_in(g, i); });
    case ActionKind::buy_and_use:
      return indices(g.shop, [&](const Item& i) {
        return i.kind == ItemKind::consumable && affordable(g, price_of(g, i)) &&
               usable(g, i.consumable.id, false);
      });
    case ActionKind::buy_voucher:
      return indices(g.shop_vouchers,
                     [&](const VoucherOffer& v) { return affordable(g, price_of(g, v.id)); });
    case ActionKind::buy_pack:
      return indices(g.shop_packs, [&](const PackOffer& p) { return affordable(g, price_of(g, p)); });
    case ActionKind::reroll: return affordable(g, reroll_price(g));
    default: return kind == ActionKind::leave_shop;
  }
}

std::uint64_t legal_with_pack(const Game& g, ActionKind kind) {
  if (kind == ActionKind::skip_pack) return 1;
  if (kind != ActionKind::pick) return 0;
  return indices(g.pack_cards, [&](const Item& i) {
    return i.kind == ItemKind::consumable ? usable(g, i.consumable.id, false) : fits_in(g, i);
  });
}

constexpr std::uint32_t bit(ActionKind kind) { return 1u << static_cast<int>(kind); }

}  // namespace

std::uint32_t kinds_of_phase(Phase phase) {
  using enum ActionKind;
  static constexpr std::uint32_t kAlways = bit(use) | bit(sell_joker) | bit(sell_consumable);
  static constexpr std::uint32_t kKinds[] = {
      kAlways | bit(select_blind) | bit(skip_blind) | bit(reroll_boss),
      kAlways | bit(play) | bit(discard),
      kAlways | bit(cash_out),
      kAlways | bit(buy_card) | bit(buy_voucher) | bit(buy_pack) | bit(buy_and_use) | bit(reroll) |
          bit(leave_shop),
      kAlways | bit(pick) | bit(skip_pack),
      0,
  };
  return kKinds[static_cast<int>(phase)];
}

std::uint64_t legal_indices(const Game& g, ActionKind kind) {
  if (g.phase == Phase::game_over || g.truncated) return 0;
  switch (kind) {
    case ActionKind::use:
      return indices(g.consumables, [&](const Consumable& c) { return usable(g, c.id, true); });
    case ActionKind::sell_joker: return indices(g.jokers, [](const Joker& j) { return !j.eternal(); });
    case ActionKind::sell_consumable: return first(g.consumables.size());
    case ActionKind::sort_hand:
      return (g.phase == Phase::selecting_hand || g.phase == Phase::pack) && !g.hand.empty() ? 3 : 0;
    default: break;
  }
  switch (g.phase) {
    case Phase::selecting_hand:
      if (kind == ActionKind::play) return 1;
      return kind == ActionKind::discard && g.discards_left > 0;
    case Phase::shop: return legal_in_shop(g, kind);
    case Phase::pack: return legal_with_pack(g, kind);
    case Phase::round_eval: return kind == ActionKind::cash_out;
    case Phase::blind_select:
      if (kind == ActionKind::select_blind) return 1;
      if (kind == ActionKind::skip_blind) return g.blind_on_deck < 2;
      return kind == ActionKind::reroll_boss && is_legal(g, Action{kind, 0, 0, {}});
    default: return 0;
  }
}

CardChoice card_choice(const Game& g, ActionKind kind, int index) {
  switch (kind) {
    case ActionKind::play:
    case ActionKind::discard: return {1, kMaxPlayed, first(g.hand.size()), forced_positions(g)};
    case ActionKind::use: return targets_of(g, g.consumables[index].id);
    case ActionKind::buy_and_use: return targets_of(g, g.shop[index].consumable.id);
    case ActionKind::pick: {
      const Item& item = g.pack_cards[index];
      return item.kind == ItemKind::consumable ? targets_of(g, item.consumable.id) : CardChoice{};
    }
    default: return {};
  }
}

}  // namespace jimbot
