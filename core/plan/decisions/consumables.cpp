// Rules of use for consumables.
#include "consumables.h"

#include <algorithm>
#include <bit>

#include "cards.h"
#include "create.h"
#include "effects.h"
#include "jokers.h"
#include "legal.h"

namespace jimbot::plan {
namespace {

// How much a playing card is worth in the deck.
double card_value(const Game& g, const Card& card, const Tuning& tuning) {
  if (card.face_down()) return 6;
  double value = card.stone() ? 4 : chips_of_rank(card.rank) + 0.02 * card.rank;
  switch (card.enhancement) {
    case Enhancement::glass:
    case Enhancement::steel: value += tuning.value_glass_steel; break;
    case Enhancement::mult:
    case Enhancement::lucky: value += tuning.value_mult_lucky; break;
    case Enhancement::bonus:
    case Enhancement::gold:
    case Enhancement::wild: value += tuning.value_bonus_gold; break;
    default: break;
  }
  if (card.seal != Seal::none) value += tuning.value_seal;
  if (card.edition != Edition::none) value += tuning.value_edition;
  value += tuning.value_of_rank * (count_rank(g, card.rank) - 4);
  return value + 0.1 * card.bonus;
}

struct Ranked {
  std::uint8_t at[kMaxHand];
  int count = 0;
};

// Hand positions that fit, by what `key` gives, highest first.
template <class Fits, class Key>
Ranked ranked(const Game& g, Fits fits, Key key) {
  Ranked r;
  for (int i = 0; i < g.hand.size(); ++i)
    if (const Card& card = g.cards[g.hand[i]]; !card.face_down() && fits(card))
      r.at[r.count++] = static_cast<std::uint8_t>(i);
  std::stable_sort(r.at, r.at + r.count, [&](std::uint8_t a, std::uint8_t b) {
    return key(g.cards[g.hand[a]]) > key(g.cards[g.hand[b]]);
  });
  return r;
}

bool take(const Ranked& r, int least, int most, Action& a) {
  if (r.count < least) return false;
  a.count = 0;
  for (int i = 0; i < r.count && i < most; ++i) a.cards[a.count++] = r.at[i];
  std::sort(a.cards.begin(), a.cards.begin() + a.count);
  return a.count > 0;
}

bool is_plain(const Card& card) { return card.enhancement == Enhancement::none; }

// Death turns the left card into the right one.
bool death_targets(const Game& g, Action& a, const Tuning& tuning) {
  double best = tuning.death_gain;
  for (int right = 1; right < g.hand.size(); ++right)
    for (int left = 0; left < right; ++left) {
      const Card &from = g.cards[g.hand[right]], &to = g.cards[g.hand[left]];
      if (from.face_down() || to.face_down()) continue;
      const double gain = card_value(g, from, tuning) - card_value(g, to, tuning);
      if (gain <= best) continue;
      best = gain;
      a.count = 2;
      a.cards[0] = static_cast<std::uint8_t>(left);
      a.cards[1] = static_cast<std::uint8_t>(right);
    }
  return a.count == 2;
}

int count_suit(const Game& g, Suit suit) {
  int n = 0;
  for (const Card& card : g.cards) n += card.suit == suit && !card.stone();
  return n;
}

// Cards with these stay in the hand.
bool works_in_hand(Enhancement enhancement) {
  return enhancement == Enhancement::steel || enhancement == Enhancement::gold;
}

// There is no joker that it could work on, or no room for one.
bool lacks_jokers(const Game& g, const ConsumableRow& r) {
  const Reason reason = r.refuse ? r.refuse(g, true) : Reason::none;
  return reason == Reason::no_joker || reason == Reason::no_plain_joker ||
         reason == Reason::no_room_for_joker;
}

}  // namespace

bool choose_targets(const Game& g, ConsumableId id, Action& a, const Tuning& tuning) {
  const ConsumableRow& r = row(id);
  const int least = r.target_min, most = r.target_max;
  const auto value = [&](const Card& card) { return card_value(g, card, tuning); };
  const auto low = [&](const Card& card) { return -card_value(g, card, tuning); };
  const auto any = [](const Card&) { return true; };
  const Effect& e = effect_of(id);
  if (e.copies_right) return death_targets(g, a, tuning);
  if (e.destroys_cards) return take(ranked(g, is_plain, low), least, most, a);
  if (e.enhances && works_in_hand(e.enhancement)) return take(ranked(g, is_plain, low), least, most, a);
  if (e.enhances) return take(ranked(g, is_plain, value), least, most, a);
  if (e.raises_rank)
    return take(ranked(
                    g, [](const Card& c) { return c.rank < kAce && !c.stone(); },
                    [&](const Card& c) { return count_rank(g, c.rank + 1) + 0.01 * c.rank; }),
                least, most, a);
  if (e.changes_suit)
    return take(
        ranked(g, [&](const Card& c) { return c.suit != e.suit && !c.stone(); }, value), least, most, a);
  if (e.seals)
    return take(ranked(g, [](const Card& c) { return c.seal == Seal::none; }, value), least, most, a);
  if (e.gives_edition)
    return take(ranked(g, [](const Card& c) { return c.edition == Edition::none; }, value), least, most, a);
  return most == 0 || take(ranked(g, any, value), least, most, a);
}

bool is_wanted(const Game& g, ConsumableId id) {
  const ConsumableRow& r = row(id);
  const Effect& e = effect_of(id);
  const bool late = g.ante >= 7;
  if (lacks_jokers(g, r)) return false;
  if (e.makes_hand_alike || e.enhancement == Enhancement::stone) return false;
  if (e.destroys_jokers) return g.jokers.size() == 1;
  if (e.takes_hand_size) return g.jokers.size() >= 3;
  if (e.takes_money) return g.money < 8;
  if (e.doubles_money) return g.money >= (late ? 4 : 8);
  if (e.pays_what_it_shows) return r.shown(g) >= 5;
  if (e.changes_suit) return count_suit(g, e.suit) >= static_cast<int>(g.cards.size()) / 4;
  if (e.destroys_cards && r.target == Target::whole_hand) return g.cards.size() > 30;
  return true;
}

bool use_now(const Game& g, Action& out, const Tuning& tuning) {
  const bool in_round = g.phase == Phase::selecting_hand;
  for (std::uint64_t legal = legal_indices(g, ActionKind::use); legal; legal &= legal - 1) {
    const int i = std::countr_zero(legal);
    const ConsumableId id = g.consumables[i].id;
    if (!is_wanted(g, id)) continue;
    // money doubles later: The Hermit waits for its limit while there is time
    if (effect_of(id).doubles_money && g.money < tuning.hermit_waits_below && g.ante < 7 &&
        g.consumables.size() < consumable_limit(g))
      continue;
    if (row(id).target == Target::whole_hand && !in_round) continue;
    Action a{ActionKind::use, static_cast<std::uint8_t>(i), 0, {}};
    if (row(id).target_max > 0 && !choose_targets(g, id, a, tuning)) continue;
    if (!is_legal(g, a)) continue;
    out = a;
    return true;
  }
  return false;
}

}  // namespace jimbot::plan
