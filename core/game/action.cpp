// Which decisions are legal, and why the others are not.
#include "action.h"

#include "content.h"
#include "create.h"
#include "jokers.h"

namespace jimbot {
namespace {

bool hand_in_sight(const Game& g) {
  return (g.phase == Phase::selecting_hand || g.phase == Phase::pack) && !g.hand.empty();
}

// Every position is in the hand and named once.
Reason check_positions(const Game& g, const std::uint8_t* cards, int count) {
  std::uint64_t seen = 0;
  for (int i = 0; i < count; ++i) {
    if (cards[i] >= g.hand.size() || (seen & (1ull << cards[i]))) return Reason::bad_cards;
    seen |= 1ull << cards[i];
  }
  return Reason::none;
}

Reason check_play(const Game& g, const Action& a) {
  if (g.phase != Phase::selecting_hand) return Reason::wrong_phase;
  if (a.kind == ActionKind::discard && g.discards_left <= 0) return Reason::no_discards_left;
  if (a.count == 0) return Reason::no_cards;
  if (a.count > kMaxPlayed) return Reason::too_many_cards;
  if (const Reason r = check_positions(g, a.cards.data(), a.count); r != Reason::none) return r;
  for (int i = 0; i < g.hand.size(); ++i) {
    if (!g.cards[g.hand[i]].forced()) continue;
    bool named = false;
    for (int k = 0; k < a.count; ++k) named |= a.cards[static_cast<std::size_t>(k)] == i;
    if (!named) return Reason::forced_card;
  }
  return Reason::none;
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

Reason check_pick(const Game& g, const Action& a) {
  if (g.phase != Phase::pack) return Reason::wrong_phase;
  if (a.index >= g.pack_cards.size()) return Reason::bad_index;
  const Item& item = g.pack_cards[a.index];
  if (item.kind == ItemKind::consumable)
    return why_unusable(g, item.consumable.id, false, a.cards.data(), a.count);
  if (a.count) return Reason::wrong_targets;
  return check_room(g, item);
}

Reason check_buy(const Game& g, const Action& a) {
  if (g.phase != Phase::shop) return Reason::wrong_phase;
  if (a.kind == ActionKind::buy_voucher) {
    if (a.index >= g.shop_vouchers.size()) return Reason::bad_index;
    return check_money(g, price_of(g, g.shop_vouchers[a.index].id));
  }
  if (a.kind == ActionKind::buy_pack) {
    if (a.index >= g.shop_packs.size()) return Reason::bad_index;
    return check_money(g, price_of(g, g.shop_packs[a.index]));
  }
  if (a.index >= g.shop.size()) return Reason::bad_index;
  const Item& item = g.shop[a.index];
  if (const Reason r = check_money(g, price_of(g, item)); r != Reason::none) return r;
  if (a.kind == ActionKind::buy_card) return check_room(g, item);
  if (item.kind != ItemKind::consumable) return Reason::not_a_consumable;
  return why_unusable(g, item.consumable.id, false, a.cards.data(), a.count);
}

Reason check_boss_reroll(const Game& g) {
  if (g.phase != Phase::blind_select) return Reason::wrong_phase;
  const std::int64_t price = boss_reroll_price(g);
  if (price == 0) return Reason::no_boss_reroll;
  if (g.boss_rerolled && !may_reroll_boss_again(g)) return Reason::boss_rerolled;
  return check_money(g, price);
}

Reason check_order(const Action& a, int size) {
  if (a.count != size) return Reason::bad_order;
  std::uint64_t seen = 0;
  for (int i = 0; i < size; ++i) {
    const std::uint8_t p = a.cards[static_cast<std::size_t>(i)];
    if (p >= size || (seen & (1ull << p))) return Reason::bad_order;
    seen |= 1ull << p;
  }
  return Reason::none;
}

Reason check_joker_order(const Game& g, const Action& a) {
  if (const Reason r = check_order(a, g.jokers.size()); r != Reason::none) return r;
  bool plain_before = false;
  for (int i = 0; i < g.jokers.size(); ++i) {
    const bool pinned = g.jokers[a.cards[static_cast<std::size_t>(i)]].flags & Joker::kPinned;
    if (pinned && plain_before) return Reason::pinned;
    plain_before |= !pinned;
  }
  return Reason::none;
}

Reason in_phase(const Game& g, Phase phase) { return g.phase == phase ? Reason::none : Reason::wrong_phase; }

}  // namespace

Reason why_unusable(const Game& g, ConsumableId id, bool from_slot, const std::uint8_t* cards, int count) {
  const ConsumableRow& r = row(id);
  if (r.target != Target::none && !hand_in_sight(g)) return Reason::needs_hand;
  if (r.target == Target::whole_hand && g.hand.size() < 2) return Reason::needs_two_hand_cards;
  if (count < r.target_min || count > r.target_max) return Reason::wrong_targets;
  if (const Reason bad = check_positions(g, cards, count); bad != Reason::none) return bad;
  if (id == ConsumableId::aura && g.cards[g.hand[cards[0]]].edition != Edition::none)
    return Reason::has_edition;
  return r.refuse ? r.refuse(g, from_slot) : Reason::none;
}

Reason why_illegal(const Game& g, const Action& a) {
  if (g.phase == Phase::game_over || g.truncated) return Reason::game_over;
  switch (a.kind) {
    case ActionKind::play:
    case ActionKind::discard: return check_play(g, a);
    case ActionKind::use:
      if (a.index >= g.consumables.size()) return Reason::bad_index;
      return why_unusable(g, g.consumables[a.index].id, true, a.cards.data(), a.count);
    case ActionKind::sell_joker:
      if (a.index >= g.jokers.size()) return Reason::bad_index;
      return g.jokers[a.index].eternal() ? Reason::eternal : Reason::none;
    case ActionKind::sell_consumable:
      return a.index >= g.consumables.size() ? Reason::bad_index : Reason::none;
    case ActionKind::buy_card:
    case ActionKind::buy_voucher:
    case ActionKind::buy_pack:
    case ActionKind::buy_and_use: return check_buy(g, a);
    case ActionKind::reroll:
      if (g.phase != Phase::shop) return Reason::wrong_phase;
      return check_money(g, reroll_price(g));
    case ActionKind::leave_shop: return in_phase(g, Phase::shop);
    case ActionKind::pick: return check_pick(g, a);
    case ActionKind::skip_pack: return in_phase(g, Phase::pack);
    case ActionKind::select_blind: return in_phase(g, Phase::blind_select);
    case ActionKind::skip_blind:
      if (g.phase != Phase::blind_select) return Reason::wrong_phase;
      return g.blind_on_deck == 2 ? Reason::cannot_skip_boss : Reason::none;
    case ActionKind::reroll_boss: return check_boss_reroll(g);
    case ActionKind::cash_out: return in_phase(g, Phase::round_eval);
    case ActionKind::sort_hand:
      if (!hand_in_sight(g)) return Reason::needs_hand;
      return a.index > 1 ? Reason::bad_index : Reason::none;
    case ActionKind::rearrange_hand:
      return hand_in_sight(g) ? check_order(a, g.hand.size()) : Reason::needs_hand;
    case ActionKind::rearrange_jokers: return check_joker_order(g, a);
    case ActionKind::rearrange_consumables: return check_order(a, g.consumables.size());
  }
  return Reason::unknown_kind;
}

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
  }
  return "?";
}

}  // namespace jimbot
