// Making cards.
#include "create.h"

#include <algorithm>
#include <cmath>

#include "cards.h"
#include "content/modifiers.h"
#include "content/stakes.h"
#include "content/vouchers.h"
#include "hands.h"
#include "open_points.h"

namespace jimbot {
namespace {

struct SourceRow {
  Rarity rarity;  // none: rolled
  Stream rarity_stream;
  Stream pools[5];  // by rarity
  Stream edition;
  bool shop_stickers, pack_stickers;
};

const SourceRow& source_row(JokerSource source) {
  using enum Stream;
  static constexpr SourceRow kRows[] = {
      {Rarity::none, rarity_shop, {boss, common_shop, uncommon_shop, rare_shop}, edition_shop, true, false},
      {Rarity::none,
       rarity_buffoon,
       {boss, common_buffoon, uncommon_buffoon, rare_buffoon},
       edition_buffoon,
       false,
       true},
      {Rarity::none,
       rarity_judgement,
       {boss, common_judgement, uncommon_judgement, rare_judgement},
       edition_judgement,
       false,
       false},
      {Rarity::common, boss, {boss, common_riff_raff}, edition_riff_raff, false, false},
      {Rarity::common, boss, {boss, common_top_up}, edition_top_up, false, false},
      {Rarity::uncommon, boss, {boss, boss, uncommon_tag}, edition_uncommon_tag, true, false},
      {Rarity::rare, boss, {boss, boss, boss, rare_tag}, edition_rare_tag, true, false},
      {Rarity::rare, boss, {boss, boss, boss, rare_wraith}, edition_wraith, false, false},
      {Rarity::legendary, boss, {boss, boss, boss, boss, legendary}, edition_soul, false, false},
  };
  return kRows[static_cast<int>(source)];
}

}  // namespace

bool joker_available(const Game& g, JokerId id) {
  if (!has(g, kShowman) && in_use(g, id)) return false;
  if (is_locked(g, id)) return false;
  if (id == JokerId::gros_michel && g.gros_michel_extinct) return false;
  if (id == JokerId::cavendish && !g.gros_michel_extinct) return false;
  const Enhancement gate = row(id).gate;
  if (gate != Enhancement::none && count_enhanced(g, gate) == 0) return false;
  return !is_banned(g, id);
}

bool consumable_available(const Game& g, ConsumableId id) {
  if (id == ConsumableId::soul || id == ConsumableId::black_hole) return false;
  if (!has(g, kShowman) && in_use(g, id)) return false;
  if (kind_of(id) == ConsumableKind::planet)  // planets of secret hands wait until the hand was played
    for (HandType type : kEach<HandType>)
      if (row(type).planet == id && !is_visible(g, type)) return false;
  return !is_banned(g, id);
}

namespace {

// What the challenge bans of one kind.
template <class Bits>
Bits bans(const Game& g, Bits ChallengeRow::* kind) {
  return g.challenge == kNone ? 0 : row(static_cast<ChallengeId>(g.challenge)).*kind;
}

template <class Ids, class Id>
bool contains(const Ids& ids, Id id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

Edition roll_edition(Game& g, Stream stream, double factor, bool negative) {
  const double roll = real(g, stream);
  const double rate = voucher_best<&VoucherRow::edition_rate>(g, 1.0);
  if (negative && roll > 1 - 0.003 * factor) return Edition::negative;
  if (roll > 1 - 0.006 * rate * factor) return Edition::polychrome;
  if (roll > 1 - 0.02 * rate * factor) return Edition::holo;
  if (roll > 1 - 0.04 * rate * factor) return Edition::foil;
  return Edition::none;
}

void roll_stickers(Game& g, Joker& joker, Stream sticker, Stream rental) {
  if (g.stake < kEternalsFrom) return skip_roll(g, sticker);
  const JokerRow& r = row(joker.id);
  const double roll = real(g, sticker);
  if (g.stake >= kEternalsFrom && roll > kEternalAbove && r.eternal_ok) joker.flags |= Joker::kEternal;
  if (g.stake >= kPerishablesFrom && roll > kPerishableAbove && roll <= kEternalAbove && r.perishable_ok) {
    joker.flags |= Joker::kPerishable;
    joker.rounds_left = static_cast<std::uint8_t>(sticker_rows()[1].n);
  }
  if (g.stake >= kRentalsFrom && real(g, rental) > kRentalAbove) joker.flags |= Joker::kRental;
}

Joker plain_joker(Game& g, JokerId id) {
  Joker joker{};
  joker.id = id;
  joker.number = g.next_number++;
  const JokerRow& r = row(id);
  joker.value = r.start;
  if (r.created) r.created(g, joker);
  if (in_challenge(g, kAllEternal) && r.eternal_ok) joker.flags |= Joker::kEternal;
  return joker;
}

Item joker_item(const Joker& joker) {
  Item item{};
  item.kind = ItemKind::joker;
  item.joker = joker;
  return item;
}
Item consumable_item(const Consumable& consumable) {
  Item item{};
  item.kind = ItemKind::consumable;
  item.consumable = consumable;
  return item;
}
Item card_item(Game& g, Card card) {
  Item item{};
  item.kind = ItemKind::card;
  card.number = g.next_number++;
  item.card = card;
  return item;
}

Enhancement roll_enhancement(Game& g, Stream stream) {
  return static_cast<Enhancement>(1 + index_of(g, stream, 8));
}

// Illusion: enhanced was decided with the slot's type; an edition comes 1 time in 5. Seals never do.
Item make_shop_card(Game& g, bool enhanced) {
  Card card{};
  const Enhancement enhancement = enhanced ? roll_enhancement(g, Stream::enhanced_shop) : Enhancement::none;
  card = card_of_front(index_of(g, Stream::front_shop, kFronts));
  card.enhancement = enhancement;
  const double with_edition = voucher_best<&VoucherRow::card_edition>(g, 0.0);
  if (with_edition > 0 && real(g, Stream::illusion) > 1 - with_edition)
    card.edition = guaranteed_edition(real(g, Stream::illusion));
  return card_item(g, card);
}

Item make_standard_card(Game& g) {
  const bool enhanced = real(g, Stream::standard_set) > 0.6;
  const Enhancement enhancement =
      enhanced ? roll_enhancement(g, Stream::enhanced_standard) : Enhancement::none;
  Card card = card_of_front(index_of(g, Stream::front_standard, kFronts));
  card.enhancement = enhancement;
  card.edition = roll_edition(g, Stream::standard_edition, 2, false);
  if (real(g, Stream::standard_seal) > 0.8) card.seal = seal_of_roll(real(g, Stream::standard_seal_type));
  return card_item(g, card);
}

std::int64_t price(const Game& g, int base, Edition edition) {
  const int discount = voucher_best<&VoucherRow::discount>(g, 0);
  const double full = base + g.inflation + row(edition).price + 0.5;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(full * (100 - discount) / 100)));
}

std::int64_t price_of_joker(const Game& g, const Joker& joker) {
  return joker.rental() ? kRentalPrice : price(g, row(joker.id).cost, joker.edition);
}
std::int64_t price_of_consumable(const Game& g, const Consumable& c) {
  if (kind_of(c.id) == ConsumableKind::planet && has(g, kAstronomer)) return 0;
  return price(g, row(c.id).cost, c.edition);
}

}  // namespace

bool in_use(const Game& g, JokerId id) {
  for (const Joker& joker : g.jokers)
    if (joker.id == id && !joker.dying()) return true;
  for (const Item& item : g.shop)
    if (item.kind == ItemKind::joker && item.joker.id == id) return true;
  for (const Item& item : g.pack_cards)
    if (item.kind == ItemKind::joker && item.joker.id == id) return true;
  return false;
}

bool in_use(const Game& g, ConsumableId id) {
  if (g.being_used == static_cast<std::uint8_t>(id)) return true;
  for (const Consumable& c : g.consumables)
    if (c.id == id) return true;
  for (const Item& item : g.shop)
    if (item.kind == ItemKind::consumable && item.consumable.id == id) return true;
  for (const Item& item : g.pack_cards)
    if (item.kind == ItemKind::consumable && item.consumable.id == id) return true;
  return false;
}

bool is_banned(const Game& g, JokerId id) {
  return g.challenge != kNone && contains(row(static_cast<ChallengeId>(g.challenge)).banned_jokers, id);
}
bool is_banned(const Game& g, ConsumableId id) {
  return g.challenge != kNone && contains(row(static_cast<ChallengeId>(g.challenge)).banned_consumables, id);
}

Joker make_joker_of(Game& g, JokerId id) { return plain_joker(g, id); }

Rarity roll_rarity(Game& g, JokerSource source) {
  const SourceRow& from = source_row(source);
  if (from.rarity != Rarity::none) return from.rarity;
  const double roll = real(g, from.rarity_stream);
  return roll > 0.95 ? Rarity::rare : roll > 0.7 ? Rarity::uncommon : Rarity::common;
}

JokerId draw_joker(Game& g, JokerSource source, Rarity rarity) {
  const SourceRow& from = source_row(source);
  const auto pool = joker_pool(rarity);
  bool ok = true;
  const int i =
      draw_from_pool(g.rng, from.pools[static_cast<int>(rarity)], g.ante, static_cast<int>(pool.size()), ok,
                     [&](int k) { return joker_available(g, pool[k]); });
  if (!ok) g.truncated = 1;
  return i < 0 ? JokerId::joker : pool[i];
}

Joker make_joker(Game& g, JokerSource source) {
  const SourceRow& from = source_row(source);
  Joker joker = plain_joker(g, draw_joker(g, source, roll_rarity(g, source)));
  if (from.shop_stickers) roll_stickers(g, joker, Stream::sticker_shop, Stream::rental_shop);
  if (from.pack_stickers) roll_stickers(g, joker, Stream::sticker_pack, Stream::rental_pack);
  joker.edition = roll_edition(g, from.edition, 1, true);
  return joker;
}

Consumable make_consumable(Game& g, ConsumableId id) {
  Consumable c{};
  c.id = id;
  c.number = g.next_number++;
  return c;
}

std::optional<ConsumableId> roll_soul(Game& g, ConsumableKind kind) {
  const auto may_come = [&](ConsumableId id) {
    return (has(g, kShowman) || !in_use(g, id)) && !is_banned(g, id);
  };
  const Stream roll = kind == ConsumableKind::tarot    ? Stream::soul_tarot
                      : kind == ConsumableKind::planet ? Stream::soul_planet
                                                       : Stream::soul_spectral;
  std::optional<ConsumableId> forced;
  if (kind != ConsumableKind::planet && may_come(ConsumableId::soul) && real(g, roll) > 0.997)
    forced = ConsumableId::soul;
  if (kind != ConsumableKind::tarot && may_come(ConsumableId::black_hole) && real(g, roll) > 0.997)
    forced = ConsumableId::black_hole;
  return forced;
}

Consumable draw_consumable(Game& g, ConsumableKind kind, Stream pool, bool soulable) {
  struct Pool {
    int first, size;
    ConsumableId fallback;
  };
  static constexpr Pool kPools[] = {{0, kTarots, ConsumableId::strength},
                                    {kTarots, kPlanets, ConsumableId::pluto},
                                    {kTarots + kPlanets, kSpectrals, ConsumableId::incantation}};
  if (soulable)
    if (const auto forced = roll_soul(g, kind)) return make_consumable(g, *forced);
  const Pool& p = kPools[static_cast<int>(kind)];
  bool ok = true;
  const int i = draw_from_pool(g.rng, pool, g.ante, p.size, ok, [&](int k) {
    return consumable_available(g, static_cast<ConsumableId>(p.first + k));
  });
  if (!ok) g.truncated = 1;
  return make_consumable(g, i < 0 ? p.fallback : static_cast<ConsumableId>(p.first + i));
}

std::array<double, 5> slot_rates(const Game& g) {
  return {
      in_challenge(g, kNoShopJokers) ? 0.0 : 20.0,
      voucher_best<&VoucherRow::tarot_rate>(g, 4.0),
      voucher_best<&VoucherRow::planet_rate>(g, 4.0),
      voucher_best<&VoucherRow::card_rate>(g, 0.0),
      row(g.deck).spectral_rate,
  };
}

SlotType roll_slot_type(Game& g) {
  const std::array<double, 5> rates = slot_rates(g);
  double total = 0;
  for (double rate : rates) total += rate;
  const double roll = real(g, Stream::slot_type) * total;
  double sum = 0;
  std::size_t type = 0;
  for (; type < 4; ++type) {
    sum += rates[type];
    if (rates[type] > 0 && sum >= roll) break;
  }
  return static_cast<SlotType>(type);
}

Item make_shop_item(Game& g) {
  const SlotType type = roll_slot_type(g);
  const double may_be_enhanced = voucher_best<&VoucherRow::card_enhanced>(g, 0.0);
  const auto roll_enhanced = [&] {
    return may_be_enhanced > 0 && real(g, Stream::illusion) > 1 - may_be_enhanced;
  };
  bool enhanced = kIllusionRollsEverySlot && roll_enhanced();
  switch (type) {
    case SlotType::joker: return joker_item(make_joker(g, JokerSource::shop));
    case SlotType::tarot:
      return consumable_item(draw_consumable(g, ConsumableKind::tarot, Stream::tarot_shop, false));
    case SlotType::planet:
      return consumable_item(draw_consumable(g, ConsumableKind::planet, Stream::planet_shop, false));
    case SlotType::card:
      if (!kIllusionRollsEverySlot) enhanced = roll_enhanced();
      return make_shop_card(g, enhanced);
    default:
      return consumable_item(draw_consumable(g, ConsumableKind::spectral, Stream::spectral_shop, false));
  }
}

void fill_pack(Game& g, BoosterId id) {
  const BoosterRow& booster = row(id);
  const double spectrals = voucher_best<&VoucherRow::spectral_in_arcana>(g, 0.0);
  g.pack_cards.clear();
  for (int i = 0; i < booster.cards; ++i) {
    Item item{};
    switch (booster.kind) {
      case BoosterKind::arcana:
        item =
            spectrals > 0 && real(g, Stream::omen_globe) > 1 - spectrals
                ? consumable_item(draw_consumable(g, ConsumableKind::spectral, Stream::spectral_arcana, true))
                : consumable_item(draw_consumable(g, ConsumableKind::tarot, Stream::tarot_arcana, true));
        break;
      case BoosterKind::celestial: {
        const HandType most = most_played_hand(g);
        item =
            i == 0 && voucher_has<&VoucherRow::most_played_planet>(g) && hand_played(g, most) > 0
                ? consumable_item(make_consumable(g, row(most).planet))
                : consumable_item(draw_consumable(g, ConsumableKind::planet, Stream::planet_celestial, true));
        break;
      }
      case BoosterKind::spectral:
        item = consumable_item(draw_consumable(g, ConsumableKind::spectral, Stream::spectral_pack, true));
        break;
      case BoosterKind::buffoon: item = joker_item(make_joker(g, JokerSource::buffoon)); break;
      case BoosterKind::standard: item = make_standard_card(g); break;
    }
    g.pack_cards.push(item);
  }
}

bool voucher_available(const Game& g, VoucherId id) {
  if ((g.vouchers | bans(g, &ChallengeRow::banned_vouchers) | g.locked_vouchers) & bit(id)) return false;
  const std::uint8_t needs = row(id).requires_voucher;
  return needs == kNone || has(g, static_cast<VoucherId>(needs));
}

int roll_voucher(Game& g, Stream pool) {
  BitsOf<VoucherId> shown = 0;
  for (const VoucherOffer& offer : g.shop_vouchers) shown |= bit(offer.id);
  bool ok = true;
  const int i = draw_from_pool(g.rng, pool, g.ante, kVoucherIds, ok, [&](int k) {
    const VoucherId id = static_cast<VoucherId>(k);
    return !(shown & bit(id)) && voucher_available(g, id);
  });
  if (!ok) g.truncated = 1;
  return i < 0 ? static_cast<int>(VoucherId::blank) : i;
}

bool tag_available(const Game& g, TagId id) {
  return !((bans(g, &ChallengeRow::banned_tags) | g.locked_tags) & bit(id)) &&
         row(id).min_ante <= std::max(1, g.ante);
}

Tag roll_tag(Game& g) {
  bool ok = true;
  const int i = draw_from_pool(g.rng, Stream::tag, g.ante, kTagIds, ok,
                               [&](int k) { return tag_available(g, static_cast<TagId>(k)); });
  if (!ok) g.truncated = 1;
  return {i < 0 ? TagId::handy : static_cast<TagId>(i), kNone};
}

bool boss_available(const Game& g, BlindId id) {
  const bool showdown = g.ante >= 2 && g.ante % 8 == 0;
  const BlindRow& r = row(id);
  if (r.showdown != showdown || (bans(g, &ChallengeRow::banned_blinds) & bit(id))) return false;
  return showdown || r.min_ante <= std::max(1, g.ante);
}

BlindId roll_boss(Game& g) {
  BlindId least_used[kBlindIds];
  int count = 0, fewest = 256;
  for (BlindId id : boss_order()) {
    if (!boss_available(g, id)) continue;
    const int uses = g.boss_uses[id];
    if (uses < fewest) fewest = uses, count = 0;
    if (uses == fewest) least_used[count++] = id;
  }
  const BlindId boss = least_used[index_of(g, Stream::boss, count)];
  std::uint8_t& uses = g.boss_uses[boss];
  if (uses == kMaxBossUses)
    g.truncated = 1;
  else
    ++uses;
  return boss;
}

BoosterId roll_booster(Game& g) {
  const auto banned = bans(g, &ChallengeRow::banned_boosters);
  if (!g.first_pack_given) {  // the run's first pack is a normal Buffoon Pack and uses no roll
    g.first_pack_given = 1;
    if (!(banned & bit(BoosterId::buffoon_normal_1))) return BoosterId::buffoon_normal_1;
  }
  const WeightSums sums = booster_weight_sums(banned);
  const double roll = real(g, Stream::shop_pack) * sums.values.back();
  for (BoosterId id : kEach<BoosterId>)
    if (!(banned & bit(id)) && sums[id] >= roll) return id;
  return kEach<BoosterId>.back();
}

Edition guaranteed_edition(double roll) {
  return roll > 0.85 ? Edition::polychrome : roll > 0.5 ? Edition::holo : Edition::foil;
}

Seal seal_of_roll(double roll) {
  return roll > 0.75 ? Seal::red : roll > 0.5 ? Seal::blue : roll > 0.25 ? Seal::gold : Seal::purple;
}

std::int64_t price_of(const Game& g, const Item& item) {
  if (item.free) return 0;
  switch (item.kind) {
    case ItemKind::joker: return price_of_joker(g, item.joker);
    case ItemKind::consumable: return price_of_consumable(g, item.consumable);
    default: return price(g, 1, item.card.edition);
  }
}

std::int64_t price_of(const Game& g, const PackOffer& pack) {
  const BoosterRow& booster = row(pack.id);
  if (pack.free || (booster.kind == BoosterKind::celestial && has(g, kAstronomer))) return 0;
  return price(g, booster.cost, Edition::none);
}

std::int64_t price_of(const Game& g, VoucherId) { return price(g, kVoucherPrice, Edition::none); }

std::int64_t sell_value(const Game& g, const Joker& joker) {
  return std::max<std::int64_t>(1, price_of_joker(g, joker) / 2) + joker.sell_bonus;
}
std::int64_t sell_value(const Game& g, const Consumable& c) {
  return std::max<std::int64_t>(1, price_of_consumable(g, c) / 2) + c.sell_bonus;
}

std::int64_t reroll_price(const Game& g) {
  if (g.free_rerolls > 0) return 0;
  const int base = g.d_six ? 0 : 5 - voucher_sum<&VoucherRow::reroll_discount>(g);
  return std::max(0, base) + g.rerolls_paid;
}

std::int64_t boss_reroll_price(const Game& g) {
  return voucher_best<&VoucherRow::boss_reroll_price>(g, std::int64_t{0});
}
bool may_reroll_boss_again(const Game& g) { return voucher_has<&VoucherRow::boss_rerolls_often>(g); }

void show_voucher(Game& g, VoucherId id) {
  if (g.shop_vouchers.full()) {
    g.truncated = 1;
    return;
  }
  g.shop_vouchers.push({id});
  ++g.next_number;
}

std::int64_t spendable(const Game& g) { return g.money + g.joker_debt; }

}  // namespace jimbot
