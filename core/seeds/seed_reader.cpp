// Reading seeds.
#include "seed_reader.h"

#include <algorithm>

#include "create.h"
#include "flow/run.h"

namespace jimbot {
namespace {

int last_ante(const SeedQuery& query) {
  int last = 1;
  for (const SeedQuery::Node& node : query.nodes())
    if (node.join == SeedQuery::Join::fact) last = std::max<int>(last, node.fact.last_ante);
  return last;
}

bool has_bit(std::uint64_t bits, auto id) { return bits >> static_cast<int>(id) & 1; }

}  // namespace

SeedReader::SeedReader(const SeedQuery& query, DeckId deck, Stake stake)
    : query_(query),
      known_(query.nodes().size()),
      shop_asks_(query.shop_asks()),
      souls_alone_(query.asks_souls_alone()),
      antes_(static_cast<std::size_t>(last_ante(query)) + 1) {
  start_run(g_, {.seed = "1", .deck = deck, .stake = stake});
  g_.consumables.clear();
}

bool SeedReader::holds(std::string_view seed) {
  ++seed_;
  seed_rng(g_.rng, seed);
  g_.boss_uses = {};
  g_.next_number = 0;
  bosses_read_ = souls_read_ = 0;
  return node_holds(static_cast<int>(query_.nodes().size()) - 1);
}

bool SeedReader::node_holds(int number) {
  const SeedQuery::Node& node = query_.nodes()[static_cast<std::size_t>(number)];
  if (node.join != SeedQuery::Join::fact) {
    Known& known = known_[static_cast<std::size_t>(number)];
    if (known.seed != seed_) known = {seed_, join_holds(node)};
    return known.holds;
  }
  for (int ante = node.fact.first_ante; ante <= node.fact.last_ante; ++ante)
    if (fact_holds(node.fact, ante)) return true;
  return false;
}

bool SeedReader::join_holds(const SeedQuery::Node& node) {
  const auto is_so = [&](int part) { return node_holds(part); };
  switch (node.join) {
    case SeedQuery::Join::all: return std::all_of(node.parts.begin(), node.parts.end(), is_so);
    case SeedQuery::Join::any: return std::any_of(node.parts.begin(), node.parts.end(), is_so);
    default: return std::none_of(node.parts.begin(), node.parts.end(), is_so);
  }
}

bool SeedReader::fact_holds(const Fact& fact, int ante) {
  const auto would_do = [&](const Item& item) { return is_wanted(fact.wanted, item); };
  switch (fact.subject) {
    case Subject::boss: return has_bit(fact.ids, boss(ante));
    case Subject::voucher: return has_bit(fact.ids, voucher(ante));
    case Subject::small_tag: return tag_is(fact, ante, 0);
    case Subject::big_tag: return tag_is(fact, ante, 1);
    case Subject::booster: {
      const auto packs = boosters(ante);
      return std::any_of(packs.begin(), packs.end(), [&](BoosterId id) { return has_bit(fact.ids, id); });
    }
    case Subject::shop: {
      const auto queue = shop(ante);
      return std::any_of(queue.begin() + fact.first_slot, queue.begin() + fact.last_slot + 1, would_do);
    }
    case Subject::pack_card: return in_packs(fact.wanted, ante);
    case Subject::legendary: {
      const auto jokers = legendaries(ante);
      return std::any_of(jokers.begin(), jokers.end(), would_do);
    }
  }
  return false;
}

SeedReader::Ante& SeedReader::at(int ante) {
  g_.ante = ante;
  return antes_[static_cast<std::size_t>(ante)];
}

BlindId SeedReader::boss(int ante) {
  while (bosses_read_ < ante) {
    g_.ante = ++bosses_read_;
    bosses_[static_cast<std::size_t>(bosses_read_)] = roll_boss(g_);
  }
  return bosses_[static_cast<std::size_t>(ante)];
}

VoucherId SeedReader::voucher(int ante) {
  Ante& a = at(ante);
  if (a.known_voucher != seed_) a.voucher = static_cast<VoucherId>(roll_voucher(g_, Stream::voucher));
  a.known_voucher = seed_;
  return a.voucher;
}

bool SeedReader::tag_is(const Fact& fact, int ante, std::size_t which) {
  Ante& a = at(ante);
  if (a.known_tags != seed_)
    for (TagId& tag : a.tags) tag = roll_tag(g_).id;
  a.known_tags = seed_;
  return has_bit(fact.ids, a.tags[which]);
}

std::span<const BoosterId> SeedReader::boosters(int ante) {
  Ante& a = at(ante);
  const auto count = static_cast<std::size_t>(packs_in_shops(ante));
  if (a.known_boosters != seed_) {
    g_.first_pack_given = ante != 1;
    for (std::size_t i = 0; i < count; ++i) a.boosters[i] = roll_booster(g_);
  }
  a.known_boosters = seed_;
  return {a.boosters.data(), count};
}

// A card of the shop queue; what nobody asks about is not drawn, and a card that nobody wants stays empty.
Item SeedReader::shop_item() {
  if (shop_asks_.marks) return make_shop_item(g_);
  Item item{};
  const auto draw = [&](ConsumableKind kind, Stream pool) {
    if (!(shop_asks_.consumables & consumables_of(kind))) return;
    item.kind = ItemKind::consumable;
    item.consumable = draw_consumable(g_, kind, pool, false);
  };
  switch (roll_slot_type(g_)) {
    case SlotType::joker: {
      if (!shop_asks_.rarities) break;
      const Rarity rarity = roll_rarity(g_, JokerSource::shop);
      if (!has_bit(shop_asks_.rarities, rarity)) break;
      item.kind = ItemKind::joker;
      item.joker.id = draw_joker(g_, JokerSource::shop, rarity);
      break;
    }
    case SlotType::tarot: draw(ConsumableKind::tarot, Stream::tarot_shop); break;
    case SlotType::planet: draw(ConsumableKind::planet, Stream::planet_shop); break;
    case SlotType::spectral: draw(ConsumableKind::spectral, Stream::spectral_shop); break;
    case SlotType::card: break;  // no deck begins with Magic Trick
  }
  return item;
}

std::span<const Item> SeedReader::shop(int ante) {
  Ante& a = at(ante);
  const auto count = static_cast<std::size_t>(shop_asks_.slots);
  if (a.known_shop != seed_)
    for (std::size_t i = 0; i < count; ++i) a.shop[i] = shop_item();
  a.known_shop = seed_;
  return {a.shop.data(), count};
}

void SeedReader::open_packs(int ante, BoosterKind kind) {
  const auto packs = boosters(ante);
  Ante& a = at(ante);
  std::uint32_t& known = a.known_packs[static_cast<std::size_t>(kind)];
  if (known == seed_) return;
  known = seed_;
  for (std::size_t i = 0; i < packs.size(); ++i) {
    if (row(packs[i]).kind != kind) continue;
    fill_pack(g_, packs[i]);
    a.packs[i] = g_.pack_cards;
    g_.pack_cards.clear();
  }
}

bool SeedReader::in_packs(const Wanted& wanted, int ante) {
  const std::uint32_t kinds = packs_with(wanted);
  const auto packs = boosters(ante);
  for (std::size_t i = 0; i < packs.size(); ++i) {
    const BoosterKind kind = row(packs[i]).kind;
    if (!has_bit(kinds, kind)) continue;
    open_packs(ante, kind);
    for (const Item& item : at(ante).packs[i])
      if (is_wanted(wanted, item)) return true;
  }
  return false;
}

// The Souls of one pack. Where nobody asks about its other cards they are not drawn.
int SeedReader::souls_in(int ante, int pack) {
  const BoosterRow& booster = row(boosters(ante)[static_cast<std::size_t>(pack)]);
  if (booster.kind != BoosterKind::arcana && booster.kind != BoosterKind::spectral) return 0;
  const auto is_soul = [](const Item& item) { return item.consumable.id == ConsumableId::soul; };
  if (!souls_alone_) {
    open_packs(ante, booster.kind);
    const auto& cards = at(ante).packs[static_cast<std::size_t>(pack)];
    return static_cast<int>(std::count_if(cards.begin(), cards.end(), is_soul));
  }
  const ConsumableKind kind =
      booster.kind == BoosterKind::arcana ? ConsumableKind::tarot : ConsumableKind::spectral;
  for (int i = 0; i < booster.cards; ++i)
    if (const auto forced = roll_soul(g_, kind)) {
      Item item{};
      item.kind = ItemKind::consumable;
      item.consumable.id = *forced;
      g_.pack_cards.push(item);
    }
  const auto souls = std::count_if(g_.pack_cards.begin(), g_.pack_cards.end(), is_soul);
  g_.pack_cards.clear();
  return static_cast<int>(souls);
}

// Every Soul draws the next legendary joker of the run, so those of earlier antes come first.
std::span<const Item> SeedReader::legendaries(int ante) {
  while (souls_read_ < ante) {
    const int next = ++souls_read_;
    Ante& a = at(next);
    a.legendaries.clear();
    for (int pack = 0; pack < packs_in_shops(next); ++pack)
      for (int souls = souls_in(next, pack); souls > 0; --souls) {
        Item item{};
        item.kind = ItemKind::joker;
        item.joker = make_joker(g_, JokerSource::soul);
        a.legendaries.push(item);
      }
  }
  const auto& jokers = antes_[static_cast<std::size_t>(ante)].legendaries;
  return {jokers.begin(), jokers.end()};
}

}  // namespace jimbot
