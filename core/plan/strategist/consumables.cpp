// Rules of use for consumables.
#include "strategist/consumables.h"

#include <algorithm>
#include <bit>

#include "cards.h"
#include "create.h"
#include "jokers.h"
#include "legal.h"

namespace jimbot::strategist {
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

Suit suit_of(ConsumableId id) {
  switch (id) {
    case ConsumableId::star: return Suit::diamonds;
    case ConsumableId::moon: return Suit::clubs;
    case ConsumableId::sun: return Suit::hearts;
    default: return Suit::spades;
  }
}

int count_suit(const Game& g, Suit suit) {
  int n = 0;
  for (const Card& card : g.cards) n += card.suit == suit && !card.stone();
  return n;
}

std::int64_t sum_of_sales(const Game& g) {
  std::int64_t sum = 0;
  for (const Joker& joker : g.jokers) sum += sell_value(g, joker);
  return sum;
}

bool joker_fits(const Game& g) { return g.jokers.size() < joker_limit(g); }
bool has_plain_joker(const Game& g) {
  for (const Joker& joker : g.jokers)
    if (joker.edition == Edition::none) return true;
  return false;
}

}  // namespace

bool choose_targets(const Game& g, ConsumableId id, Action& a, const Tuning& tuning) {
  const ConsumableRow& r = row(id);
  const int least = r.target_min, most = r.target_max;
  const auto value = [&](const Card& card) { return card_value(g, card, tuning); };
  const auto low = [&](const Card& card) { return -card_value(g, card, tuning); };
  const auto any = [](const Card&) { return true; };
  switch (id) {
    case ConsumableId::magician:
    case ConsumableId::empress:
    case ConsumableId::heirophant:
    case ConsumableId::justice:
    case ConsumableId::lovers: return take(ranked(g, is_plain, value), least, most, a);
    case ConsumableId::chariot:
    case ConsumableId::devil: return take(ranked(g, is_plain, low), least, most, a);
    case ConsumableId::tower: return take(ranked(g, is_plain, low), least, most, a);
    case ConsumableId::strength:
      return take(ranked(
                      g, [](const Card& c) { return c.rank < kAce && !c.stone(); },
                      [&](const Card& c) { return count_rank(g, c.rank + 1) + 0.01 * c.rank; }),
                  least, most, a);
    case ConsumableId::hanged_man: return take(ranked(g, is_plain, low), least, most, a);
    case ConsumableId::death: return death_targets(g, a, tuning);
    case ConsumableId::star:
    case ConsumableId::moon:
    case ConsumableId::sun:
    case ConsumableId::world: {
      const Suit suit = suit_of(id);
      return take(
          ranked(g, [&](const Card& c) { return c.suit != suit && !c.stone(); }, value), least, most, a);
    }
    case ConsumableId::talisman:
    case ConsumableId::deja_vu:
    case ConsumableId::trance:
    case ConsumableId::medium:
      return take(ranked(g, [](const Card& c) { return c.seal == Seal::none; }, value), least, most, a);
    case ConsumableId::aura:
      return take(ranked(g, [](const Card& c) { return c.edition == Edition::none; }, value), least, most, a);
    case ConsumableId::cryptid: return take(ranked(g, any, value), least, most, a);
    default: return most == 0;
  }
}

bool is_wanted(const Game& g, ConsumableId id) {
  using enum ConsumableId;
  const bool late = g.ante >= 7;
  switch (id) {
    case ouija:
    case sigil:
    case ankh:
    case tower: return false;
    case hex: return g.jokers.size() == 1;
    case ectoplasm: return g.jokers.size() >= 3 && has_plain_joker(g);
    case wraith: return joker_fits(g) && g.money < 8;
    case judgement: return joker_fits(g);
    case soul: return joker_fits(g);
    case wheel_of_fortune: return has_plain_joker(g);
    case hermit: return g.money >= (late ? 4 : 8);
    case temperance: return sum_of_sales(g) >= 5;
    case immolate: return g.cards.size() > 30;
    case star:
    case moon:
    case sun:
    case world: return count_suit(g, suit_of(id)) >= static_cast<int>(g.cards.size()) / 4;
    default: return true;
  }
}

bool use_now(const Game& g, Action& out, const Tuning& tuning) {
  const bool in_round = g.phase == Phase::selecting_hand;
  for (std::uint64_t legal = legal_indices(g, ActionKind::use); legal; legal &= legal - 1) {
    const int i = std::countr_zero(legal);
    const ConsumableId id = g.consumables[i].id;
    if (!is_wanted(g, id)) continue;
    // money doubles later: The Hermit waits for its limit while there is time
    if (id == ConsumableId::hermit && g.money < tuning.hermit_waits_below && g.ante < 7 &&
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

}  // namespace jimbot::strategist
