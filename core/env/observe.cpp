// Writes what a player sees into the rows of an observation. Nothing hidden is read here.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "cards.h"
#include "create.h"
#include "elementary.h"
#include "flow/blind.h"
#include "jokers.h"
#include "observation.h"
#include "score/hand.h"

namespace jimbot {
namespace {

constexpr int kLogTable = 1024;
struct LogTable {
  float of[kLogTable];
  LogTable() {
    for (int i = 0; i < kLogTable; ++i) of[i] = static_cast<float>(elementary::log1p(static_cast<double>(i)));
  }
};
const LogTable kLogs;

float log_of(std::int64_t x) {
  if (x >= 0 && x < kLogTable) return kLogs.of[x];
  const double size = elementary::log(1 + std::abs(static_cast<double>(x)));
  return static_cast<float>(x < 0 ? -size : size);
}
float log_of_real(double x) {
  if (x >= 0 && x < kLogTable && x == static_cast<int>(x)) return kLogs.of[static_cast<int>(x)];
  const double most = std::numeric_limits<double>::max();
  const double size = elementary::log(1 + (std::abs(x) <= most ? std::abs(x) : most));
  return static_cast<float>(x < 0 ? -size : size);
}

template <class E>
std::uint8_t plus_one(E id) {
  return static_cast<std::uint8_t>(static_cast<int>(id) + 1);
}
std::uint8_t plus_one_or_none(std::uint8_t id) {
  return id == kNone ? std::uint8_t{0} : static_cast<std::uint8_t>(id + 1);
}
std::uint8_t rank_code(int rank) { return static_cast<std::uint8_t>(rank - 1); }

// Bits to bytes of 0 and 1, eight at a time.
template <int kCount>
void spread(std::uint64_t bits, std::uint8_t* out) {
  const auto eight = [](std::uint64_t b) {
    return ((b & 0x7F) * 0x02040810204081ull & 0x0101010101010101ull) | (b >> 7 & 1) << 56;
  };
  for (int i = 0; i + 8 <= kCount; i += 8) {
    const std::uint64_t bytes = eight(bits >> i);
    std::memcpy(out + i, &bytes, 8);
  }
  if constexpr (kCount % 8 != 0) {
    const std::uint64_t bytes = eight(bits >> (kCount & ~7));
    std::memcpy(out + (kCount & ~7), &bytes, kCount % 8);
  }
}

void write_mask(const MoveMask& mask, Observation& out) {
  spread<64>(mask.bits[0], out.action_mask.data());
  spread<kMoves - 64>(mask.bits[1], out.action_mask.data() + 64);
}

// Three cards or fewer make no straight, flush or two pairs: their ranks decide.
HandType hand_of_few(const Game& g, const Hand& hand) {
  int equal = 0;
  for (int i = 0; i < hand.played.size(); ++i)
    for (int k = 0; k < i; ++k) {
      const int rank = rank_of(g.cards[hand.played[i]]);
      equal += rank != 0 && rank == rank_of(g.cards[hand.played[k]]);
    }
  return equal == 3 ? HandType::three_of_a_kind : equal == 1 ? HandType::pair : HandType::high_card;
}

std::uint8_t picked_hand(const Game& g, std::uint64_t picked) {
  if (!picked || g.phase != Phase::selecting_hand) return 0;
  Hand hand;
  hand.played.clear();
  for (; picked; picked &= picked - 1) {
    const std::uint8_t index = g.hand[std::countr_zero(picked)];
    if (g.cards[index].face_down()) return 0;
    hand.played.push(index);
  }
  if (hand.played.size() <= 3) return plus_one(hand_of_few(g, hand));
  find_hand(g, hand);
  return plus_one(hand.type);
}

void write_hand(const Game& g, std::uint64_t picked, Observation& out) {
  std::uint8_t of_rank[kAce + 1] = {}, of_suit[kSuits] = {};
  for (std::uint8_t i : g.hand) {
    const Card& card = g.cards[i];
    if (card.face_down() || card.stone()) continue;
    ++of_rank[card.rank];
    ++of_suit[static_cast<std::size_t>(card.suit)];
  }
  const int n = std::min(g.hand.size(), kSelectableCards);
  for (int i = 0; i < n; ++i) {
    const Card& card = g.cards[g.hand[i]];
    HandCardRow& row = out.hand[i];
    row.forced = card.forced();
    row.picked = static_cast<std::uint8_t>(picked >> i & 1);
    row.face_down = card.face_down();
    if (row.face_down) continue;
    row.rank = rank_code(card.rank);
    row.suit = plus_one(card.suit);
    row.enhancement = static_cast<std::uint8_t>(card.enhancement);
    row.edition = static_cast<std::uint8_t>(card.edition);
    row.seal = static_cast<std::uint8_t>(card.seal);
    row.debuffed = card.debuffed();
    if (!card.stone()) {
      row.same_rank = of_rank[card.rank];
      row.same_suit = of_suit[static_cast<std::size_t>(card.suit)];
    }
    out.hand_bonus[i] = log_of(card.bonus);
  }
}

// A rest is known by the hands it has lasted.
float countdown_of(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  const auto rest = static_cast<float>(rest_of(g, joker));
  return r.extra == Extra::hands_before ? static_cast<float>(r.n2) - rest : rest;
}

void write_jokers(const Game& g, Observation& out) {
  const int n = std::min(g.jokers.size(), kSellableJokers);
  for (int i = 0; i < n; ++i) {
    const Joker& joker = g.jokers[i];
    JokerSlotRow& slot = out.jokers[i];
    if (joker.flags & Joker::kFaceDown) {
      slot.face_down = 1;
      continue;
    }
    const bool lists_a_hand = row(joker.id).extra == Extra::hand;
    slot = {plus_one(joker.id), static_cast<std::uint8_t>(joker.edition),
            joker.eternal(),    joker.perishable(),
            joker.rental(),     (joker.flags & Joker::kPinned) != 0,
            joker.debuffed(),   0,
            joker.rounds_left,  lists_a_hand ? static_cast<std::uint8_t>(joker.extra + 1) : std::uint8_t{0}};
    out.joker_numbers[i] = {log_of_real(joker.value), countdown_of(g, joker), log_of(sell_value(g, joker))};
  }
}

void write_consumables(const Game& g, Observation& out) {
  const int n = std::min(g.consumables.size(), kUsableConsumables);
  for (int i = 0; i < n; ++i) {
    const Consumable& c = g.consumables[i];
    out.consumables[i] = {plus_one(c.id), c.edition == Edition::negative};
    out.consumable_sell[i] = log_of(sell_value(g, c));
  }
}

OfferRow offer_row(const Item& item) {
  OfferRow row{};
  switch (item.kind) {
    case ItemKind::joker:
      row.joker = plus_one(item.joker.id);
      row.edition = static_cast<std::uint8_t>(item.joker.edition);
      row.eternal = item.joker.eternal();
      row.perishable = item.joker.perishable();
      row.rental = item.joker.rental();
      break;
    case ItemKind::consumable:
      row.consumable = plus_one(item.consumable.id);
      row.edition = static_cast<std::uint8_t>(item.consumable.edition);
      break;
    default:
      row.rank = rank_code(item.card.rank);
      row.suit = plus_one(item.card.suit);
      row.enhancement = static_cast<std::uint8_t>(item.card.enhancement);
      row.edition = static_cast<std::uint8_t>(item.card.edition);
      row.seal = static_cast<std::uint8_t>(item.card.seal);
      break;
  }
  return row;
}

PackOfferRow pack_row(BoosterId id) {
  const BoosterRow& r = row(id);
  const int size = r.picks > 1 ? 2 : r.cards > row(static_cast<BoosterId>(0)).cards ? 1 : 0;
  return {plus_one(r.kind), static_cast<std::uint8_t>(size + 1)};
}

void write_shop(const Game& g, Observation& out) {
  for (int i = 0; i < g.shop.size(); ++i) {
    out.shop[i] = offer_row(g.shop[i]);
    out.prices.cards[i] = log_of(price_of(g, g.shop[i]));
  }
  for (int i = 0; i < g.shop_vouchers.size() && i < kVoucherMoves; ++i) {
    out.shop_vouchers[i] = plus_one(g.shop_vouchers[i].id);
    out.prices.vouchers[i] = log_of(price_of(g, g.shop_vouchers[i].id));
  }
  for (int i = 0; i < g.shop_packs.size(); ++i) {
    out.shop_packs[i] = pack_row(g.shop_packs[i].id);
    out.prices.packs[i] = log_of(price_of(g, g.shop_packs[i]));
  }
  if (g.phase == Phase::shop) out.prices.reroll = log_of(reroll_price(g));
}

void write_blinds(const Game& g, Observation& out) {
  for (int i = 0; i < 3; ++i) {
    const BlindId id = blind_of(g, i);
    const bool current = g.phase == Phase::selecting_hand && i == g.blind_on_deck;
    BlindSlotRow& slot = out.blinds[i];
    slot = {plus_one(id), plus_one(g.blind_states[i]), 0, 0};
    if (i < 2) {
      slot.tag = plus_one(g.ante_tags[i].id);
      slot.tag_hand = plus_one_or_none(g.ante_tags[i].hand);
    }
    out.blind_numbers[i] = {log_of_real(current ? g.target : blind_requirement(g, id)),
                            log_of(blind_reward(g, id))};
  }
}

HandLevelRow hand_level(HandType type, int level) {
  const HandTypeRow& r = row(type);
  const std::int64_t above = level - 1;
  return {log_of(level), log_of(r.chips + r.level_chips * above), log_of(r.mult + r.level_mult * above), 0};
}
struct FirstLevels {
  HandLevelRow of[kHandTypes];
  FirstLevels() {
    for (int i = 0; i < kHandTypes; ++i) of[i] = hand_level(static_cast<HandType>(i), 1);
  }
};

void write_hand_types(const Game& g, Observation& out) {
  static const FirstLevels kFirst;
  for (int i = 0; i < kHandTypes; ++i) {
    const HandRecord& record = g.hands[i];
    const HandTypeRow& r = row(static_cast<HandType>(i));
    out.hand_levels[i] = record.level == 1 ? kFirst.of[i] : hand_level(r.id, record.level);
    out.hand_levels[i].played = log_of(record.played);
    const int planet = static_cast<int>(r.planet) - kTarots;
    out.hand_types[i] = {!r.secret || record.played > 0, record.played_round > 0,
                         static_cast<std::uint8_t>(g.planets_used >> planet & 1)};
  }
}

using Counts = std::array<std::array<std::uint8_t, kSuits>, kRanks>;

template <int kBy>
void count_card(const Card& card, Counts& counts, DeckCountsRow& modifiers) {
  const auto add = [](std::uint8_t& n) { n = static_cast<std::uint8_t>(n + kBy); };
  std::uint64_t marks;  // rank, suit, enhancement, edition, seal: one load, and most cards carry nothing
  std::memcpy(&marks, &card.rank, sizeof marks);
  std::uint8_t& of_card = counts[(marks & 0xFF) - 2][marks >> 8 & 0xFF];
  if (!(marks >> 16 & 0xFFFFFF)) return add(of_card);
  if (!card.stone()) add(of_card);
  if (card.enhancement != Enhancement::none)
    add(modifiers.enhancements[static_cast<std::size_t>(card.enhancement) - 1]);
  if (card.edition != Edition::none && card.edition != Edition::negative)
    add(modifiers.editions[static_cast<std::size_t>(card.edition) - 1]);
  if (card.seal != Seal::none) add(modifiers.seals[static_cast<std::size_t>(card.seal) - 1]);
}
static_assert(offsetof(Card, rank) + sizeof(std::uint64_t) == sizeof(Card));

// Undrawn is what is neither held in sight nor discarded: fewer cards than the draw pile.
void write_deck(const Game& g, Observation& out) {
  for (const Card& card : g.cards) count_card<1>(card, out.full_deck, out.full_deck_modifiers);
  out.draw_pile = out.full_deck;
  out.draw_pile_modifiers = out.full_deck_modifiers;
  for (std::uint8_t i : g.discard) count_card<-1>(g.cards[i], out.draw_pile, out.draw_pile_modifiers);
  for (std::uint8_t i : g.hand)
    if (!g.cards[i].face_down()) count_card<-1>(g.cards[i], out.draw_pile, out.draw_pile_modifiers);
}

void write_globals(const Game& g, std::uint64_t picked, Observation& out) {
  const bool in_round = g.phase == Phase::selecting_hand;
  GlobalsRow& o = out.globals;
  o.phase = plus_one(g.phase);
  o.deck = plus_one(g.deck);
  o.stake = static_cast<std::uint8_t>(g.stake);
  o.challenge = plus_one_or_none(g.challenge);
  o.boss_rerolled = g.boss_rerolled;
  if (in_round) {
    o.blind = plus_one(g.blind);
    o.blind_disabled = g.blind_disabled;
    o.picked_hand = picked_hand(g, picked);
    o.mouth_hand = plus_one_or_none(g.mouth_hand);
    o.ox_hand = plus_one_or_none(g.ox_hand);
  }
  if (g.phase == Phase::pack) {
    const PackOfferRow pack = pack_row(g.pack);
    o.pack_kind = pack.kind;
    o.pack_size = pack.size;
  }
  o.last_consumable = plus_one_or_none(g.last_consumable);
  o.last_hand = plus_one_or_none(g.last_hand);
  if (in_use(g, JokerId::idol)) {
    o.idol_rank = rank_code(g.idol_rank);
    o.idol_suit = plus_one(g.idol_suit);
  }
  if (in_use(g, JokerId::mail)) o.mail_rank = rank_code(g.mail_rank);
  if (in_use(g, JokerId::castle)) o.castle_suit = plus_one(g.castle_suit);
  if (in_use(g, JokerId::ancient)) o.ancient_suit = plus_one(g.ancient_suit);
}

void write_numbers(const Game& g, const Picking& picking, Observation& out) {
  const bool in_round = g.phase == Phase::selecting_hand;
  const int slots = joker_limit(g);
  const CashOut& rows = g.cash_out_rows;
  NumbersRow& o = out.numbers;
  o.ante = static_cast<float>(g.ante);
  o.round = static_cast<float>(g.round);
  o.money = log_of(g.money);
  o.spendable = log_of(spendable(g));
  o.score = log_of_real(g.score);
  if (in_round) {
    o.target = log_of_real(g.target);
    const double share = g.target > 0 ? g.score / g.target : 0;
    o.score_share = static_cast<float>(share >= 0 && share < 1 ? share : share >= 1);
  }
  o.hands_left = g.hands_left;
  o.discards_left = g.discards_left;
  o.hands_played = g.hands_played;
  o.discards_used = g.discards_used;
  o.hand_size = static_cast<float>(hand_size(g));
  o.hands_per_round = static_cast<float>(hands_per_round(g));
  o.discards_per_round = static_cast<float>(discards_per_round(g));
  o.joker_slots = static_cast<float>(slots);
  o.free_joker_slots = static_cast<float>(slots - g.jokers.size());
  o.free_consumable_slots = static_cast<float>(consumable_limit(g) - g.consumables.size());
  o.draw_pile = static_cast<float>(g.draw.cards.size());
  o.deck_size = static_cast<float>(g.cards.size());
  o.starting_deck_size = g.starting_deck_size;
  o.free_rerolls = static_cast<float>(g.free_rerolls);
  o.pack_picks_left = g.phase == Phase::pack ? g.pack_picks_left : std::uint8_t{0};
  o.skips = log_of(g.skips);
  o.tarots_used = log_of(g.tarots_used);
  o.unused_discards = log_of(g.discards_unused);
  o.hands_played_run = log_of(g.hands_played_run);
  o.cash_out =
      log_of(std::int64_t{rows.blind} + rows.hands + rows.discards + rows.jokers + rows.tags + rows.interest);
  o.swaps_left = static_cast<float>(kMaxSwaps - picking.swaps);
}

}  // namespace

void write_observation(const Game& g, const Picking& picking, const MoveMask& mask, Observation& out) {
  std::memset(static_cast<void*>(&out), 0, sizeof out);
  const std::uint64_t picked = picked_cards(g, picking);
  write_numbers(g, picking, out);
  write_globals(g, picked, out);
  write_hand(g, picked, out);
  write_jokers(g, out);
  write_consumables(g, out);
  write_shop(g, out);
  if (g.phase == Phase::pack)
    for (int i = 0; i < g.pack_cards.size(); ++i) out.pack[i] = offer_row(g.pack_cards[i]);
  write_blinds(g, out);
  write_hand_types(g, out);
  write_deck(g, out);
  spread<kVoucherIds>(g.vouchers, out.vouchers.data());
  for (const Tag& tag : g.tags) ++out.tags[static_cast<std::size_t>(tag.id)];
  write_mask(mask, out);
}

void write_picking(const Game& g, const Picking& picking, const MoveMask& mask, Observation& out) {
  const std::uint64_t picked = picked_cards(g, picking);
  const int n = std::min(g.hand.size(), kSelectableCards);
  for (int i = 0; i < n; ++i) out.hand[i].picked = static_cast<std::uint8_t>(picked >> i & 1);
  out.globals.picked_hand = picked_hand(g, picked);
  write_mask(mask, out);
}

}  // namespace jimbot
