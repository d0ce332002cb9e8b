// Legality. `checked` says once, kind by kind, what an action must satisfy; a single action and the set of all
// legal indices both ask it.
#include "legal.h"

#include <bit>
#include <span>

#include "calls.h"
#include "content.h"
#include "create.h"
#include "jokers.h"

namespace jimbot {
namespace {

// The cards an action names, or just some that would do.
using Named = std::span<const std::uint8_t>;
struct SomeCards {};
bool names_any(SomeCards) { return false; }
bool names_any(Named cards) { return !cards.empty(); }

constexpr std::uint32_t bit(ActionKind kind) { return 1u << static_cast<int>(kind); }
std::uint64_t first(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

bool hand_in_sight(const Game& g) {
  return (g.phase == Phase::selecting_hand || g.phase == Phase::pack) && !g.hand.empty();
}

CardChoice cards_to_play(const Game& g) {
  CardChoice choice{1, kMaxPlayed, first(g.hand.size()), 0};
  if (!is_boss(g.blind)) return choice;
  for (int i = 0; i < g.hand.size(); ++i)
    if (g.cards[g.hand[i]].forced()) choice.required |= 1ull << i;
  return choice;
}

CardChoice targets_of(const Game& g, ConsumableId id) {
  const ConsumableRow& r = row(id);
  CardChoice choice{r.target_min, r.target_max, 0, 0};
  if (r.target_max == 0) return choice;
  choice.eligible = first(g.hand.size());
  if (r.plain_targets)
    for (int i = 0; i < g.hand.size(); ++i)
      if (g.cards[g.hand[i]].edition != Edition::none) choice.eligible &= ~(1ull << i);
  return choice;
}

// Every position is in the hand and named once; all forced cards are among them.
Reason check_cards(const Game& g, const CardChoice& choice, std::span<const std::uint8_t> cards) {
  std::uint64_t chosen = 0;
  for (std::uint8_t p : cards) {
    if (p >= g.hand.size() || (chosen & (1ull << p))) return Reason::bad_cards;
    chosen |= 1ull << p;
  }
  if (chosen & ~choice.eligible) return Reason::has_edition;
  return choice.required & ~chosen ? Reason::forced_card : Reason::none;
}

Reason check_play(const Game&, SomeCards) { return Reason::none; }
Reason check_play(const Game& g, Named cards) {
  if (cards.empty()) return Reason::no_cards;
  if (cards.size() > kMaxPlayed) return Reason::too_many_cards;
  return check_cards(g, cards_to_play(g), cards);
}

Reason check_targets(const Game& g, const ConsumableRow& r, SomeCards) {
  const bool enough = r.target_min == 0 || std::popcount(targets_of(g, r.id).eligible) >= r.target_min;
  return enough ? Reason::none : Reason::wrong_targets;
}
Reason check_targets(const Game& g, const ConsumableRow& r, Named cards) {
  if (cards.size() < r.target_min || cards.size() > r.target_max) return Reason::wrong_targets;
  return check_cards(g, targets_of(g, r.id), cards);
}

// `from_slot`: the consumable frees its own slot first.
template <class Cards>
Reason check_use(const Game& g, ConsumableId id, bool from_slot, Cards cards) {
  const ConsumableRow& r = row(id);
  if (r.target != Target::none && !hand_in_sight(g)) return Reason::needs_hand;
  if (r.target == Target::whole_hand && g.hand.size() < 2) return Reason::needs_two_hand_cards;
  if (const Reason bad = check_targets(g, r, cards); bad != Reason::none) return bad;
  return r.refuse ? r.refuse(g, from_slot) : Reason::none;
}

Reason check_room(const Game& g, const Item& item) {
  switch (item.kind) {
    case ItemKind::joker:
      if (item.joker.edition != Edition::negative && g.jokers.size() >= joker_limit(g))
        return Reason::no_room_for_joker;
      return Reason::none;
    case ItemKind::consumable:
      if (item.consumable.edition != Edition::negative && g.consumables.size() >= consumable_limit(g))
        return Reason::no_room_for_consumable;
      return Reason::none;
    default: return Reason::none;
  }
}

Reason check_money(const Game& g, std::int64_t price) {
  return price == 0 || price <= spendable(g) ? Reason::none : Reason::no_money;
}

template <class Cards>
Reason check_pick(const Game& g, const Item& item, Cards cards) {
  if (item.kind == ItemKind::consumable) return check_use(g, item.consumable.id, false, cards);
  if (names_any(cards)) return Reason::wrong_targets;
  return check_room(g, item);
}

Reason check_buy(const Game& g, const Item& item) {
  const Reason r = check_money(g, price_of(g, item));
  return r != Reason::none ? r : check_room(g, item);
}

template <class Cards>
Reason check_buy_and_use(const Game& g, const Item& item, Cards cards) {
  if (item.kind != ItemKind::consumable) return Reason::not_a_consumable;
  if (const Reason r = check_money(g, price_of(g, item)); r != Reason::none) return r;
  return check_use(g, item.consumable.id, false, cards);
}

Reason check_boss_reroll(const Game& g) {
  const std::int64_t price = boss_reroll_price(g);
  if (price == 0) return Reason::no_boss_reroll;
  if (g.boss_rerolled && !may_reroll_boss_again(g)) return Reason::boss_rerolled;
  return check_money(g, price);
}

Reason check_order(Named order, int size) {
  if (static_cast<int>(order.size()) != size) return Reason::bad_order;
  std::uint64_t seen = 0;
  for (std::uint8_t p : order) {
    if (p >= size || (seen & (1ull << p))) return Reason::bad_order;
    seen |= 1ull << p;
  }
  return Reason::none;
}

Reason check_joker_order(const Game& g, Named order) {
  if (const Reason r = check_order(order, g.jokers.size()); r != Reason::none) return r;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (!may_stand_left_of(g.jokers[order[i - 1]], g.jokers[order[i]])) return Reason::pinned;
  return Reason::none;
}

// The moment: over, the wrong phase, or no hand to sort.
Reason check_phase(const Game& g, ActionKind kind) {
  if (g.truncated || g.phase == Phase::game_over) return Reason::game_over;
  if (kind <= ActionKind::cash_out && !(kinds_of_phase(g.phase) & bit(kind))) return Reason::wrong_phase;
  if (g.calls_only && !has_call(g, kind)) return Reason::no_call;
  if (kind <= ActionKind::cash_out) return Reason::none;
  const bool of_hand = kind == ActionKind::sort_hand || kind == ActionKind::rearrange_hand;
  return of_hand && !hand_in_sight(g) ? Reason::needs_hand : Reason::none;
}

// Asks for a kind whose moment it is: answer(check) if it takes no index, else answer(count, check of an index).
// Rearrangements are left out: they name an order instead of cards.
template <class Cards, class Answer>
auto checked(const Game& g, ActionKind kind, Cards cards, Answer answer) {
  using enum ActionKind;
  const auto always = [](int = 0) { return Reason::none; };
  switch (kind) {
    case play: return answer([&] { return check_play(g, cards); });
    case discard:
      return answer([&] { return g.discards_left > 0 ? check_play(g, cards) : Reason::no_discards_left; });
    case use:
      return answer(g.consumables.size(),
                    [&](int i) { return check_use(g, g.consumables[i].id, true, cards); });
    case sell_joker:
      return answer(g.jokers.size(),
                    [&](int i) { return g.jokers[i].eternal() ? Reason::eternal : Reason::none; });
    case sell_consumable: return answer(g.consumables.size(), always);
    case buy_card: return answer(g.shop.size(), [&](int i) { return check_buy(g, g.shop[i]); });
    case buy_voucher:
      return answer(g.shop_vouchers.size(),
                    [&](int i) { return check_money(g, price_of(g, g.shop_vouchers[i].id)); });
    case buy_pack:
      return answer(g.shop_packs.size(), [&](int i) { return check_money(g, price_of(g, g.shop_packs[i])); });
    case buy_and_use:
      return answer(g.shop.size(), [&](int i) { return check_buy_and_use(g, g.shop[i], cards); });
    case reroll: return answer([&] { return check_money(g, reroll_price(g)); });
    case pick:
      return answer(g.pack_cards.size(), [&](int i) { return check_pick(g, g.pack_cards[i], cards); });
    case skip_blind:
      return answer([&] { return g.blind_on_deck == 2 ? Reason::cannot_skip_boss : Reason::none; });
    case reroll_boss: return answer([&] { return check_boss_reroll(g); });
    case leave_shop:
    case skip_pack:
    case select_blind:
    case cash_out: return answer(always);
    case sort_hand: return answer(2, always);
    case rearrange_hand:
    case rearrange_jokers:
    case rearrange_consumables: break;
  }
  return answer([] { return Reason::unknown_kind; });
}

// Each index must pass the rules, and the calls where the player has nothing else.
Reason with_call(const Game& g, ActionKind kind, int index, Reason by_rules) {
  if (by_rules != Reason::none || !g.calls_only) return by_rules;
  return call_takes(g, kind, index) ? Reason::none : Reason::no_call;
}

struct WhyIllegal {
  const Game& g;
  ActionKind kind;
  int index;
  template <class Check>
  Reason operator()(Check check) const {
    return check();
  }
  template <class Check>
  Reason operator()(int count, Check check) const {
    return index < count ? with_call(g, kind, index, check(index)) : Reason::bad_index;
  }
};

struct LegalIndices {
  const Game& g;
  ActionKind kind;
  template <class Check>
  std::uint64_t operator()(Check check) const {
    return check() == Reason::none;
  }
  template <class Check>
  std::uint64_t operator()(int count, Check check) const {
    std::uint64_t mask = 0;
    for (int i = 0; i < count; ++i)
      if (with_call(g, kind, i, check(i)) == Reason::none) mask |= 1ull << i;
    return mask;
  }
};

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

Reason why_illegal(const Game& g, const Action& a) {
  if (const Reason r = check_phase(g, a.kind); r != Reason::none) return r;
  const Named cards(a.cards.data(), a.count);
  switch (a.kind) {
    case ActionKind::rearrange_hand: return check_order(cards, g.hand.size());
    case ActionKind::rearrange_jokers: return check_joker_order(g, cards);
    case ActionKind::rearrange_consumables: return check_order(cards, g.consumables.size());
    default: return checked(g, a.kind, cards, WhyIllegal{g, a.kind, a.index});
  }
}

std::uint64_t legal_indices(const Game& g, ActionKind kind) {
  if (check_phase(g, kind) != Reason::none) return 0;
  return checked(g, kind, SomeCards{}, LegalIndices{g, kind});
}

CardChoice card_choice(const Game& g, ActionKind kind, int index) {
  switch (kind) {
    case ActionKind::play:
    case ActionKind::discard: return cards_to_play(g);
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
