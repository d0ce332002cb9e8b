// Conditions: what they are made of, and what they cost to find out.
#include "seed_query.h"

#include <algorithm>

#include "content.h"

namespace jimbot {
namespace {

constexpr BitsOf<ConsumableId> kSoul = bit(ConsumableId::soul);
constexpr BitsOf<ConsumableId> kBlackHole = bit(ConsumableId::black_hole);

constexpr std::uint32_t bit_of(BoosterKind kind) { return 1u << static_cast<int>(kind); }
constexpr std::uint32_t kSoulPacks = bit_of(BoosterKind::arcana) | bit_of(BoosterKind::spectral);

double cost_of(const Fact& fact) {
  const int antes = fact.last_ante - fact.first_ante + 1;
  switch (fact.subject) {
    case Subject::boss: return fact.last_ante;
    case Subject::voucher: return 2 * antes;
    case Subject::small_tag:
    case Subject::big_tag: return 3 * antes;
    case Subject::booster: return 5 * antes;
    case Subject::legendary: return 15 * fact.last_ante;
    case Subject::shop: return 5 * (fact.last_slot + 1) * antes;
    case Subject::pack_card: return 60 * antes;
  }
  return 0;
}

bool wants(const Wanted& wanted, JokerId id) {
  const auto i = static_cast<unsigned>(id);
  return wanted.jokers[i / 64] >> (i % 64) & 1;
}

bool any_joker(const Wanted& wanted) {
  return std::any_of(wanted.jokers.begin(), wanted.jokers.end(),
                     [](std::uint64_t bits) { return bits != 0; });
}

}  // namespace

bool is_wanted(const Wanted& wanted, const Item& item) {
  switch (item.kind) {
    case ItemKind::joker: {
      const Joker& joker = item.joker;
      return wants(wanted, joker.id) && (wanted.editions >> static_cast<int>(joker.edition) & 1) &&
             (joker.flags & wanted.stickers) == wanted.stickers;
    }
    case ItemKind::consumable: return wanted.consumables & bit(item.consumable.id);
    case ItemKind::card: {
      const Card& card = item.card;
      return (wanted.ranks >> card.rank & 1) && (wanted.suits >> static_cast<int>(card.suit) & 1) &&
             (wanted.enhancements >> static_cast<int>(card.enhancement) & 1) &&
             (wanted.editions >> static_cast<int>(card.edition) & 1) &&
             (wanted.seals >> static_cast<int>(card.seal) & 1);
    }
    default: return false;
  }
}

int SeedQuery::add(const Fact& fact) {
  nodes_.push_back({Join::fact, cost_of(fact), 0, fact, {}});
  return static_cast<int>(nodes_.size()) - 1;
}

int SeedQuery::add(Join join, std::vector<int> parts) {
  const auto cost = [&](int part) { return nodes_[static_cast<std::size_t>(part)].cost; };
  std::stable_sort(parts.begin(), parts.end(), [&](int a, int b) { return cost(a) < cost(b); });
  double sum = 0;
  for (int part : parts) sum += cost(part);
  const int depth = depth_of(parts) + 1;
  nodes_.push_back({join, sum, depth, {}, std::move(parts)});
  return static_cast<int>(nodes_.size()) - 1;
}

int SeedQuery::depth_of(const std::vector<int>& parts) const {
  int depth = 0;
  for (int part : parts) depth = std::max(depth, nodes_[static_cast<std::size_t>(part)].depth);
  return depth;
}

SeedQuery::ShopAsks SeedQuery::shop_asks() const {
  ShopAsks asks;
  for (const Node& node : nodes_) {
    if (node.join != Join::fact || node.fact.subject != Subject::shop) continue;
    const Wanted& wanted = node.fact.wanted;
    asks.slots = std::max(asks.slots, node.fact.last_slot + 1);
    for (JokerId id : kEach<JokerId>)
      if (wants(wanted, id)) asks.rarities |= 1u << static_cast<int>(row(id).rarity);
    asks.consumables |= wanted.consumables;
    asks.marks |= any_joker(wanted) && (wanted.editions != ~0u || wanted.stickers != 0);
  }
  return asks;
}

bool SeedQuery::asks_souls_alone() const {
  return std::none_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    return node.join == Join::fact && node.fact.subject == Subject::pack_card &&
           (packs_with(node.fact.wanted) & kSoulPacks) != 0;
  });
}

std::uint32_t packs_with(const Wanted& wanted) {
  std::uint32_t out = 0;
  if (wanted.consumables & (consumables_of(ConsumableKind::tarot) | kSoul))
    out |= bit_of(BoosterKind::arcana);
  if (wanted.consumables & (consumables_of(ConsumableKind::planet) | kBlackHole))
    out |= bit_of(BoosterKind::celestial);
  if (wanted.consumables & consumables_of(ConsumableKind::spectral)) out |= bit_of(BoosterKind::spectral);
  if (any_joker(wanted)) out |= bit_of(BoosterKind::buffoon);
  if (wanted.suits && wanted.ranks) out |= bit_of(BoosterKind::standard);
  return out;
}

}  // namespace jimbot
