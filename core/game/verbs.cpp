// The verbs.
#include "verbs.h"

#include <algorithm>

#include "blinds.h"
#include "held_tags.h"
#include "passes.h"

namespace jimbot {

void Ctx::note(EventKind kind, double amount, double amount2, Stream stream) {
  if (!log) return;
  log->add({kind, source, static_cast<std::uint8_t>(source_index), stream, amount, amount2,
            hand ? hand->chips : 0, hand ? hand->mult : 0});
}

// Rich get Richer: chips never exceed the money held.
void Ctx::add_chips(double amount) {
  amount *= weight;
  hand->chips += amount;
  if (in_challenge(g, kChipsDollarCap))
    hand->chips = std::min(hand->chips, static_cast<double>(std::max<std::int64_t>(0, g.money)));
  effect = true;
  note(EventKind::chips, amount);
}

void Ctx::add_mult(double amount) {
  amount *= weight;
  hand->mult += amount;
  effect = true;
  note(EventKind::mult, amount);
}

// The mod loader's build adds mult x (X - 1), which can differ in the last digit.
void Ctx::times_mult(double factor) {
  if (weight < 1) factor = 1 + (factor - 1) * weight;
  hand->mult =
      g.variant == Variant::steamodded ? hand->mult + hand->mult * (factor - 1) : hand->mult * factor;
  effect = true;
  note(EventKind::times_mult, factor);
}

void Ctx::earn(std::int64_t dollars) {
  if (weight < 1) return;  // dollars, levels and jokers are whole
  g.money += dollars;
  effect = true;
  note(EventKind::dollars, static_cast<double>(dollars));
}

bool Ctx::chance(Stream stream, double odds) {
  const double numerator = chance_numerator(g);
  if (numerator < odds) note(EventKind::roll, numerator, odds, stream);
  switch (g.explaining) {
    case 0: return real(g, stream) < numerator / odds;
    case kRollsHit: return true;
    case kRollsByChance: weight *= std::min(1.0, numerator / odds); return true;
    default: return numerator >= odds;
  }
}

double Ctx::roll(Stream stream, int low, int high) {
  note(EventKind::range, low, high, stream);
  switch (g.explaining) {
    case 0: break;
    case kRollsHit: return high;
    case kRollsByChance: return (low + high) / 2.0;
    default: return low;
  }
  return draw_integer(g.rng, stream, g.ante, low, high);
}

void Ctx::grow(double by) {
  if (copied) return;
  by *= weight;
  self->value += by;
  note(EventKind::grows, by);
}

void Ctx::set_value(double to) {
  if (!copied && weight == 1) self->value = to;
}

void Ctx::destroy_self() {
  if (copied || weight < 1) return;
  self->flags |= Joker::kDying;
  note(EventKind::destroyed, 1);
}

bool Ctx::room_for_consumable() const { return g.consumables.size() < consumable_limit(g); }

bool Ctx::room_for_joker() const {
  int held = g.jokers.size();
  for (const Joker& joker : g.jokers) held -= joker.dying();
  return held < joker_limit(g);
}

namespace {
bool create_from_pool(Ctx& c, ConsumableKind kind, Stream pool) {
  if (!c.room_for_consumable()) return false;
  c.note(EventKind::created, 1);
  if (c.g.explaining) return true;
  return gain_consumable(c.g, draw_consumable(c.g, kind, pool, false));
}
}  // namespace

bool Ctx::create_tarot(Stream pool) { return create_from_pool(*this, ConsumableKind::tarot, pool); }
bool Ctx::create_spectral(Stream pool) { return create_from_pool(*this, ConsumableKind::spectral, pool); }
bool Ctx::create_planet(Stream pool) { return create_from_pool(*this, ConsumableKind::planet, pool); }

bool Ctx::create_consumable(ConsumableId id, Edition edition) {
  if (edition != Edition::negative && !room_for_consumable()) return false;
  note(EventKind::created, 1);
  if (g.explaining) return true;
  Consumable made = make_consumable(g, id);
  made.edition = edition;
  return gain_consumable(g, made);
}

int Ctx::create_jokers(JokerSource from, int count) {
  int made = 0;
  while (made < count && room_for_joker()) {
    ++made;
    if (g.explaining) continue;
    if (!gain_joker(g, make_joker(g, from))) break;
  }
  return made;
}

void Ctx::destroy_joker(int position) { g.jokers[position].flags |= Joker::kDying; }

void Ctx::level_up(HandType type, int by) {
  if (weight < 1) return;
  HandRecord& record = g.hands[type];
  record.level = std::clamp(record.level + by, 1, kMaxLevel);
  note(EventKind::level, by);
}

void Ctx::disable_blind() { jimbot::disable_blind(g); }
void Ctx::reroll_boss() { jimbot::reroll_boss(g); }
void Ctx::gain_tag(TagId id) { add_tag(g, {id, kNone}); }
void Ctx::offer_voucher(Stream pool) { show_voucher(g, static_cast<VoucherId>(roll_voucher(g, pool))); }

void destroy_cards(Game& g, std::span<const std::uint8_t> indices, Log* log) {
  Ctx c{.g = g, .log = log};
  for (std::uint8_t i : indices)
    for_each_acting(c, kCardDestroyed,
                    [&](Ctx& ctx, const JokerRow& r) { r.card_destroyed(ctx, g.cards[i]); });
  remove_cards(g, indices);
}

void cards_added(Game& g, int count) {
  Ctx c{.g = g};
  for_each_acting(c, kCardsAdded, [&](Ctx& ctx, const JokerRow& r) { r.cards_added(ctx, count); });
}

}  // namespace jimbot
