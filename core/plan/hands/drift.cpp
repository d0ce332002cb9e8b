// Jokers that grow or wear out within a round, and types that score otherwise when they are played again.
#include <algorithm>

#include "board.h"
#include "prober.h"

namespace jimbot::plan {

namespace {

void unite(StepsByHand& sum, const StepsByHand& one) {
  for (int i = 0; i < kHandTypes; ++i) sum.of_type[i] += one.of_type[i];
  for (int i = 0; i <= kMaxPlayed; ++i) sum.of_count[i] += one.of_count[i];
}

float step(const StepsByHand& steps, HandType type, int cards) {
  return steps.of_type[type] + steps.of_count[cards];
}

}  // namespace

void Board::measure_drift(Prober& prober, const Game& seen, std::span<const std::uint8_t> cards) {
  Drifts& d = drifts_;
  JokerProbe probe = prober.jokers();
  for (int i = 0; i < seen.jokers.size(); ++i) {
    const std::uint8_t acting = seen.acts_as[static_cast<std::size_t>(i)];
    if (acting == kNone) continue;
    const Habits& habits = habits_of(seen.jokers[acting].id);
    if (habits.reads & kReadsDiscardsLeft)
      d.chips.by_discard -= static_cast<float>(probe.chips_per_discard_left(acting));
    if (habits.reads & kReadsDrawPile)
      d.chips_per_draw -= static_cast<float>(probe.chips_per_undrawn_card(acting));
    if (habits.reads & kReadsPlaysOfType) d.mult_per_play += static_cast<float>(probe.mult_per_play(acting));
    if (habits.reads & kReadsPlaysInRound)
      d.again *= static_cast<float>(probe.times_when_played_again(acting));
    if (habits.raises_level) d.stays *= 1 - static_cast<float>(probe.level_chance(acting));
    if (habits.steps_by_hand || habits.steps_by_discard) measure_steps(probe, seen, acting, cards);
  }
  d.any |=
      d.chips.by_discard != 0 || d.chips_per_draw != 0 || d.mult_per_play != 0 || d.again != 1 || d.stays < 1;
  for (int i = 0; i < kHandTypes; ++i) {
    const HandTypeRow& r = row(static_cast<HandType>(i));
    const HandRecord& record = seen.hands[static_cast<std::size_t>(i)];
    if (record.played_round == 0) d.unplayed |= 1u << i;
    // once is counted already
    if (blind_.levels_lost && record.level > 1 + blind_.levels_lost) d.falling |= 1u << i;
    d.level_chips[i] = static_cast<float>(r.level_chips);
    d.level_mult[i] = static_cast<float>(r.level_mult);
  }
  d.any |= d.falling != 0;
}

// Chips and mult of all jokers move together; a multiplier moves alone.
void Board::measure_steps(JokerProbe& probe, const Game& seen, std::uint8_t joker,
                          std::span<const std::uint8_t> cards) {
  Drifts& d = drifts_;
  d.any = true;
  const CounterGives gives = probe.counter_gives(joker);
  Steps* steps = gives == CounterGives::chips ? &d.chips : &d.mult;
  if (gives == CounterGives::times) {
    for (int i = 0; i < d.multiplier_count; ++i)
      if (d.multipliers[i].joker == joker) {  // a copy: its counter moves once
        ++d.multipliers[i].copies;
        return;
      }
    if (d.multiplier_count == kMaxMultipliers) return;
    Drifts::Multiplier& multiplier = d.multipliers[d.multiplier_count++];
    multiplier.value = static_cast<float>(seen.jokers[joker].value);
    multiplier.copies = 1;
    multiplier.joker = joker;
    steps = &multiplier;
  }
  const Habits& habits = habits_of(seen.jokers[joker].id);
  if (habits.steps_by_hand) unite(steps->by_hand, probe.steps_by_hand(joker));
  if (!habits.steps_by_discard || cards.empty()) return;
  if (gives == CounterGives::mult) d.least_mult -= static_cast<float>(seen.jokers[joker].value);
  if (!d.by_card)
    for (Steps* all : {&d.chips, &d.mult}) all->of_card.fill(0);
  if (gives == CounterGives::times) steps->of_card.fill(0);
  d.by_card = true;
  steps->by_discard += static_cast<float>(probe.step_by_discard(joker, cards[0]));
  const float first = static_cast<float>(probe.step_by_card(joker, cards[0]));
  bool alike = true;
  for (const std::uint8_t i : cards) {
    const float one = static_cast<float>(probe.step_by_card(joker, i));
    steps->of_card[i] += one;
    alike &= one == first;
  }
  if (alike) steps->of_hidden += first;
}

void Board::after_hand(Drift& drift, HandType type, int cards) const {
  if (!drifts_.any) return;
  Drift::count(drift.plays, type);
  drift.gain.chips += step(drifts_.chips.by_hand, type, cards);
  drift.gain.plus += step(drifts_.mult.by_hand, type, cards);
  for (int i = 0; i < drifts_.multiplier_count; ++i)
    drift.grown[i] += step(drifts_.multipliers[i].by_hand, type, cards);
  multiply(drift);
}

void Board::after_discard(Drift& drift, std::span<const std::uint8_t> cards, int hidden) const {
  if (!drifts_.any) return;
  const auto grown = [&](const Steps& steps) {
    float sum = steps.by_discard;
    if (!drifts_.by_card) return sum;
    sum += steps.of_hidden * static_cast<float>(hidden);
    for (const std::uint8_t i : cards) sum += steps.of_card[i];
    return sum;
  };
  drift.gain.chips += grown(drifts_.chips);
  drift.gain.plus = std::max(drift.gain.plus + grown(drifts_.mult), drifts_.least_mult);
  for (int i = 0; i < drifts_.multiplier_count; ++i) drift.grown[i] += grown(drifts_.multipliers[i]);
  multiply(drift);
}

// A multiplier that has worn out multiplies by 1.
void Board::multiply(Drift& drift) const {
  drift.gain.times = 1;
  for (int i = 0; i < drifts_.multiplier_count; ++i) {
    const Drifts::Multiplier& m = drifts_.multipliers[i];
    for (int k = 0; k < m.copies; ++k) drift.gain.times *= std::max(1.0f, m.value + drift.grown[i]) / m.value;
  }
}

Usual Board::usual(std::uint32_t allowed, const Drift& drift) const {
  Usual usual = usual_;
  for (int i = 0; i < kHandTypes; ++i) {
    float& score = usual[static_cast<std::size_t>(i)];
    if (!(allowed & (1u << i)))
      score = 0;
    else if (drift.plays_of(static_cast<HandType>(i)) && (drifts_.unplayed & (1u << i)))
      score *= drifts_.again;
  }
  return usual;
}

Drift Board::at(const Drift& drift, Moment m) const {
  const Gain& shift = shift_[m.last_hand][m.no_discards];
  Drift there = drift;
  there.gain.chips += shift.chips;
  there.gain.plus += shift.plus;
  there.gain.times *= shift.times;
  return there;
}

}  // namespace jimbot::plan
