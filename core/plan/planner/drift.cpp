// Jokers that grow or wear out within a round, and types that score otherwise when they are played again.
#include <algorithm>

#include "planner/board.h"

namespace jimbot::planner {

void Board::measure_drift(const Game& seen) {
  Drifts& d = drifts_;
  d = {};
  const float luck = static_cast<float>(1 << std::min<int>(seen.oops, 10));
  d.castle_suit = static_cast<std::uint8_t>(1 << static_cast<int>(seen.castle_suit));
  for (int i = 0; i < seen.jokers.size(); ++i) {
    const std::uint8_t acting = seen.acts_as[static_cast<std::size_t>(i)];
    if (acting == kNone) continue;
    const Joker& joker = seen.jokers[acting];
    const float n = static_cast<float>(row(joker.id).n), value = static_cast<float>(joker.value);
    bool known = true;
    switch (joker.id) {
      case JokerId::banner: d.chips_per_discard -= n; break;
      case JokerId::blue_joker: d.chips_per_draw -= n; break;
      case JokerId::ice_cream: d.chips_per_hand -= n; break;
      case JokerId::green_joker:
        d.mult_per_hand += n;
        d.mult_per_discard -= n;
        d.least_mult -= value;
        break;
      case JokerId::runner: d.runner += n; break;
      case JokerId::trousers: d.trousers += n; break;
      case JokerId::square: d.square += n; break;
      case JokerId::castle: d.castle += n; break;
      case JokerId::ramen: d.ramen = value, ++d.ramens; break;
      case JokerId::hit_the_road: d.road = value, ++d.roads; break;
      case JokerId::supernova: d.supernova += n; break;
      case JokerId::space: d.stays *= 1 - std::min(1.0f, luck / n); break;
      case JokerId::card_sharp: d.again *= n; break;
      default: known = false; break;
    }
    d.any |= known;
  }
  for (int i = 0; i < kHandTypes; ++i) {
    const HandTypeRow& r = row(static_cast<HandType>(i));
    const HandRecord& record = seen.hands[static_cast<std::size_t>(i)];
    if (record.played_round == 0) d.unplayed |= 1u << i;
    if (blind_ == BlindId::arm && record.level > 2) d.falling |= 1u << i;  // once is counted already
    d.level_chips[i] = static_cast<float>(r.level_chips);
    d.level_mult[i] = static_cast<float>(r.level_mult);
  }
  d.any |= d.falling != 0;
}

void Board::after_hand(Drift& drift, HandType type, int cards) const {
  using enum HandType;
  if (!drifts_.any) return;
  drift.plays += Drift::one(type);
  drift.gain.chips += drifts_.chips_per_hand;
  drift.gain.plus += drifts_.mult_per_hand;
  if (type == straight || type == straight_flush) drift.gain.chips += drifts_.runner;
  if (type == two_pair || type == full_house || type == flush_house) drift.gain.plus += drifts_.trousers;
  if (cards == 4) drift.gain.chips += drifts_.square;
}

void Board::after_discard(Drift& drift, std::span<const std::uint8_t> cards, int hidden) const {
  if (!drifts_.any) return;
  drift.gain.chips += drifts_.chips_per_discard;
  drift.gain.plus = std::max(drift.gain.plus + drifts_.mult_per_discard, drifts_.least_mult);
  drift.discarded += static_cast<int>(cards.size()) + hidden;
  for (const std::uint8_t i : cards) {
    drift.jacks += cards_[i].rank == kJack;
    if (cards_[i].suits & drifts_.castle_suit) drift.gain.chips += drifts_.castle;
  }
  drift.gain.times = 1;
  const float ramen = std::max(1.0f, drifts_.ramen - 0.01f * static_cast<float>(drift.discarded));
  for (int i = 0; i < drifts_.ramens; ++i) drift.gain.times *= ramen / drifts_.ramen;
  for (int i = 0; i < drifts_.roads; ++i)
    drift.gain.times *= 1 + 0.5f * static_cast<float>(drift.jacks) / drifts_.road;
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

}  // namespace jimbot::planner
