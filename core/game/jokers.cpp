// The joker line and what follows from it.
#include "jokers.h"

#include <algorithm>

#include "cards.h"
#include "content/challenges.h"
#include "content/vouchers.h"
#include "verbs.h"

namespace jimbot {
namespace {

// A copier takes its right neighbour (Blueprint) or the left-most joker (Brainstorm); chains are followed to a real
// joker. A debuffed link, a loop or an incompatible end gives nothing.
std::uint8_t acting_joker(const Game& g, int position) {
  int at = position;
  for (int steps = 0; steps <= g.jokers.size(); ++steps) {
    const Joker& joker = g.jokers[at];
    if (joker.debuffed()) return kNone;
    const JokerRow& r = row(joker.id);
    if (r.copies == Copies::right_neighbour) {
      if (++at >= g.jokers.size()) return kNone;
    } else if (r.copies == Copies::leftmost) {
      if (at == 0) return kNone;
      at = 0;
    } else {
      return at == position || r.copyable ? static_cast<std::uint8_t>(at) : kNone;
    }
  }
  return kNone;
}

}  // namespace

void refresh(Game& g) {
  const std::uint32_t old_rules = g.rules;
  const int old_discards = g.joker_discards, old_hand_size = g.joker_hand_size;
  g.rules = g.hooks = 0;
  g.joker_hand_size = g.joker_hands = g.joker_discards = g.joker_debt = 0;
  g.negative_jokers = g.oops = 0;
  for (int i = 0; i < g.jokers.size(); ++i) {
    const Joker& joker = g.jokers[i];
    g.negative_jokers = static_cast<std::int16_t>(g.negative_jokers + (joker.edition == Edition::negative));
    const std::uint8_t acting = g.acts_as[i] = acting_joker(g, i);
    if (acting != kNone) g.hooks |= hook_bits(g.jokers[acting].id);
    if (joker.debuffed()) continue;
    const JokerRow& r = row(joker.id);
    g.rules |= r.rules;
    const int bean = joker.id == JokerId::turtle_bean ? static_cast<int>(joker.value) : 0;
    g.joker_hand_size = static_cast<std::int16_t>(g.joker_hand_size + r.hand_size + bean);
    g.joker_hands = static_cast<std::int16_t>(g.joker_hands + r.hands);
    g.joker_discards = static_cast<std::int16_t>(g.joker_discards + r.discards);
    if (joker.id == JokerId::credit_card) g.joker_debt = static_cast<std::int16_t>(g.joker_debt + r.n);
    if (joker.id == JokerId::oops) ++g.oops;
  }
  if (g.joker_discards != old_discards)  // gained or lost in a round, the remaining discards change at once
    g.discards_left =
        static_cast<std::int16_t>(std::max(0, g.discards_left + g.joker_discards - old_discards));
  owe_cards(g, g.joker_hand_size - old_hand_size);
  if ((g.rules ^ old_rules) & (kSmeared | kPareidolia)) check_all_debuffs(g);
}

void owe_cards(Game& g, int more) {
  if (more > 0 && g.phase == Phase::selecting_hand && !g.hand.empty())
    g.draw_owed = static_cast<std::int16_t>(g.draw_owed + more);
}

double shown_number(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  return r.shown ? r.shown(g, joker) : joker.value;
}

int rest_of(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  if (r.extra == Extra::cards_left) return joker.extra;
  if (r.extra != Extra::hands_before) return 0;
  const int rest = static_cast<int>(r.n2);
  const int since = (g.hands_played_run - joker.extra) % (rest + 1);
  return rest - (since < 0 ? since + rest + 1 : since);
}

int joker_limit(const Game& g) {
  if (g.joker_slots_closed) return 0;
  return g.base_joker_slots + voucher_sum<&VoucherRow::joker_slots>(g) + g.negative_jokers;
}

int consumable_limit(const Game& g) {
  int n = g.base_consumable_slots + voucher_sum<&VoucherRow::consumable_slots>(g);
  for (const Consumable& c : g.consumables) n += c.edition == Edition::negative;
  return n;
}

namespace {
int full_hand_size(const Game& g) {
  int n = g.base_hand_size + voucher_sum<&VoucherRow::hand_size>(g) + g.joker_hand_size + g.round_hand_size -
          g.hand_size_lost;
  if (in_challenge(g, kLuxuryTax) && g.money > 0)
    n -= static_cast<int>(std::min<std::int64_t>(g.money / kLuxuryDollars, 100));
  return n;
}
}  // namespace

int hand_size(const Game& g) { return std::clamp(full_hand_size(g), 0, kMaxHandSize); }

void check_hand_size(Game& g) {
  if (full_hand_size(g) > kMaxHandSize) g.truncated = 1;
}

int hands_per_round(const Game& g) {
  return std::max(1, g.base_hands + voucher_sum<&VoucherRow::hands>(g) + g.joker_hands);
}

int discards_per_round(const Game& g) {
  return std::max(0, g.base_discards + voucher_sum<&VoucherRow::discards>(g) + g.joker_discards);
}

bool gain_joker(Game& g, const Joker& joker) {
  if (g.jokers.full()) {
    g.truncated = 1;
    return false;
  }
  g.jokers.push(joker);
  refresh(g);
  const JokerRow& r = row(joker.id);
  if (r.gained) {
    Ctx c{.g = g};
    c.self = &g.jokers.back();
    c.at = g.jokers.size() - 1;
    r.gained(c);
  }
  return true;
}

void lose_joker(Game& g, int position) {
  Joker joker = g.jokers[position];
  g.jokers.erase(position);
  refresh(g);
  const JokerRow& r = row(joker.id);
  if (r.lost) {
    Ctx c{.g = g};
    c.self = &joker;
    c.at = position;
    r.lost(c);
  }
}

void remove_dying(Game& g) {
  for (int i = g.jokers.size() - 1; i >= 0; --i)
    if (g.jokers[i].dying()) lose_joker(g, i);
}

bool gain_consumable(Game& g, const Consumable& consumable) {
  if (g.consumables.full()) {
    g.truncated = 1;
    return false;
  }
  g.consumables.push(consumable);
  return true;
}

bool pinned_stand_left(const Game& g) {
  for (int i = 0; i + 1 < g.jokers.size(); ++i)
    if (!may_stand_left_of(g.jokers[i], g.jokers[i + 1])) return false;
  return true;
}

bool put_pinned_left(Game& g) {
  if (pinned_stand_left(g)) return false;
  std::stable_sort(g.jokers.begin(), g.jokers.end(), [](const Joker& a, const Joker& b) {
    return (a.flags & Joker::kPinned) && may_stand_left_of(a, b);
  });
  return true;
}

bool hide_joker_order(Game& g) {
  std::uint8_t at[kMaxJokers];
  const auto moves = [](const Joker& joker) { return !(joker.flags & Joker::kPinned); };
  const bool unknown = put_face_down_by_age(g, at, moves) > 1;
  if (unknown) refresh(g);
  return unknown;
}

Joker copy_of_joker(Game& g, const Joker& joker) {
  Joker copy = joker;
  copy.number = g.next_number++;
  copy.flags &= static_cast<std::uint8_t>(~(Joker::kDying | Joker::kFaceDown));
  if (copy.edition == Edition::negative) copy.edition = Edition::none;
  return copy;
}

}  // namespace jimbot
