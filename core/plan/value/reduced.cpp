// What is forgotten, field by field; what is not named here counts.
#include "reduced.h"

#include <bit>
#include <cstddef>
#include <cstring>

#include "content/vouchers.h"
#include "habits.h"
#include "step.h"

namespace jimbot::plan {
namespace {

// Figures that a round reads. The others move prices and what is on offer.
constexpr BitsOf<VoucherId> kVouchersInRounds =
    kVouchersWith<&VoucherRow::hands> | kVouchersWith<&VoucherRow::discards> |
    kVouchersWith<&VoucherRow::hand_size> | kVouchersWith<&VoucherRow::joker_slots> |
    kVouchersWith<&VoucherRow::planet_times_mult>;

void do_(Game& g, ActionKind kind) { apply(g, Action{kind, 0, 0, {}}); }

bool go_to_blind_select(Game& g) {
  if (g.phase == Phase::pack) do_(g, ActionKind::skip_pack);
  if (g.phase == Phase::round_eval) do_(g, ActionKind::cash_out);
  if (g.phase == Phase::shop) do_(g, ActionKind::leave_shop);
  return g.phase == Phase::blind_select;
}

void forget_the_shop(Game& g) {
  g.phase_behind_pack = Phase::blind_select;
  g.ante_tags = {};
  g.ante_voucher = kNone;
  g.voucher_seen = g.first_pack_given = g.boss_rerolled = 0;
  g.boss_uses = {};
  g.planets_used = 0;
  g.last_consumable = kNone;
  g.rerolls_paid = g.free_rerolls = 0;
  g.cash_out_rows = {};
  g.d_six = g.pack_picks_left = 0;
  g.being_used = kNone;
  g.pack = {};
}

// Set when a blind is selected.
void forget_the_round(Game& g) {
  g.blind_states = {};
  g.blind_on_deck = 1;
  g.round = 0;
  g.discards_unused = 0;
  g.blind = {};
  g.blind_disabled = g.saved = g.armed = 0;
  g.mouth_hand = g.ox_hand = kNone;
  g.eye_hands = 0;
  g.hands_left = g.discards_left = g.hands_played = g.discards_used = 0;
  g.round_hand_size = g.draw_owed = g.blind_took = 0;
  g.reward = 0;
  g.score = g.target = 0;
  for (HandRecord& record : g.hands) record.played_round = 0;
  g.last_hand = kNone;
  if (!row(g.boss).debuffs_played)
    for (Card& card : g.cards) card.flags &= static_cast<std::uint8_t>(~Card::kPlayedThisAnte);
}

void forget_what_no_joker_reads(Game& g) {
  const std::uint32_t reads = plan::reads_of(g);
  const bool selects = g.hooks & kBlindSelected;
  const bool counts = g.hooks & kBefore;  // Obelisk compares how often hands were played
  if (!(reads & plan::kReadsPlaysOfType) && !counts)
    for (HandRecord& record : g.hands) record.played = 0;
  if (!(reads & plan::kReadsHandsPlayed) && !counts) g.hands_played_run = 0;
  if (!(reads & plan::kReadsMoney) && g.challenge == kNone) g.money = 0;
  if (!(reads & plan::kReadsTarotsUsed)) g.tarots_used = 0;
  if (!(reads & plan::kReadsSkips)) g.skips = 0;
  if (!(reads & plan::kReadsSellValues) && !selects) g.vouchers &= kVouchersInRounds;
  if (!voucher_has<&VoucherRow::planet_times_mult>(g)) g.consumables.clear();
  bool aims[8] = {};
  for (const Joker& joker : g.jokers) aims[static_cast<int>(row(joker.id).aim)] = true;
  const auto forgets = [&](Aim aim) { return !aims[static_cast<int>(aim)]; };
  if (forgets(Aim::idol)) g.idol_rank = 2, g.idol_suit = {};
  if (forgets(Aim::mail)) g.mail_rank = 2;
  if (forgets(Aim::castle)) g.castle_suit = {};
  if (forgets(Aim::ancient)) g.ancient_suit = {};
}

// Only their order counts.
void renumber_jokers(Game& g) {
  std::uint32_t numbers[kMaxJokers];
  for (int i = 0; i < g.jokers.size(); ++i) {
    numbers[i] = 1;
    for (const Joker& other : g.jokers) numbers[i] += other.number < g.jokers[i].number;
  }
  for (int i = 0; i < g.jokers.size(); ++i) g.jokers[i].number = numbers[i];
}

struct Hasher {
  Fingerprint print{0x243F6A8885A308D3ull, 0x13198A2E03707344ull};

  void bytes(const void* from, std::size_t size) {
    const char* at = static_cast<const char*>(from);
    for (; size >= 8; at += 8, size -= 8) word(at, 8);
    if (size) word(at, size);
  }
  template <class Vec>
  void items(const Vec& vec) {
    print.add(static_cast<std::uint64_t>(vec.size()));
    bytes(vec.begin(), sizeof(*vec.begin()) * static_cast<std::size_t>(vec.size()));
  }

 private:
  void word(const char* at, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, size);
    print.add(value);
  }
};

}  // namespace

bool reduce(Game& g) {
  if (!go_to_blind_select(g)) return false;
  forget_the_shop(g);
  forget_the_round(g);
  forget_what_no_joker_reads(g);
  renumber_jokers(g);
  g.next_number = kMaxNumber / 2;
  return true;
}

void Fingerprint::add(std::uint64_t word) {
  low = (low ^ word) * 0x9E3779B97F4A7C15ull;
  low ^= low >> 32;
  high = (high + word) * 0xBF58476D1CE4E5B9ull;
  high ^= high >> 29;
}

void Fingerprint::add(const Tuning& tuning) {
  for (const Knob& knob : knobs()) add(std::bit_cast<std::uint64_t>(value_of(tuning, knob)));
}

Fingerprint fingerprint_of(const Game& reduced) {
  const char* begin = reinterpret_cast<const char*>(&reduced);
  Hasher hasher;
  hasher.bytes(begin + offsetof(Game, deck), offsetof(Game, cards) - offsetof(Game, deck));
  hasher.items(reduced.cards);
  hasher.items(reduced.jokers);
  hasher.items(reduced.consumables);
  hasher.items(reduced.tags);
  return hasher.print;
}

}  // namespace jimbot::plan
