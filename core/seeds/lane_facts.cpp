// Facts about seeds side by side.
#include "lane_facts.h"

#include <algorithm>
#include <bit>

#include "cards.h"
#include "content/modifiers.h"
#include "content/stakes.h"
#include "create.h"
#include "flow/run.h"

namespace jimbot {
namespace {

constexpr int kFirst[] = {0, kTarots, kTarots + kPlanets};  // of ConsumableId, by ConsumableKind
constexpr int kSizes[] = {kTarots, kPlanets, kSpectrals};

constexpr std::uint64_t ones(int count) { return count == 64 ? ~0ull : (1ull << count) - 1; }

Game plain_game(DeckId deck, Stake stake) {
  Game g;
  start_run(g, {.seed = "1", .deck = deck, .stake = stake});
  g.consumables.clear();
  return g;
}

// Packs with the same number of cards, by their kind.
struct PackSize {
  int cards;
  std::uint64_t ids;
};
std::array<std::vector<PackSize>, 5> pack_sizes() {
  std::array<std::vector<PackSize>, 5> out;
  for (BoosterId id : kEach<BoosterId>) {
    auto& sizes = out[static_cast<std::size_t>(row(id).kind)];
    auto size =
        std::find_if(sizes.begin(), sizes.end(), [&](const PackSize& s) { return s.cards == row(id).cards; });
    if (size == sizes.end()) size = sizes.insert(size, {row(id).cards, 0});
    size->ids |= bit(id);
  }
  return out;
}

// Lanes where the rolls give one of these, in the order of the game's own comparisons.
LaneMask edition_is(const LaneCode& code, const Lanes& roll, std::uint32_t editions, double factor,
                    bool negative) {
  const auto wanted = [&](Edition edition) { return editions >> static_cast<int>(edition) & 1; };
  LaneMask out = 0, left = kAllLanes;
  const auto take = [&](Edition edition, double rate) {
    const LaneMask it = left & code.above(roll, 1, 1 - rate * factor);
    if (wanted(edition)) out |= it;
    left &= ~it;
  };
  if (negative) take(Edition::negative, 0.003);
  take(Edition::polychrome, 0.006);
  take(Edition::holo, 0.02);
  take(Edition::foil, 0.04);
  return wanted(Edition::none) ? out | left : out;
}

LaneMask seal_is(const LaneCode& code, const Lanes& roll, std::uint32_t seals) {
  static constexpr std::array kFrom = {std::pair(Seal::red, 0.75), std::pair(Seal::blue, 0.5),
                                       std::pair(Seal::gold, 0.25), std::pair(Seal::purple, -1.0)};
  LaneMask out = 0, left = kAllLanes;
  for (const auto& [seal, above] : kFrom) {
    const LaneMask it = left & code.above(roll, 1, above);
    if (seals >> static_cast<int>(seal) & 1) out |= it;
    left &= ~it;
  }
  return out;
}

}  // namespace

void LaneCounts::add(LaneMask lanes, int n) {
  most = std::min(most + n, LaneGroup::kMaxDraws);
  for (int i = most - 1; i >= 0; --i)
    more[static_cast<std::size_t>(i)] |= lanes & (i < n ? kAllLanes : more[static_cast<std::size_t>(i - n)]);
}

LaneFacts::LaneFacts(const SeedQuery& query, DeckId deck, Stake stake) : query_(query), stake_(stake) {
  Game g = plain_game(deck, stake);
  for (int r = 0; r < 3; ++r) {
    const auto pool = joker_pool(static_cast<Rarity>(r + 1));
    for (std::size_t i = 0; i < pool.size(); ++i)
      if (!joker_available(g, pool[i])) joker_holes_[static_cast<std::size_t>(r)] |= 1ull << i;
  }
  for (std::size_t kind = 0; kind < 3; ++kind)
    for (int i = 0; i < kSizes[kind]; ++i)
      if (!consumable_available(g, static_cast<ConsumableId>(kFirst[kind] + i)))
        consumable_holes_[kind] |= 1ull << i;
  for (VoucherId id : kEach<VoucherId>)
    if (!voucher_available(g, id)) voucher_holes_ |= bit(id);
  const std::array<double, 5> rates = slot_rates(g);
  double sum = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) slot_sums_[i] = sum += rates[i];
  for (int ante = 0; ante <= kMaxAskedAnte; ++ante) {
    g.ante = ante;
    std::uint64_t bosses = 0, holes = 0;
    for (std::size_t i = 0; i < boss_order().size(); ++i)
      if (boss_available(g, boss_order()[i])) bosses |= 1ull << i;
    for (TagId id : kEach<TagId>)
      if (!tag_available(g, id)) holes |= bit(id);
    bosses_.push_back(bosses);
    tag_holes_.push_back(holes);
  }
  for (const SeedQuery::Node& node : query.nodes()) {
    asked_.push_back(node.join == SeedQuery::Join::fact ? asked(node.fact.wanted) : Asked{});
    levels_.push_back(level_of(node));
  }
}

LaneFacts::Pool LaneFacts::pool(std::uint64_t wanted, int size, std::uint64_t holes) const {
  wanted &= ~holes;
  return {wanted, holes, size, wanted != 0 && (wanted | holes) == ones(size)};
}

LaneFacts::Asked LaneFacts::asked(const Wanted& wanted) const {
  Asked out;
  const auto wants = [&](JokerId id) {
    const auto i = static_cast<unsigned>(id);
    const bool can_be = (!(wanted.stickers & Joker::kEternal) || row(id).eternal_ok) &&
                        (!(wanted.stickers & Joker::kPerishable) || row(id).perishable_ok);
    return can_be && (wanted.jokers[i / 64] >> (i % 64) & 1);
  };
  const auto among = [&](Rarity rarity) {
    std::uint64_t bits = 0;
    const auto ids = joker_pool(rarity);
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (wants(ids[i])) bits |= 1ull << i;
    return bits;
  };
  for (int r = 0; r < 3; ++r) {
    const auto rarity = static_cast<Rarity>(r + 1);
    out.jokers[static_cast<std::size_t>(r)] = pool(among(rarity), static_cast<int>(joker_pool(rarity).size()),
                                                   joker_holes_[static_cast<std::size_t>(r)]);
  }
  out.any_joker = out.jokers[0].all && out.jokers[1].all && out.jokers[2].all;
  out.legendary = pool(among(Rarity::legendary), static_cast<int>(joker_pool(Rarity::legendary).size()), 0);
  for (std::size_t kind = 0; kind < 3; ++kind)
    out.consumables[kind] =
        pool(wanted.consumables >> kFirst[kind] & ones(kSizes[kind]), kSizes[kind], consumable_holes_[kind]);
  return out;
}

int LaneFacts::level_of(const SeedQuery::Node& node) const {
  int last = 0;
  for (int part : node.parts) last = std::max(last, last_level(part));
  if (node.join != SeedQuery::Join::fact) return last;
  switch (node.fact.subject) {
    case Subject::boss:
    case Subject::booster: return 0;
    case Subject::legendary:
    case Subject::shop: return 2;
    default: return 1;
  }
}

Verdict LaneFacts::holds(LaneGroup& group, int number, int level, Known& known) const {
  known.verdicts.resize(asked_.size());
  ++known.group;
  return node_holds(group, number, level, known);
}

Verdict LaneFacts::node_holds(LaneGroup& group, int number, int level, Known& known) const {
  const SeedQuery::Node& node = query_.nodes()[static_cast<std::size_t>(number)];
  auto& [of_group, verdict] = known.verdicts[static_cast<std::size_t>(number)];
  if (of_group == known.group) return verdict;
  of_group = known.group;
  if (node.join == SeedQuery::Join::fact) return verdict = in_antes(group, number, level);
  const bool all = node.join == SeedQuery::Join::all;
  LaneMask every = group.used(), one = 0;  // all parts are so (all) or are not (any); one is not, or is
  for (int part : node.parts) {
    const Verdict v = node_holds(group, part, level, known);
    every &= all ? v.yes : v.no;
    one |= all ? v.no : v.yes;
    if ((one & group.used()) == group.used()) break;
  }
  return verdict = node.join == SeedQuery::Join::any ? Verdict{one, every} : Verdict{every, one};
}

Verdict LaneFacts::in_antes(LaneGroup& group, int number, int level) const {
  const Fact& fact = query_.nodes()[static_cast<std::size_t>(number)].fact;
  if (fact.subject == Subject::legendary)
    return legendary(group, fact, asked_[static_cast<std::size_t>(number)], level);
  if (fact.subject == Subject::boss) return boss(group, fact);
  Verdict out{0, group.used()};
  for (int ante = fact.first_ante; ante <= fact.last_ante; ++ante) {
    const Verdict one = fact_holds(group, number, ante, level);
    out.yes |= one.yes;
    out.no &= one.no;
    if ((out.yes & group.used()) == group.used()) break;
  }
  return out;
}

Verdict LaneFacts::fact_holds(LaneGroup& group, int number, int ante, int level) const {
  const Fact& fact = query_.nodes()[static_cast<std::size_t>(number)].fact;
  const Asked& asked = asked_[static_cast<std::size_t>(number)];
  switch (fact.subject) {
    case Subject::voucher:
      return drawn(group, Stream::voucher, ante, pool(fact.ids, kVoucherIds, voucher_holes_), 0, level);
    case Subject::small_tag:
    case Subject::big_tag:
      return drawn(group, Stream::tag, ante,
                   pool(fact.ids, kTagIds, tag_holes_[static_cast<std::size_t>(ante)]),
                   fact.subject == Subject::big_tag, level);
    case Subject::booster: {
      LaneMask yes = 0;
      for (int i = 0; i < packs_in_shops(ante); ++i) yes |= pack_is(group, ante, i, fact.ids);
      return {yes, ~yes};
    }
    case Subject::shop: return shop(group, fact, asked, ante, level);
    default: return pack_card(group, fact, asked, ante, level);
  }
}

// Bosses of a run do not come again before all that may come have been: which have been differs by lane.
Verdict LaneFacts::boss(LaneGroup& group, const Fact& fact) const {
  const auto order = boss_order();
  std::uint64_t wanted = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (fact.ids >> static_cast<int>(order[i]) & 1) wanted |= 1ull << i;
  std::array<std::uint64_t, kLanes> met{};
  Verdict out;
  LaneMask open = 0;  // all have been: for SeedReader
  for (int ante = 1; ante <= fact.last_ante; ++ante) {
    const Lanes& real = group.real(Stream::boss, 0, ante - 1);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      std::uint64_t choices = bosses_[static_cast<std::size_t>(ante)] & ~met[lane];
      if (!choices) {
        met[lane] = ~0ull;
        open |= LaneMask{1} << lane;
        continue;
      }
      for (auto skip = static_cast<int>(real.at[lane] * std::popcount(choices)); skip > 0; --skip)
        choices &= choices - 1;
      const std::uint64_t boss = choices & (~choices + 1);
      met[lane] |= boss;
      if (ante >= fact.first_ante && (boss & wanted)) out.yes |= LaneMask{1} << lane;
    }
  }
  out.no = ~(out.yes | open);
  return out;
}

// The first or second draw from a pool with holes; each redraw has a stream of its own, which the second draw shares
// with the first.
Verdict LaneFacts::drawn(LaneGroup& group, Stream stream, int ante, Pool pool, int draw, int level) const {
  const LaneCode& code = group.code();
  constexpr int kDeepest = 9;
  std::array<LaneMask, kDeepest + 1> before{};  // lanes where the first draw went as deep
  Verdict out;
  for (int d = 0; d <= draw; ++d) {
    out = {};
    LaneMask open = group.used();
    for (int depth = 1; depth <= kDeepest && open; ++depth) {
      if (depth > 1 && level == 0) break;
      const int resample = depth == 1 ? 0 : depth;
      const LaneMask again = depth == 1 ? (d ? kAllLanes : 0) : before[static_cast<std::size_t>(depth)];
      LaneMask hit = 0, hole = 0;
      for (int use = 0; use < 2; ++use) {
        const LaneMask lanes = use ? open & again : open & ~again;
        if (!lanes) continue;
        const Lanes& real = group.real(stream, ante, use, resample);
        hit |= lanes & code.among(real, pool.size, pool.wanted);
        hole |= lanes & code.among(real, pool.size, pool.holes);
      }
      if (d == 0 && depth > 1) before[static_cast<std::size_t>(depth)] = open;
      out.yes |= hit;
      out.no |= open & ~hit & ~hole;
      open = hole;
    }
    if (level == 0 && d < draw) continue;  // only the second draw's own roll is looked at
  }
  return out;
}

LaneMask LaneFacts::pack_is(LaneGroup& group, int ante, int number, std::uint64_t ids) const {
  if (ante == 1 && number == 0) return ids & bit(BoosterId::buffoon_normal_1) ? kAllLanes : 0;
  static const WeightSums sums = booster_weight_sums(0);
  const Lanes& real = group.real(Stream::shop_pack, ante, number - (ante == 1));
  const auto above = [&](std::size_t id) { return group.code().above(real, sums.values.back(), sums[id]); };
  LaneMask out = 0;
  for (std::size_t id = 0; id < kBoosterIds; ++id) {
    if (!(ids >> id & 1)) continue;
    const std::size_t first = id;
    while (id + 1 < kBoosterIds && (ids >> (id + 1) & 1)) ++id;
    out |= (first ? above(first - 1) : kAllLanes) & ~above(id);
  }
  return out;
}

LaneFacts::Packs LaneFacts::packs(LaneGroup& group, int ante, BoosterKind kind) const {
  static const std::array<std::vector<PackSize>, 5> kSizesOf = pack_sizes();
  Packs out;
  for (int i = 0; i < packs_in_shops(ante); ++i)
    for (const auto& [cards, ids] : kSizesOf[static_cast<std::size_t>(kind)]) {
      const LaneMask lanes = pack_is(group, ante, i, ids) & group.used();
      if (!lanes) continue;
      for (int n = 0; n <= out.cards.most; ++n)
        out.begin[static_cast<std::size_t>(n)] |= lanes & out.cards.exactly(n);
      out.cards.add(lanes, cards);
    }
  return out;
}

LaneMask LaneFacts::marked(LaneGroup& group, const JokerStreams& from, const Wanted& wanted, int ante,
                           int joker) const {
  const LaneCode& code = group.code();
  LaneMask out = kAllLanes;
  if (wanted.editions != ~0u)
    out = edition_is(code, group.real(from.edition, ante, joker), wanted.editions, 1, true);
  const auto sticker = [&]() -> const Lanes& { return group.real(from.sticker, ante, joker); };
  if (wanted.stickers & Joker::kEternal)
    out &= stake_ >= kEternalsFrom ? code.above(sticker(), 1, kEternalAbove) : 0;
  if (wanted.stickers & Joker::kPerishable)
    out &= stake_ >= kPerishablesFrom
               ? code.above(sticker(), 1, kPerishableAbove) & ~code.above(sticker(), 1, kEternalAbove)
               : 0;
  if (wanted.stickers & Joker::kRental)
    out &= stake_ >= kRentalsFrom ? code.above(group.real(from.rental, ante, joker), 1, kRentalAbove) : 0;
  return out;
}

// Lanes where a redraw may have given what is wanted: what it draws is wanted or may not come, which a second one
// would follow.
LaneMask LaneFacts::redrawn(LaneGroup& group, Stream stream, int ante, const Pool& pool,
                            const LaneCounts& events, int draws) const {
  const LaneCode& code = group.code();
  LaneMask out = 0;
  for (int n = 0; n < events.most; ++n) {
    const LaneMask lanes = events.more[static_cast<std::size_t>(n)] & group.used();
    if (!lanes) break;
    const Lanes& real = group.real(stream, ante, n, 2);
    LaneMask found = code.among(real, pool.size, pool.wanted | pool.holes);
    for (int k = 0; k < draws; ++k) found |= code.same(real, group.real(stream, ante, k), pool.size);
    for (int k = 0; k < n; ++k) found |= code.same(real, group.real(stream, ante, k, 2), pool.size);
    out |= lanes & found;
  }
  return out;
}

// Jokers of a shop queue or of packs, one after the other: lanes that have it, and those where it counts.
LaneFacts::Draws LaneFacts::jokers(LaneGroup& group, const JokerStreams& from, const Fact& fact,
                                   const Asked& asked, int ante, std::span<const LaneMask> there,
                                   std::span<const LaneMask> count, bool in_packs, bool draw_pools) const {
  const LaneCode& code = group.code();
  Draws out;
  std::array<LaneCounts, 3> drawn, redraws;
  std::array<int, 3> draws{};
  for (std::size_t j = 0; j < there.size(); ++j) {
    const LaneMask here = there[j] & group.used() & ~out.hit;
    if (!here) break;
    const int number = static_cast<int>(j);
    const LaneMask good = here & count[j] & marked(group, from, fact.wanted, ante, number);
    if (asked.any_joker) {
      out.hit |= good;
      continue;
    }
    const Lanes& roll = group.real(from.rarity, ante, number);
    const LaneMask rare = code.above(roll, 1, 0.95), uncommon = code.above(roll, 1, 0.7) & ~rare;
    const LaneMask of[] = {~rare & ~uncommon, uncommon, rare};
    for (std::size_t r = 0; r < 3; ++r) {
      const Pool& pool = asked.jokers[r];
      const LaneMask drawing = here & of[r];
      if (!pool.wanted || !drawing) continue;
      if (pool.all || !draw_pools) {
        out.hit |= good & drawing;
        continue;
      }
      for (int k = 0; k <= drawn[r].most; ++k) {
        const LaneMask lanes = drawing & drawn[r].exactly(k);
        if (!lanes) continue;
        const Lanes& real = group.real(from.pools[r], ante, k);
        draws[r] = std::max(draws[r], k + 1);
        const LaneMask hit = lanes & good & code.among(real, pool.size, pool.wanted);
        const LaneMask hole = lanes & code.among(real, pool.size, pool.holes);
        LaneMask twice = 0;  // in the same pack perhaps
        for (int earlier = 0; in_packs && earlier < k; ++earlier)
          twice |= lanes & code.same(real, group.real(from.pools[r], ante, earlier), pool.size);
        out.hit |= hit & ~twice;
        out.maybe |= hit & twice;
        redraws[r].add(hole | twice, 1);
      }
      drawn[r].add(drawing, 1);
    }
  }
  for (std::size_t r = 0; r < 3; ++r)
    out.maybe |= redrawn(group, from.pools[r], ante, asked.jokers[r], redraws[r], in_packs ? draws[r] : 0);
  return out;
}

Verdict LaneFacts::shop(LaneGroup& group, const Fact& fact, const Asked& asked, int ante, int level) const {
  static constexpr JokerStreams kFrom = {Stream::rarity_shop,
                                         {Stream::common_shop, Stream::uncommon_shop, Stream::rare_shop},
                                         Stream::edition_shop,
                                         Stream::sticker_shop,
                                         Stream::rental_shop};
  static constexpr Stream kPools[] = {Stream::tarot_shop, Stream::planet_shop, Stream::spectral_shop};
  const LaneCode& code = group.code();
  const auto slots = static_cast<std::size_t>(fact.last_slot + 1);
  const bool with_types = level == 2;  // otherwise every slot might be any of them
  std::array<LaneCounts, 4> cards, before;  // jokers, then consumables by kind; those that come too early
  if (with_types)
    for (std::size_t i = 0; i < slots; ++i) {
      const Lanes& roll = group.real(Stream::slot_type, ante, static_cast<int>(i));
      const auto up_to = [&](std::size_t type) { return ~code.above(roll, slot_sums_[4], slot_sums_[type]); };
      const LaneMask joker = up_to(0), tarot = up_to(1), planet = up_to(2), card = up_to(3);
      const LaneMask types[] = {joker, tarot & ~joker, planet & ~tarot, ~card};
      for (std::size_t t = 0; t < 4; ++t) {
        cards[t].add(types[t], 1);
        if (i < fact.first_slot) before[t].add(types[t], 1);
      }
    }
  std::array<std::array<LaneMask, kQueue>, 4> there, count;
  for (std::size_t t = 0; t < 4; ++t)
    for (std::size_t i = 0; i < slots; ++i) {
      there[t][i] = with_types ? cards[t].more[i] : kAllLanes;
      count[t][i] = with_types ? ~before[t].more[i] : kAllLanes;
    }
  Draws out;
  if (asked.any_joker || asked.jokers[0].wanted || asked.jokers[1].wanted || asked.jokers[2].wanted)
    out = jokers(group, kFrom, fact, asked, ante, std::span(there[0]).first(slots),
                 std::span(count[0]).first(slots), false, level > 0);
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const Pool& pool = asked.consumables[kind];
    if (!pool.wanted) continue;
    LaneCounts redraws;
    for (std::size_t i = 0; i < slots; ++i) {
      const LaneMask here = there[kind + 1][i] & group.used() & ~out.hit;
      if (!here) break;
      const Lanes& real = group.real(kPools[kind], ante, static_cast<int>(i));
      out.hit |=
          here & count[kind + 1][i] & (pool.all ? kAllLanes : code.among(real, pool.size, pool.wanted));
      redraws.add(here & code.among(real, pool.size, pool.holes), 1);
    }
    if (!pool.all) out.maybe |= redrawn(group, kPools[kind], ante, pool, redraws, 0);
  }
  return {with_types ? out.hit : 0, ~(out.hit | out.maybe)};
}

// Lanes where one of the rolls for The Soul and Black Hole succeeds.
LaneMask LaneFacts::souls(LaneGroup& group, Stream roll, int ante, const LaneCounts& cards, int rolls) const {
  LaneMask out = 0;
  for (int card = 0; card < cards.most; ++card) {
    const LaneMask lanes = cards.more[static_cast<std::size_t>(card)] & group.used() & ~out;
    for (int i = 0; i < rolls && lanes; ++i)
      out |= lanes & group.code().above(group.real(roll, ante, card * rolls + i), 1, kSoulAbove);
  }
  return out;
}

// Tarots in Arcana Packs, Planets in Celestial ones, Spectral cards in theirs. The Soul or Black Hole takes the place
// of a card, and what was drawn behind it moves: such lanes stay open.
LaneFacts::Draws LaneFacts::in_kind(LaneGroup& group, ConsumableKind kind, const Asked& asked,
                                    int ante) const {
  struct Row {
    BoosterKind pack;
    Stream pool, soul;
    int rolls;
  };
  static constexpr Row kRows[] = {{BoosterKind::arcana, Stream::tarot_arcana, Stream::soul_tarot, 1},
                                  {BoosterKind::celestial, Stream::planet_celestial, Stream::soul_planet, 1},
                                  {BoosterKind::spectral, Stream::spectral_pack, Stream::soul_spectral, 2}};
  const Row& from = kRows[static_cast<int>(kind)];
  const LaneCode& code = group.code();
  const Pool& pool = asked.consumables[static_cast<std::size_t>(kind)];
  const Packs packs = this->packs(group, ante, from.pack);
  Draws out;
  out.maybe = souls(group, from.soul, ante, packs.cards, from.rolls);
  int draws = 0;
  for (int k = 0; pool.wanted && k < packs.cards.most; ++k, ++draws) {
    const LaneMask here =
        packs.cards.more[static_cast<std::size_t>(k)] & group.used() & ~out.hit & ~out.maybe;
    if (!here) break;
    const Lanes& real = group.real(from.pool, ante, k);
    out.hit |= here & (pool.all ? kAllLanes : code.among(real, pool.size, pool.wanted));
    LaneMask again = here & code.among(real, pool.size, pool.holes), same_pack = here;
    for (int earlier = k - 1; earlier >= 0; --earlier) {
      same_pack &= ~packs.begin[static_cast<std::size_t>(earlier + 1)];
      if (!same_pack) break;
      again |= same_pack & code.same(real, group.real(from.pool, ante, earlier), pool.size);
    }
    out.redraws.add(again, 1);
  }
  if (pool.wanted) out.maybe |= redrawn(group, from.pool, ante, pool, out.redraws, draws);
  return out;
}

LaneFacts::Draws LaneFacts::standard(LaneGroup& group, const Wanted& wanted, int ante) const {
  const LaneCode& code = group.code();
  const LaneCounts cards = packs(group, ante, BoosterKind::standard).cards;
  std::uint64_t fronts = 0;
  for (int i = 0; i < kFronts; ++i) {
    const Card card = card_of_front(i);
    if ((wanted.ranks >> card.rank & 1) && (wanted.suits >> static_cast<int>(card.suit) & 1))
      fronts |= 1ull << i;
  }
  Draws out;
  LaneCounts enhanced, sealed;
  for (int k = 0; k < cards.most; ++k) {
    const LaneMask here = cards.more[static_cast<std::size_t>(k)] & group.used() & ~out.hit;
    if (!here) break;
    LaneMask good = here & code.among(group.real(Stream::front_standard, ante, k), kFronts, fronts);
    if (wanted.editions != ~0u)
      good &= edition_is(code, group.real(Stream::standard_edition, ante, k), wanted.editions, 2, false);
    // What only some cards roll is drawn in the order of these cards.
    const auto rolled = [&](LaneMask lanes, LaneCounts& before, auto is_so) {
      LaneMask found = 0;
      for (int n = 0; n <= before.most; ++n)
        if (const LaneMask nth = lanes & before.exactly(n)) found |= nth & is_so(n);
      before.add(lanes, 1);
      return found;
    };
    if (wanted.enhancements != ~0u) {
      const LaneMask lanes = here & code.above(group.real(Stream::standard_set, ante, k), 1, 0.6);
      const LaneMask plain = wanted.enhancements & 1 ? ~lanes : 0;
      good &= plain | rolled(lanes, enhanced, [&](int n) {
                return code.among(group.real(Stream::enhanced_standard, ante, n), 8,
                                  wanted.enhancements >> 1 & 255);
              });
    }
    if (wanted.seals != ~0u) {
      const LaneMask lanes = here & code.above(group.real(Stream::standard_seal, ante, k), 1, 0.8);
      const LaneMask plain = wanted.seals & 1 ? ~lanes : 0;
      good &= plain | rolled(lanes, sealed, [&](int n) {
                return seal_is(code, group.real(Stream::standard_seal_type, ante, n), wanted.seals);
              });
    }
    out.hit |= good;
  }
  return out;
}

Verdict LaneFacts::pack_card(LaneGroup& group, const Fact& fact, const Asked& asked, int ante,
                             int level) const {
  static constexpr JokerStreams kFrom = {
      Stream::rarity_buffoon,
      {Stream::common_buffoon, Stream::uncommon_buffoon, Stream::rare_buffoon},
      Stream::edition_buffoon,
      Stream::sticker_pack,
      Stream::rental_pack};
  static constexpr BoosterKind kPacks[] = {BoosterKind::arcana, BoosterKind::celestial,
                                           BoosterKind::spectral};
  const std::uint32_t kinds = packs_with(fact.wanted);
  const auto asks = [&](BoosterKind kind) { return kinds >> static_cast<int>(kind) & 1; };
  const bool drawing = level > 0;  // otherwise the kinds of the packs alone
  Draws out;
  const auto add = [&](const Draws& more) {
    out.hit |= more.hit;
    out.maybe |= more.maybe;
  };
  const auto there = [&](BoosterKind kind) { out.maybe |= packs(group, ante, kind).cards.more[0]; };
  for (int kind = 0; kind < 3; ++kind) {
    if (!asks(kPacks[kind])) continue;
    drawing ? add(in_kind(group, static_cast<ConsumableKind>(kind), asked, ante)) : there(kPacks[kind]);
  }
  if (asks(BoosterKind::buffoon)) {
    const LaneCounts cards = packs(group, ante, BoosterKind::buffoon).cards;
    std::array<LaneMask, LaneGroup::kMaxDraws> every;
    every.fill(kAllLanes);
    const auto most = static_cast<std::size_t>(cards.most);
    add(jokers(group, kFrom, fact, asked, ante, std::span(cards.more).first(most),
               std::span(every).first(most), true, drawing));
  }
  if (asks(BoosterKind::standard))
    drawing ? add(standard(group, fact.wanted, ante)) : there(BoosterKind::standard);
  return {drawing ? out.hit : 0, ~(out.hit | out.maybe)};
}

Verdict LaneFacts::legendary(LaneGroup& group, const Fact& fact, const Asked& asked, int level) const {
  const LaneCode& code = group.code();
  LaneMask found = 0, twice = 0;  // antes with a Soul, in the antes that are asked about
  for (int ante = fact.first_ante; ante <= fact.last_ante; ++ante) {
    const LaneCounts arcana = packs(group, ante, BoosterKind::arcana).cards;
    const LaneCounts spectral = packs(group, ante, BoosterKind::spectral).cards;
    if (level == 0) {
      found |= arcana.more[0] | spectral.more[0];
      continue;
    }
    const auto count = [&](Stream roll, const LaneCounts& cards, int rolls) {
      for (int i = 0; i < cards.most * rolls; ++i) {
        const LaneMask lanes = cards.more[static_cast<std::size_t>(i / rolls)] & group.used();
        if (!lanes) break;
        const LaneMask hit = lanes & code.above(group.real(roll, ante, i), 1, kSoulAbove);
        twice |= found & hit;
        found |= hit;
      }
    };
    count(Stream::soul_tarot, arcana, 1);
    if (level == 1)  // few seeds have Spectral Packs: their rolls wait
      found |= spectral.more[0], twice |= spectral.more[0];
    else
      count(Stream::soul_spectral, spectral, 2);
  }
  // One roll at most succeeded: if it is a Soul, it gives the first legendary joker of the run.
  if (level > 0 && fact.first_ante == 1 && !asked.legendary.all && (found & ~twice & group.used()))
    found &=
        twice | code.among(group.real(Stream::legendary, 0, 0), asked.legendary.size, asked.legendary.wanted);
  return {0, ~found};
}

}  // namespace jimbot
