// Saves.
#include "save.h"

#include <cstring>

#include "content.h"

namespace jimbot {
namespace {

constexpr char kMagic[8] = {'J', 'I', 'M', 'B', 'O', 'T', 'S', '1'};
constexpr int kLayoutVersion = 1;  // raise it when a field changes its meaning without moving

std::uint64_t hash_bytes(const void* data, std::size_t size) {
  const unsigned char* p = static_cast<const unsigned char*>(data);
  std::uint64_t h = 0xCBF29CE484222325ull;
  for (std::size_t i = 0; i < size; ++i) h = (h ^ p[i]) * 0x100000001B3ull;
  return h;
}

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
         below(c.enhancement, 9) && below(c.edition, 5) && below(c.seal, 5);
}
bool sound(const Joker& j) { return below(j.id, kJokerIds) && below(j.edition, 5); }
bool sound(const Consumable& c) { return below(c.id, kConsumableIds) && below(c.edition, 5); }
bool sound(const Item& item) {
  switch (item.kind) {
    case ItemKind::joker: return sound(item.joker);
    case ItemKind::consumable: return sound(item.consumable);
    case ItemKind::card: return sound(item.card);
    default: return false;
  }
}
bool sound(const Tag& t) { return below(t.id, kTagIds) && (t.hand == kNone || t.hand < kHandTypes); }
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
  return g.rng.seed_length >= 1 && g.rng.seed_length <= kMaxSeed && g.rng.deep.count <= kMaxDeepResamples;
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

}  // namespace

std::uint64_t layout_hash() {
  const std::uint64_t facts[] = {kLayoutVersion,
                                 sizeof(Game),
                                 sizeof(Rng),
                                 sizeof(Card),
                                 sizeof(Joker),
                                 sizeof(Item),
                                 offsetof(Game, deck),
                                 offsetof(Game, ante),
                                 offsetof(Game, hands),
                                 offsetof(Game, score),
                                 offsetof(Game, cards),
                                 offsetof(Game, draw),
                                 offsetof(Game, jokers),
                                 offsetof(Game, shop),
                                 offsetof(Game, rules),
                                 kStreams,
                                 kRunStreams,
                                 kAntePools,
                                 kMaxCards,
                                 kMaxHand,
                                 kMaxJokers};
  return hash_bytes(facts, sizeof facts);
}

bool is_sound(const Game& g) {
  if (!sound_frame(g) || !all_sound(g.cards) || !sound_piles(g)) return false;
  if (!all_sound(g.jokers) || !all_sound(g.consumables) || !all_sound(g.tags) || !all_sound(g.shop) ||
      !all_sound(g.pack_cards) || !all_sound(g.shop_vouchers) || !all_sound(g.shop_packs))
    return false;
  for (int i = 0; i < g.jokers.size(); ++i)
    if (!id_or_none(g.acts_as[static_cast<std::size_t>(i)], g.jokers.size())) return false;
  for (const HandRecord& r : g.hands)
    if (r.level < 1) return false;
  return true;
}

void save(const Game& g, std::span<std::byte, kSaveSize> out) {
  const std::uint64_t layout = layout_hash(), sum = hash_bytes(&g, sizeof g);
  std::memcpy(out.data(), kMagic, 8);
  std::memcpy(out.data() + 8, &layout, 8);
  std::memcpy(out.data() + 16, &sum, 8);
  std::memcpy(out.data() + kSaveHeader, &g, sizeof g);
}

LoadError load(std::span<const std::byte> bytes, Game& out) {
  if (bytes.size() < kSaveHeader || std::memcmp(bytes.data(), kMagic, 8) != 0) return LoadError::not_a_save;
  std::uint64_t layout, sum;
  std::memcpy(&layout, bytes.data() + 8, 8);
  std::memcpy(&sum, bytes.data() + 16, 8);
  if (layout != layout_hash()) return LoadError::other_layout;
  if (bytes.size() != kSaveSize) return LoadError::wrong_size;
  Game g;
  std::memcpy(static_cast<void*>(&g), bytes.data() + kSaveHeader, sizeof g);
  if (hash_bytes(&g, sizeof g) != sum || !is_sound(g)) return LoadError::damaged;
  std::memcpy(static_cast<void*>(&out), &g, sizeof g);
  return LoadError::none;
}

}  // namespace jimbot
