// What every state holds to: counts, indices and ids in range, numbers that sums cannot overflow, and no
// more cards, offers and picks than the phase has. A loaded game is checked before it is played.
#include <cstddef>
#include <cstring>

#include "content.h"
#include "flow/blind.h"
#include "jokers.h"
#include "save.h"

namespace jimbot {
namespace {

// Well above what notation takes, so that a position read stays sound as it is played.
constexpr std::int64_t kMaxMoney = 100'000'000'000'000'000, kMax = 1'000'000'000, kMaxSmall = 20'000;
constexpr double kMaxValue = 1e9;

bool within(std::int64_t value, std::int64_t limit) { return value >= -limit && value <= limit; }

template <class Pile>
bool pile_in(const Pile& pile, int cards) {
  if (pile.size() > Pile::kCapacity) return false;
  for (std::uint8_t i : pile)
    if (i >= cards) return false;
  return true;
}

template <class E>
bool below(E value, int limit) {
  return static_cast<int>(value) < limit;
}

bool sound(const Card& c) {
  return c.rank >= 2 && c.rank <= kAce && below(c.suit, 4) && below(c.created_suit, 5) &&
         below(c.enhancement, 9) && below(c.edition, 5) && below(c.seal, 5) && within(c.bonus, kMax);
}
bool sound(const Joker& j) {
  if (!below(j.id, kJokerIds) || !below(j.edition, 5) || j.flags >= Joker::kDying) return false;
  if (!(j.value >= -kMaxValue && j.value <= kMaxValue) || !within(j.extra, kMax) ||
      !within(j.sell_bonus, kMax))
    return false;
  return j.id != JokerId::todo_list || (j.extra >= 0 && j.extra < kHandTypes);
}
bool sound(const Consumable& c) {
  return below(c.id, kConsumableIds) && below(c.edition, 5) && within(c.sell_bonus, kMax);
}
// What is offered has stickers at most: pins, blinds and the hand mark only what is owned.
bool sound(const Item& item) {
  constexpr std::uint8_t kStickers = Joker::kEternal | Joker::kPerishable | Joker::kRental;
  switch (item.kind) {
    case ItemKind::joker: return sound(item.joker) && !(item.joker.flags & ~kStickers);
    case ItemKind::consumable: return sound(item.consumable);
    case ItemKind::card: return sound(item.card) && !item.card.forced() && !item.card.face_down();
    default: return false;
  }
}
bool sound(const Tag& t) {
  return below(t.id, kTagIds) && (row(t.id).names_hand ? t.hand < kHandTypes : t.hand == kNone);
}
bool sound(const VoucherOffer& v) { return below(v.id, kVoucherIds); }
bool sound(const PackOffer& p) { return below(p.id, kBoosterIds); }

template <class Vec>
bool all_sound(const Vec& items) {
  if (items.count > static_cast<decltype(items.count)>(Vec::kCapacity)) return false;
  for (const auto& item : items)
    if (!sound(item)) return false;
  return true;
}

bool id_or_none(std::uint8_t id, int limit) { return id == kNone || id < limit; }

bool sound_frame(const Game& g) {
  if (!below(g.deck, kDeckIds) || !below(g.stake, 9) || g.stake == Stake::none || !below(g.variant, 2))
    return false;
  if (!id_or_none(g.challenge, kChallengeIds) || !below(g.phase, 6) || !below(g.phase_behind_pack, 6))
    return false;
  if (g.blind_on_deck > 2 || !below(g.boss, kBlindIds) || !below(g.blind, kBlindIds)) return false;
  for (BlindState s : g.blind_states)
    if (!below(s, 5)) return false;
  if (!id_or_none(g.ante_voucher, kVoucherIds) || !id_or_none(g.last_consumable, kConsumableIds))
    return false;
  if (!id_or_none(g.last_hand, kHandTypes) || !id_or_none(g.mouth_hand, kHandTypes) ||
      !id_or_none(g.ox_hand, kHandTypes))
    return false;
  if (!below(g.pack, kBoosterIds) || !below(g.sort_mode, 2) || !below(g.idol_suit, 4) ||
      !below(g.castle_suit, 4) || !below(g.ancient_suit, 4))
    return false;
  for (const Tag& tag : g.ante_tags)
    if (!sound(tag)) return false;
  if (g.idol_rank < 2 || g.idol_rank > kAce || g.mail_rank < 2 || g.mail_rank > kAce) return false;
  if (g.rng.seed_length < 1 || g.rng.seed_length > kMaxSeed || g.rng.deep.count > kMaxDeepResamples)
    return false;
  for (char c : seed_text(g.rng))
    if (c < ' ' || c > '~') return false;
  return true;
}

// Each card lies in exactly one pile.
bool sound_piles(const Game& g) {
  const int n = g.cards.size();
  if (!pile_in(g.draw.cards, n) || !pile_in(g.hand, n) || !pile_in(g.discard, n)) return false;
  if (g.draw.settled > g.draw.cards.count || g.draw.cards.size() + g.hand.size() + g.discard.size() != n)
    return false;
  bool seen[256] = {};
  const auto once = [&](const auto& pile) {
    for (std::uint8_t i : pile) {
      if (seen[i]) return false;
      seen[i] = true;
    }
    return true;
  };
  return once(g.draw.cards) && once(g.hand) && once(g.discard);
}

bool sound_numbers(const Game& g) {
  for (std::int64_t n :
       {g.ante, std::int32_t{g.base_hands}, std::int32_t{g.base_discards}, std::int32_t{g.base_hand_size},
        std::int32_t{g.base_joker_slots}, std::int32_t{g.base_consumable_slots},
        std::int32_t{g.hand_size_lost}, std::int32_t{g.ectoplasms}, std::int32_t{g.hands_left},
        std::int32_t{g.discards_left}, std::int32_t{g.hands_played}, std::int32_t{g.discards_used},
        std::int32_t{g.round_hand_size}, std::int32_t{g.blind_took}, std::int32_t{g.joker_hand_size},
        std::int32_t{g.joker_hands}, std::int32_t{g.joker_discards}, std::int32_t{g.joker_debt}})
    if (!within(n, kMaxSmall)) return false;
  const CashOut& rows = g.cash_out_rows;
  for (std::int64_t n : {g.round, g.inflation, g.hands_played_run, g.discards_unused, g.skips, g.tarots_used,
                         g.reward, g.rerolls_paid, g.free_rerolls, rows.blind, rows.hands, rows.discards,
                         rows.jokers, rows.tags, rows.interest})
    if (!within(n, kMax)) return false;
  for (const HandRecord& r : g.hands)
    if (r.level < 1 || !within(r.level, kMaxLevel) || !within(r.played, kMax) ||
        !within(r.played_round, kMax))
      return false;
  return within(g.money, kMaxMoney) && g.next_number <= kMax;
}

// Streams lie between 0 and 1, negative while they wait; a hash that failed is not a number.
bool sound_streams(const Rng& rng) {
  bool sound = true;
  const auto check = [&](const auto& states) {
    for (double x : states) sound &= !(x < -1 || x > 1);
  };
  check(rng.tail);
  check(rng.run);
  check(rng.run_resample);
  for (const AnteStreams& ante : rng.antes) {
    check(ante.state);
    check(ante.first_resample);
    sound &= ante.in_use <= 1;
    for (std::uint8_t hand : ante.orbital_hands)
      sound &= hand <= kHandTypes && !hand == !ante.orbital_hands[0];
  }
  for (const DeepResample& d : rng.deep) sound &= d.stream < kStreams;
  return sound && !(rng.seed_hash < -1 || rng.seed_hash > 1);
}

// What exists only in the middle of a step is gone after it; flags are 0 or 1.
bool sound_flags(const Game& g) {
  if (g.explaining || g.being_used != kNone || g.draw_owed) return false;
  for (int flag : {g.endless, g.one_chip, g.won, g.lost, g.truncated, g.boss_rerolled, g.voucher_seen,
                   g.first_pack_given, g.calls_only, g.gros_michel_extinct, g.joker_slots_closed,
                   g.blind_disabled, g.saved, g.armed, g.d_six})
    if (flag > 1) return false;
  return g.target_cut < 100;
}

// The hand, the shop and an open pack belong to their phases.
bool sound_phase(const Game& g) {
  const bool over = g.phase == Phase::game_over;
  const bool pack = g.phase == Phase::pack;
  const bool shop = g.phase == Phase::shop || (pack && g.phase_behind_pack == Phase::shop);
  const bool hand = g.phase == Phase::selecting_hand || (pack && row(g.pack).deals_hand);
  if (!over && !hand && !g.hand.empty()) return false;
  if (!over && !shop && !(g.shop.empty() && g.shop_vouchers.empty() && g.shop_packs.empty())) return false;
  if (!over && !pack && !g.pack_cards.empty()) return false;
  if (pack && (g.pack_picks_left < 1 || (!shop && g.phase_behind_pack != Phase::blind_select))) return false;
  if (g.phase == Phase::selecting_hand && (g.hand.empty() || g.hands_left < 1)) return false;
  return is_boss(g.boss);
}

// Cerulean Bell's card lies in the hand while its round lasts, and can be played.
bool sound_forced(const Game& g) {
  int forced = 0, held = 0;
  for (const Card& card : g.cards) forced += card.forced();
  if (forced == 0 || g.phase == Phase::game_over) return true;
  for (std::uint8_t i : g.hand) held += g.cards[i].forced();
  return g.phase == Phase::selecting_hand && is_boss(g.blind) && held == forced && forced <= kMaxPlayed;
}

// What follows from the joker line is what `refresh` makes of it.
bool sound_derived(const Game& g) {
  Game fresh = g;
  refresh(fresh);
  return std::memcmp(&fresh.rules, &g.rules, sizeof g - offsetof(Game, rules)) == 0;
}

}  // namespace

bool is_sound(const Card& card) { return sound(card); }
bool is_sound(const Joker& joker) { return sound(joker); }
bool is_sound(const Consumable& consumable) { return sound(consumable); }
bool is_sound(const Item& item) { return sound(item); }

bool is_sound(const Game& g) {
  if (!sound_frame(g) || !sound_flags(g) || !sound_numbers(g) || !sound_streams(g.rng)) return false;
  if (!all_sound(g.cards) || !sound_piles(g) || !sound_phase(g) || !sound_forced(g)) return false;
  if (!all_sound(g.jokers) || !all_sound(g.consumables) || !all_sound(g.tags) || !all_sound(g.shop) ||
      !all_sound(g.pack_cards) || !all_sound(g.shop_vouchers) || !all_sound(g.shop_packs))
    return false;
  return pinned_stand_left(g) && sound_derived(g);
}

}  // namespace jimbot
