// The scoring pipeline, in the game's order.
#include "score/score.h"

#include <algorithm>
#include <cmath>

#include "content/modifiers.h"
#include "content/vouchers.h"
#include "open_points.h"
#include "passes.h"
#include "score/hand.h"

namespace jimbot {
namespace {

void act_as(Ctx& c, Source source, int index) {
  c.weight = 1;
  c.source = source;
  c.source_index = index;
}

// A boss may refuse the hand, lower its level, or act on it.
void boss_check(Ctx& c) {
  Game& g = c.g;
  Hand& hand = *c.hand;
  if (!is_boss(g.blind) || g.blind_disabled) return;
  const BlindRow& r = row(g.blind);
  const HandTypes allowed = r.allowed ? r.allowed(g) : kAllHandTypes;
  hand.refused = hand.played.size() < r.least_cards || !(allowed & bit(hand.type));
  act_as(c, Source::blind, 0);
  if (r.hand_played) r.hand_played(c);
  if (r.levels_lost && g.hands[hand.type].level > 1) {
    c.level_up(hand.type, -r.levels_lost);
    hand.boss_triggered = true;
  }
  hand.boss_triggered |= hand.refused || r.sets_off_matador;
  for (std::uint8_t i : hand.scoring) hand.boss_triggered |= g.cards[i].debuffed();
}

void take_level_values(Ctx& c) {
  const HandTypeRow& r = row(c.hand->type);
  const int level = c.g.hands[c.hand->type].level;
  act_as(c, Source::hand, 0);
  c.hand->chips = 0;
  c.hand->mult = r.mult + static_cast<double>(r.level_mult) * (level - 1);
  Log* log = c.log;
  c.log = nullptr;
  c.add_chips(r.chips + static_cast<double>(r.level_chips) * (level - 1));
  c.log = log;
  c.note(EventKind::base, c.hand->chips, c.hand->mult);
}

void apply_edition_before(Ctx& c, Edition edition) {
  if (edition == Edition::foil) c.add_chips(row(edition).n);
  if (edition == Edition::holo) c.add_mult(row(edition).n);
}
void apply_edition_after(Ctx& c, Edition edition) {
  if (edition == Edition::polychrome) c.times_mult(row(edition).n);
}

// One trigger: chips, mult, money, X mult of the card, its edition, then every joker's reaction.
void trigger_scoring_card(Ctx& c, Card& card, int index) {
  act_as(c, Source::card, index);
  const int own = card.stone() ? static_cast<int>(row(Enhancement::stone).n) : chips_of_rank(card.rank);
  const int extra = card.enhancement == Enhancement::bonus ? static_cast<int>(row(Enhancement::bonus).n) : 0;
  if (own + extra + card.bonus > 0) c.add_chips(own + extra + card.bonus);
  c.lucky = 0;
  if (card.enhancement == Enhancement::mult) c.add_mult(row(Enhancement::mult).n);
  if (card.enhancement == Enhancement::lucky && c.chance(Stream::lucky_mult, kLuckyMultOdds)) {
    c.lucky = c.weight;
    c.add_mult(row(Enhancement::lucky).n);
    c.weight = 1;
  }
  if (card.seal == Seal::gold) c.earn(kGoldSealDollars);
  if (card.enhancement == Enhancement::lucky && c.chance(Stream::lucky_money, kLuckyMoneyOdds)) {
    c.lucky += (1 - c.lucky) * c.weight;
    c.earn(static_cast<std::int64_t>(row(Enhancement::lucky).n2));
    c.weight = 1;
  }
  if (card.enhancement == Enhancement::glass) c.times_mult(row(Enhancement::glass).n);
  apply_edition_before(c, card.edition);
  apply_edition_after(c, card.edition);
  for_each_acting(c, kScored, [&](Ctx& ctx, const JokerRow& r) { r.scored(ctx, card); });
}

void score_cards(Ctx& c) {
  Hand& hand = *c.hand;
  for (int i = 0; i < hand.scoring.size(); ++i) {
    const int index = hand.scoring[i];
    Card& card = c.g.cards[index];
    if (card.debuffed()) {
      act_as(c, Source::card, index);
      c.note(EventKind::debuffed, 0);
      continue;
    }
    int times = 1 + (card.seal == Seal::red);
    for_each_acting(c, kRetrigger, [&](Ctx& ctx, const JokerRow& r) { times += r.retrigger(ctx, card); });
    for (int t = 0; t < times; ++t) {
      if (t > 0) {
        act_as(c, Source::card, index);
        c.note(EventKind::retrigger, t);
      }
      trigger_scoring_card(c, card, index);
    }
  }
}

void evaluate_held_card(Ctx& c, Card& card, int index) {
  act_as(c, Source::held_card, index);
  if (card.enhancement == Enhancement::steel) c.times_mult(row(Enhancement::steel).n);
  for_each_acting(c, kHeld, [&](Ctx& ctx, const JokerRow& r) { r.held(ctx, card); });
}

// A held card is evaluated again (Red Seal, Mime) only if the first time had an effect.
void score_held_cards(Ctx& c) {
  Game& g = c.g;
  const bool reactions = g.hooks & kHeld;
  for (int i = 0; i < g.hand.size(); ++i) {
    const int index = g.hand[i];
    Card& card = g.cards[index];
    if (card.debuffed() || (!reactions && card.enhancement != Enhancement::steel)) continue;
    c.effect = false;
    evaluate_held_card(c, card, index);
    if (!c.effect) continue;
    int again = card.seal == Seal::red;
    for_each_acting(c, kRetriggerHeld,
                    [&](Ctx& ctx, const JokerRow& r) { again += r.retrigger_held(ctx, card); });
    while (again-- > 0) {
      act_as(c, Source::held_card, index);
      c.note(EventKind::retrigger, 1);
      evaluate_held_card(c, card, index);
    }
  }
}

// Each joker: Foil or Holographic, its own effect, the others' reactions to it, Polychrome.
void score_jokers(Ctx& c) {
  Game& g = c.g;
  const int n = g.jokers.size();
  for (int i = 0; i < n; ++i) {
    const Joker& joker = g.jokers[i];
    if (!joker.debuffed()) {
      act_as(c, Source::joker, i);
      apply_edition_before(c, joker.edition);
      act(c, i, kMain, [](Ctx& ctx, const JokerRow& r) { r.main(ctx); });
    }
    for_each_acting(c, kOtherJoker, [&](Ctx& ctx, const JokerRow& r) { r.other_joker(ctx, joker); });
    if (!joker.debuffed()) {
      act_as(c, Source::joker, i);
      apply_edition_after(c, joker.edition);
    }
  }
}

void score_consumables(Ctx& c) {
  const double factor = voucher_best<&VoucherRow::planet_times_mult>(c.g, 0.0);
  if (factor == 0) return;
  for (int i = 0; i < c.g.consumables.size(); ++i)
    if (c.g.consumables[i].id == row(c.hand->type).planet) {
      act_as(c, Source::consumable, i);
      c.times_mult(factor);
    }
}

void matador_reacts(Ctx& c) {
  for_each_acting(c, kMain, [](Ctx& ctx, const JokerRow& r) {
    if (r.id == JokerId::matador) r.main(ctx);
  });
}

}  // namespace

double score_hand(Ctx& c) {
  Game& g = c.g;
  Hand& hand = *c.hand;
  find_hand(g, hand);
  HandRecord& record = g.hands[hand.type];
  ++record.played;
  ++record.played_round;
  g.last_hand = static_cast<std::uint8_t>(hand.type);
  hand.refused = hand.boss_triggered = false;
  hand.chips = hand.mult = 0;
  boss_check(c);
  if (hand.refused) {
    act_as(c, Source::blind, 0);
    c.note(EventKind::refused, 0);
    matador_reacts(c);
    return 0;
  }
  for_each_acting(c, kBefore, [](Ctx& ctx, const JokerRow& r) { r.before(ctx); });
  take_level_values(c);
  if (const double factor = blind_in_force(g).base_factor; factor != 1) {
    hand.chips = std::max(0.0, std::floor(hand.chips * factor + 0.5));
    hand.mult = std::max(1.0, std::floor(hand.mult * factor + 0.5));
    act_as(c, Source::blind, 0);
    c.note(EventKind::base, hand.chips, hand.mult);
  }
  score_cards(c);
  score_held_cards(c);
  score_jokers(c);
  score_consumables(c);
  if (g.deck == DeckId::plasma) {
    hand.chips = hand.mult = std::floor((hand.chips + hand.mult) / 2);
    act_as(c, Source::deck, 0);
    c.note(EventKind::balance, hand.chips);
  }
  const double points = std::floor(hand.chips * hand.mult);
  act_as(c, Source::hand, 0);
  c.note(EventKind::score, points);
  return points;
}

int destroyed_by_score(Ctx& c, std::uint8_t (&out)[kMaxPlayed]) {
  int count = 0;
  for (std::uint8_t i : c.hand->scoring) {
    const Card& card = c.g.cards[i];
    bool destroyed = false;
    for_each_acting(c, kDestroys, [&](Ctx& ctx, const JokerRow& r) { destroyed |= r.destroys(ctx, card); });
    const bool rolls = card.enhancement == Enhancement::glass && !card.debuffed();
    if (rolls && (!destroyed || kGlassRollsWhenAlreadyDestroyed)) {
      act_as(c, Source::card, i);
      destroyed |= c.chance(Stream::glass, row(Enhancement::glass).n2);
    }
    if (!destroyed) continue;
    act_as(c, Source::card, i);
    c.note(EventKind::destroyed, 1);
    out[count++] = i;
  }
  return count;
}

}  // namespace jimbot
