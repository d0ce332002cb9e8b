// What has to do with what, as the knowledge graph reads it; and positions with jokers added.
#include "relations.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>

#include "additions.h"
#include "bind.h"
#include "cards.h"
#include "check.h"
#include "hook_names.h"
#include "names.h"
#include "released.h"
#include "workers.h"

using namespace jimbot;
using namespace jimbot::plan;

namespace {

using JokerRows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Worths = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

constexpr int kMaxAdded = 8;
constexpr int kMaxRounds = 100'000;
constexpr const char* kDeedNames[kDeeds] = {
    "chips",         "mult",        "times_mult",     "dollars",         "again",
    "counter",       "tarots",      "planets",        "spectrals",       "jokers",
    "cards",         "tags",        "destroys_cards", "destroys_jokers", "levels",
    "disables_boss", "sell_value",  "hands",          "discards",        "hand_size",
    "takes_dollars", "takes_hands", "takes_discards", "takes_hand_size", "card_chips",
    "copies"};
constexpr const char* kRarities[] = {"none", "common", "uncommon", "rare", "legendary"};
constexpr const char* kKinds[] = {"tarot", "planet", "spectral"};
constexpr const char* kSuits[] = {"spades", "hearts", "clubs", "diamonds"};

template <std::size_t N>
nb::list named(std::uint64_t bits, const char* const (&names)[N]) {
  nb::list out;
  for (std::size_t i = 0; i < N; ++i)
    if (bits >> i & 1) out.append(names[i]);
  return out;
}
template <class Id>
nb::list keys(std::uint64_t bits) {
  nb::list out;
  for (const Id id : kEach<Id>)
    if (bits >> static_cast<int>(id) & 1) out.append(row(id).key);
  return out;
}
nb::list keys(const Jokers& jokers) {
  nb::list out;
  for (const JokerId id : kEach<JokerId>)
    if (jokers[static_cast<std::size_t>(id)]) out.append(row(id).key);
  return out;
}
// Numbers of the fronts: suits C, D, H, S, each by 2 to 9, A, J, K, Q, T.
nb::list fronts(Fronts bits) {
  nb::list out;
  for (int i = 0; i < kFronts; ++i)
    if (bits >> i & 1) out.append(i);
  return out;
}

nb::dict as_dict(const JokerRelations& t) {
  nb::dict d;
  d["deeds"] = named(t.deeds, kDeedNames);
  d["hands"] = keys<HandType>(t.hands);
  d["scored"] = fronts(t.scored);
  d["held"] = fronts(t.held);
  d["discarded"] = fronts(t.discarded);
  d["destroyed"] = fronts(t.destroyed);
  d["in_deck"] = fronts(t.in_deck);
  d["each_time"] = fronts(t.each_time);
  d["again"] = fronts(t.again);
  d["again_held"] = fronts(t.again_held);
  d["reads"] = keys<Enhancement>(t.reads);
  d["gives"] = keys<Enhancement>(t.gives);
  d["grows"] = named(t.grows, kHookNames);
  d["grows_by_kind"] = named(t.grows_by_kind, kKinds);
  d["others"] = keys(t.others);
  d["unlocks"] = keys(t.unlocks);
  d["makes"] = named(t.makes, kRarities);
  d["tags"] = keys<TagId>(t.tags);
  d["rolls"] = t.rolls;
  d["ends_by_chance"] = t.ends_by_chance;
  d["doubles_probabilities"] = t.doubles_probabilities;
  d["counts_jokers"] = t.counts_jokers;
  d["wants_no_discards"] = t.wants_no_discards;
  return d;
}
nb::dict as_dict(const ConsumableRelations& t) {
  nb::dict d;
  d["deeds"] = named(t.deeds, kDeedNames);
  d["levels"] = keys<HandType>(t.levels);
  d["gives"] = keys<Enhancement>(t.gives);
  d["seals"] = keys<Seal>(t.seals);
  d["editions"] = keys<Edition>(t.editions);
  d["makes"] = named(t.makes, kRarities);
  d["suits"] = named(t.suits, kSuits);
  d["raises_rank"] = t.raises_rank;
  d["makes_alike"] = t.makes_alike;
  return d;
}
nb::dict as_dict(const BlindRow& r) {
  const BossRelations t = relations_of(r.id);
  nb::dict d;
  d["debuffs"] = fronts(t.debuffs);
  d["face_down"] = fronts(t.face_down);
  d["hand_size"] = r.hand_size;
  d["only_hands"] = r.only_hands;
  d["no_discards"] = r.no_discards;
  d["debuffs_played"] = r.debuffs_played;
  d["draws"] = r.draws;
  d["discards_held"] = r.discards_held;
  d["dollars_per_card"] = r.dollars_per_card;
  d["least_cards"] = r.least_cards;
  d["refuses_hands"] = r.allowed != nullptr;
  d["levels_lost"] = r.levels_lost;
  d["base_factor"] = r.base_factor;
  return d;
}
nb::dict as_dict(const VoucherRow& r) {
  nb::dict d;
  d["hands"] = r.hands;
  d["discards"] = r.discards;
  d["hand_size"] = r.hand_size;
  d["joker_slots"] = r.joker_slots;
  d["consumable_slots"] = r.consumable_slots;
  d["shop_slots"] = r.shop_slots;
  d["reroll_discount"] = r.reroll_discount;
  d["ante"] = r.ante;
  d["discount"] = r.discount;
  d["interest_cap"] = r.interest_cap;
  d["boss_reroll_price"] = r.boss_reroll_price;
  d["edition_rate"] = r.edition_rate;
  d["tarot_rate"] = r.tarot_rate;
  d["planet_rate"] = r.planet_rate;
  d["card_rate"] = r.card_rate;
  d["spectral_in_arcana"] = r.spectral_in_arcana;
  d["most_played_planet"] = r.most_played_planet;
  d["planet_times_mult"] = r.planet_times_mult;
  return d;
}

AnyDict relations() {
  nb::dict jokers, rules, consumables, bosses, vouchers;
  for (const JokerId id : kEach<JokerId>) {
    jokers[row(id).key] = as_dict(relations_of(id));
    const std::uint32_t changed = row(id).rules;
    if (!changed) continue;
    nb::dict helped;
    for (const JokerId other : kEach<JokerId>)
      if (const double share = helped_by(changed, other); share != 0) helped[row(other).key] = share;
    nb::dict rule;
    rule["hands"] = keys<HandType>(hands_helped(changed));
    rule["jokers"] = helped;
    rules[row(id).key] = rule;
  }
  for (const ConsumableId id : kEach<ConsumableId>) consumables[row(id).key] = as_dict(relations_of(id));
  for (const BlindId id : kEach<BlindId>) bosses[row(id).key] = as_dict(row(id));
  for (const VoucherId id : kEach<VoucherId>) vouchers[row(id).key] = as_dict(row(id));
  AnyDict out;
  out["joker"] = jokers;
  out["rule"] = rules;
  out["consumable"] = consumables;
  out["boss"] = bosses;
  out["voucher"] = vouchers;
  return out;
}

std::vector<std::pair<int, std::string>> front_cards() {
  std::vector<std::pair<int, std::string>> out;
  for (int i = 0; i < kFronts; ++i) {
    const Card card = card_of_front(i);
    out.emplace_back(card.rank, kSuits[static_cast<std::size_t>(card.suit)]);
  }
  return out;
}

Worths worth_with(const Game& g, std::shared_ptr<Judge> judge, const JokerRows& rows, int rounds,
                  int threads) {
  if (g.phase != Phase::shop && g.phase != Phase::blind_select)
    refuse(std::string("jokers can be added between rounds only, not in ") + phase_name(g.phase));
  check_within("rounds", rounds, 2, kMaxRounds);
  check_within("threads", threads, 1, Workers::kMax);
  const std::size_t count = rows.shape(0), width = rows.shape(1);
  check_within("jokers of a row", static_cast<std::int64_t>(width), 0, kMaxAdded);
  check_within("rows", static_cast<std::int64_t>(count), 0, 1'000'000);
  if (g.jokers.size() + static_cast<int>(width) > kMaxJokers)
    refuse("there is no room for " + std::to_string(width) + " more jokers");
  for (std::size_t i = 0; i < count * width; ++i)
    if (rows.data()[i] != kNone) check_within("joker (255: none)", rows.data()[i], 0, kJokerIds - 1);
  auto* data = new double[3 * count]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  const std::vector<std::uint8_t> asked(rows.data(), rows.data() + count * width);
  const auto copy = std::make_unique<Game>(g);
  {
    const Released released;
    const Tuning tuning;
    const Additions additions(*copy, *judge, tuning, rounds);
    Workers workers(threads);
    workers.run(static_cast<int>(count), [&](int i) {
      JokerId added[kMaxAdded];
      std::size_t n = 0;
      for (std::size_t k = 0; k < width; ++k)
        if (const std::uint8_t id = asked[static_cast<std::size_t>(i) * width + k]; id != kNone)
          added[n++] = static_cast<JokerId>(id);
      const Worth worth = additions.with({added, n});
      data[3 * i] = worth.strength;
      data[3 * i + 1] = worth.boss;
      data[3 * i + 2] = worth.chance;
    });
  }
  return Worths(data, {count, 3}, owner);
}

}  // namespace

void bind_relations(nb::module_& m) {
  m.def(
      "relations", &relations,
      "What jokers, consumables, bosses and vouchers act on and bring, as their rows' hooks show; and how much "
      "more jokers do under the rule of another.");
  m.def("front_cards", &front_cards, "Rank and suit of the 52 cards, by number.");
  m.def("worth_with", &worth_with, nb::arg("game"), nb::arg("judge"), nb::arg("rows"), nb::arg("rounds"),
        nb::arg("threads") = 1,
        "With the jokers of each row added: ln(chips of a round), the same against the boss, chance to win.");
}
