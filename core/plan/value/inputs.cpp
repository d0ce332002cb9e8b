// One block of features after the other.
#include "inputs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>

#include "blinds.h"
#include "cards.h"
#include "content/stakes.h"
#include "content/vouchers.h"
#include "create.h"
#include "elementary.h"
#include "flow/blind.h"
#include "flow/cash_out.h"
#include "habits.h"
#include "jokers.h"

namespace jimbot::plan {
namespace {

constexpr int kRanks = 13, kPackKinds = 5, kStakes = 8, kGaps = 5, kKinds = 9;

// The layout: name, columns in use, columns. Weights are kept by a block's name and the place within it, so a
// block may grow, a new one may come (at the end, or anywhere else), and what was learned still fits. Places
// of a block are never given another meaning.
#define JIMBOT_FEATURE_BLOCKS(X)                                                                  \
  X(blind, 24, 24)                                                                                \
  X(strength, 4, 8)                                                                               \
  X(gap, 2 * kGaps, 16) /* to the next blind, this boss, bosses to come: itself and its chance */ \
  X(usual, kHandTypes, 16) /* ln(chips) of each hand type */                                      \
  X(money, 8, 12)                                                                                 \
  X(jokers, kJokerIds, 192)                                                                       \
  X(row, 6, 12)                                                                                   \
  X(editions, 4, 8)                                                                               \
  X(levels, kHandTypes, 16)                                                                       \
  X(played, kHandTypes, 16)                                                                       \
  X(round, 5, 8)                                                                                  \
  X(ranks, kRanks, 16)                                                                            \
  X(suits, 5, 8)                                                                                  \
  X(enhancements, 8, 12)                                                                          \
  X(seals, 4, 8)                                                                                  \
  X(card_editions, 3, 6)                                                                          \
  X(vouchers, kVoucherIds, 40)                                                                    \
  X(consumables, kConsumableIds, 64)                                                              \
  X(tags, kTagIds, 32)                                                                            \
  X(bosses, kBlindIds, 40)                                                                        \
  X(decks, kDeckIds, 24)                                                                          \
  X(stake, kStakes, 12)                                                                           \
  X(unseen, 3, 4) /* a shelf after a reroll, a new shop; the rest of this one */                  \
  X(packs, kPackKinds, 8)                                                                         \
  X(pack_sizes, kPackKinds, 8)                                                                    \
  X(counters, kJokerIds, 192)                                                                     \
  X(make_up, 6, 12) /* chips, mult and multiplier of a Pair and of a Flush */                     \
  X(offer, kVoucherIds, 40) /* the ante's voucher, seen and not bought */                         \
  X(eternal, kJokerIds, 192)                                                                      \
  X(perishable, kJokerIds, 192) /* what is left of it */                                          \
  X(rental, kJokerIds, 192)                                                                       \
  X(burdens, 6, 16)                                                                               \
  X(stake_reached, kStakes - 1, 12) /* this one or a higher */                                    \
  X(challenges, kChallengeIds, 32)                                                                \
  X(reroll, 2, 4) /* the next one's price, and how many are free */                               \
  X(lasting, 4, 8) /* what is lost when the Perishables have failed */                            \
  X(steady, 3, 8) /* probabilities to clear, from mean and deviation */                           \
  X(income, 7, 12) /* of the next cash-out */                                                     \
  X(still_for_sale, 8, 12) /* with the money left */                                              \
  X(skip_tags, kTagIds, 32) /* of blinds that can still be skipped */                             \
  X(kinds, 2 * kKinds, 24) /* jokers by what they do: those that act, and those of them that last */

enum class Block : int {
#define JIMBOT_ID(name, used, size) name,
  JIMBOT_FEATURE_BLOCKS(JIMBOT_ID)
#undef JIMBOT_ID
};

constexpr auto kLayout = [] {
  auto blocks = std::to_array<FeatureBlock>({
#define JIMBOT_ROW(name, used, size) {#name, 0, size, used},
      JIMBOT_FEATURE_BLOCKS(JIMBOT_ROW)
#undef JIMBOT_ROW
  });
  int start = 0;
  for (FeatureBlock& block : blocks) block.start = start, start += block.size;
  return blocks;
}();
static_assert(std::all_of(kLayout.begin(), kLayout.end(),
                          [](const FeatureBlock& block) { return block.used <= block.size; }),
              "a block is full: give it more columns");

constexpr int kCount = kLayout.back().start + kLayout.back().size;
static_assert(kCount <= kMaxFeatures);

class Writer {
 public:
  explicit Writer(Features& out) : out_(out) {}
  void put(Block block, int place, double value) {
    const FeatureBlock& b = kLayout[static_cast<std::size_t>(block)];
    assert(place >= 0 && place < b.used);
    if (value != 0) out_.push({static_cast<std::uint16_t>(b.start + place), static_cast<float>(value)});
  }
  template <class Id>
  void put_one(Block block, Id id) {
    put(block, static_cast<int>(id), 1);
  }

 private:
  Features& out_;
};

double clear_chance(double gap) { return 1 / (1 + elementary::exp(-(3.2 * gap + 1.7))); }

// Of a round whose ln(chips) is so far above the target, with this deviation; 16 rounds show it roughly.
double clear_chance(double gap, double deviation) {
  return 0.5 * elementary::erfc(-gap / (std::sqrt(2.0) * std::max(deviation, 0.1)));
}

double log_target(const Game& g, int ante, double factor) {
  factor *= blind_requirement(g, BlindId::small) / base_requirement(g.ante, g.stake);  // Plasma Deck
  return elementary::log(base_requirement(std::clamp(ante, 1, 8), g.stake) * factor);
}

void put_strength(Writer& w, const Game& g, const Build& build) {
  const double usual = build.usual.mean, boss = build.boss.mean;
  w.put(Block::strength, 0, usual / 4 - 2);
  w.put(Block::strength, 1, boss - usual);
  w.put(Block::strength, 2, build.usual.deviation);
  w.put(Block::strength, 3, g.deck == DeckId::plasma);
  const double this_boss = boss - elementary::log(std::max(1.0, blind_requirement(g, g.boss)));
  const double gaps[kGaps] = {
      g.blind_on_deck == 2 ? this_boss : usual - log_target(g, g.ante, g.blind_on_deck == 0 ? 1 : 1.5),
      this_boss, usual - log_target(g, g.ante + 1, 2), usual - log_target(g, g.ante + 2, 2),
      usual - log_target(g, 8, 2)};
  for (int i = 0; i < kGaps; ++i) {
    w.put(Block::gap, 2 * i, std::clamp(gaps[i], -5.0, 5.0) / 2);
    w.put(Block::gap, 2 * i + 1, clear_chance(gaps[i]));
  }
  for (int i = 0; i < kHandTypes; ++i)
    w.put(Block::usual, i,
          elementary::log1p(std::max(0.0f, build.usual.of_type[static_cast<std::size_t>(i)])) / 4 - 2);
}

void put_prospects(Writer& w, const Game& g, const Build& build) {
  if (build.lasting != build.usual.mean) {
    w.put(Block::lasting, 0, std::max(build.lasting - build.usual.mean, -5.0) / 2);
    int at = 1;
    for (const int ante : {g.ante + 1, g.ante + 2, 8}) {
      const double target = log_target(g, ante, 2);
      w.put(Block::lasting, at++,
            clear_chance(build.lasting - target) - clear_chance(build.usual.mean - target));
    }
  }
  const double boss = elementary::log(std::max(1.0, blind_requirement(g, g.boss)));
  const double next = g.blind_on_deck == 2 ? boss : log_target(g, g.ante, g.blind_on_deck == 0 ? 1 : 1.5);
  const Strength& now = g.blind_on_deck == 2 ? build.boss : build.usual;
  w.put(Block::steady, 0, clear_chance(now.mean - next, now.deviation));
  w.put(Block::steady, 1, clear_chance(build.boss.mean - boss, build.boss.deviation));
  w.put(Block::steady, 2, build.boss.deviation);
}

void put_make_up(Writer& w, const Build& build) {
  int at = 0;
  for (const HandType type : {HandType::pair, HandType::flush}) {
    const Strength::MakeUp& m = build.usual.make_up[static_cast<std::size_t>(type)];
    w.put(Block::make_up, at++, elementary::log(std::max(1.0f, m.chips)) / 4);
    w.put(Block::make_up, at++, elementary::log(std::max(1.0f, m.mult)) / 4);
    w.put(Block::make_up, at++, elementary::log(std::max(1.0f, m.times)) / 2);
  }
}

void put_money(Writer& w, const Game& g) {
  const double money = std::clamp(static_cast<double>(g.money), -20.0, 150.0);
  w.put(Block::money, 0, money / 25);
  for (int i = 0; i < 5; ++i) w.put(Block::money, 1 + i, std::clamp(money - 5 * i, 0.0, 5.0) / 5);
  w.put(Block::money, 6, std::clamp(money - 25, 0.0, 25.0) / 25);
  w.put(Block::money, 7, std::clamp(money - 50, 0.0, 50.0) / 50);
}

// Of a count, mostly.
double log1p_of(double x) {
  static const auto kOfCounts = [] {
    std::array<double, 256> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = elementary::log1p(static_cast<double>(i));
    return all;
  }();
  if (x >= 0 && x < static_cast<double>(kOfCounts.size()))
    if (const auto i = static_cast<std::size_t>(x); static_cast<double>(i) == x) return kOfCounts[i];
  return elementary::log1p(x);
}

// Few of many ids, lowest first.
template <class Id, class Facts, int kMaxItems>
class ById {
 public:
  Facts& of(Id id) {
    int at = count_;
    while (at > 0 && items_[at - 1].id > id) --at;
    if (at > 0 && items_[at - 1].id == id) return items_[at - 1].facts;
    for (int i = count_++; i > at; --i) items_[i] = items_[i - 1];
    items_[at] = {id, {}};
    return items_[at].facts;
  }
  template <class Put>
  void for_each(Put put) const {
    for (int i = 0; i < count_; ++i) put(static_cast<int>(items_[i].id), items_[i].facts);
  }

 private:
  struct Item {
    Id id;
    Facts facts;
  };
  Item items_[kMaxItems];
  int count_ = 0;
};

void put_jokers(Writer& w, const Game& g) {
  struct Facts {
    double count = 0, counter = 0;
  };
  ById<JokerId, Facts, kMaxJokers> jokers;
  double editions[5] = {};
  double eternal = 0, perishable = 0, rental = 0, sale = 0;
  for (const Joker& joker : g.jokers) {
    Facts& facts = jokers.of(joker.id);
    facts.count += joker.debuffed() ? 0.2 : 1;
    facts.counter = std::copysign(log1p_of(std::abs(joker.value)), joker.value) / 3;
    ++editions[static_cast<int>(joker.edition)];
    eternal += joker.eternal();
    perishable += joker.perishable();
    rental += joker.rental();
    sale += static_cast<double>(sell_value(g, joker));
  }
  jokers.for_each([&](int id, const Facts& facts) {
    w.put(Block::jokers, id, facts.count);
    w.put(Block::counters, id, facts.counter);
  });
  w.put(Block::row, 0, g.jokers.size() / 5.0);
  w.put(Block::row, 1, std::max(0, joker_limit(g) - g.jokers.size()) / 3.0);
  w.put(Block::row, 2, sale / 20);
  w.put(Block::row, 3, eternal / 2);
  w.put(Block::row, 4, perishable / 2);
  w.put(Block::row, 5, rental / 2);
  for (int i = 1; i < 5; ++i) w.put(Block::editions, i - 1, editions[i]);
}

void put_round(Writer& w, const Game& g) {
  for (int i = 0; i < kHandTypes; ++i) {
    const HandRecord& record = g.hands[static_cast<std::size_t>(i)];
    w.put(Block::levels, i, (record.level - 1) / 3.0);
    if (record.played) w.put(Block::played, i, log1p_of(record.played) / 2);
  }
  w.put(Block::round, 0, hands_per_round(g) - 4.0);
  w.put(Block::round, 1, discards_per_round(g) - 3.0);
  w.put(Block::round, 2, (hand_size(g) - 8) / 2.0);
  w.put(Block::round, 3, joker_limit(g) - 5.0);
  w.put(Block::round, 4, consumable_limit(g) - 2.0);
}

void put_deck(Writer& w, const Game& g) {
  int ranks[15] = {}, suits[5] = {}, enhancements[9] = {}, seals[5] = {}, editions[5] = {};
  for (const Card& card : g.cards) {
    if (!card.stone()) ++ranks[card.rank], ++suits[static_cast<int>(card.suit)];
    ++enhancements[static_cast<int>(card.enhancement)];
    ++seals[static_cast<int>(card.seal)];
    ++editions[static_cast<int>(card.edition)];
  }
  for (int i = 0; i < kRanks; ++i) w.put(Block::ranks, i, ranks[i + 2] / 4.0 - 1);
  for (int i = 0; i < 4; ++i) w.put(Block::suits, i, suits[i] / 13.0 - 1);
  w.put(Block::suits, 4, g.cards.size() / 26.0 - 2);
  for (int i = 1; i < 9; ++i) w.put(Block::enhancements, i - 1, enhancements[i] / 4.0);
  for (int i = 1; i < 5; ++i) w.put(Block::seals, i - 1, seals[i] / 2.0);
  for (int i = 1; i < 4; ++i) w.put(Block::card_editions, i - 1, editions[i] / 2.0);
}

void put_possessions(Writer& w, const Game& g) {
  for (auto left = g.vouchers; left; left &= left - 1) w.put(Block::vouchers, std::countr_zero(left), 1);
  ById<ConsumableId, int, kMaxConsumables> consumables;
  for (const Consumable& c : g.consumables) ++consumables.of(c.id);
  consumables.for_each([&](int id, int count) { w.put(Block::consumables, id, count); });
  ById<TagId, int, kMaxTags> tags;
  for (const Tag& tag : g.tags) ++tags.of(tag.id);
  tags.for_each([&](int id, int count) { w.put(Block::tags, id, count); });
  if (g.voucher_seen && g.ante_voucher != kNone) w.put_one(Block::offer, g.ante_voucher);
}

// What stickers take: jokers that cannot go, that will fail, that cost rent; and what is left to move with.
void put_burdens(Writer& w, const Game& g) {
  struct Facts {
    double eternal = 0, perishable = 0, rental = 0;
  };
  ById<JokerId, Facts, kMaxJokers> jokers;
  double rent = 0, perished = 0, fail_before_boss = 0, rounds_left = 0, movable = 0;
  for (const Joker& joker : g.jokers) {
    movable += !joker.eternal();
    if (!joker.eternal() && !joker.perishable() && !joker.rental()) continue;
    Facts& facts = jokers.of(joker.id);
    if (joker.eternal()) ++facts.eternal;
    if (joker.rental()) ++facts.rental, rent += sticker_rows()[2].n;
    if (!joker.perishable()) continue;
    const double left = joker.rounds_left / sticker_rows()[1].n;
    facts.perishable += left;
    rounds_left += left;
    perished += joker.rounds_left == 0;
    fail_before_boss += joker.rounds_left > 0 && joker.rounds_left <= 2 - g.blind_on_deck;
  }
  jokers.for_each([&](int id, const Facts& facts) {
    w.put(Block::eternal, id, facts.eternal);
    w.put(Block::perishable, id, facts.perishable);
    w.put(Block::rental, id, facts.rental);
  });
  if (rent > 0) {
    w.put(Block::burdens, 0, rent / 6);
    w.put(Block::burdens, 1, std::clamp(static_cast<double>(g.money) - rent, -20.0, 50.0) / 25);
  }
  w.put(Block::burdens, 2, rounds_left / 2);
  w.put(Block::burdens, 3, perished / 2);
  w.put(Block::burdens, 4, fail_before_boss / 2);
  if (g.stake >= kEternalsFrom)
    w.put(Block::burdens, 5, (std::max(0, joker_limit(g) - g.jokers.size()) + movable) / 5);
  for (int i = 0; i < static_cast<int>(g.stake) - 1; ++i) w.put(Block::stake_reached, i, 1);
}

// What a joker does, as its hooks show.
std::array<bool, kKinds> find_kinds(JokerId id) {
  const Habits& habits = habits_of(id);
  const auto gives = [&](std::uint32_t what) { return (habits.gives & what) != 0; };
  return {gives(kGivesChips),  gives(kGivesMult),         gives(kGivesTimes),
          gives(kGivesByCard), gives(kGivesTimesByCard),  habits.steps_by_hand || habits.steps_by_discard,
          habits.raises_level, row(id).payout != nullptr, row(id).copies != Copies::nothing};
}

const std::array<bool, kKinds>& kinds_of(JokerId id) {
  static const auto kAll = [] {
    EnumArray<JokerId, std::array<bool, kKinds>> all;
    for (int i = 0; i < kJokerIds; ++i)
      all[static_cast<std::size_t>(i)] = find_kinds(static_cast<JokerId>(i));
    return all;
  }();
  return kAll[id];
}

void put_kinds(Writer& w, const Game& g) {
  double acting[kKinds] = {}, lasting[kKinds] = {};
  for (const Joker& joker : g.jokers) {
    if (joker.debuffed()) continue;
    const std::array<bool, kKinds>& kinds = kinds_of(joker.id);
    for (std::size_t i = 0; i < kKinds; ++i) {
      acting[i] += kinds[i];
      lasting[i] += kinds[i] && !joker.perishable();
    }
  }
  for (int i = 0; i < kKinds; ++i) {
    w.put(Block::kinds, i, acting[i] / 2);
    w.put(Block::kinds, kKinds + i, lasting[i] / 2);
  }
}

double rent_of(const Game& g) {
  double rent = 0;
  for (const Joker& joker : g.jokers) rent += joker.rental() ? sticker_rows()[2].n : 0;
  return rent;
}

void put_income(Writer& w, const Game& g) {
  const double reward = blind_reward(g, blind_of(g, g.blind_on_deck)),
               earned = static_cast<double>(interest(g)), rent = rent_of(g);
  const double money = static_cast<double>(g.money) + reward + earned - rent;
  w.put(Block::income, 0, reward / 5);
  w.put(Block::income, 1, earned / 5);
  w.put(Block::income, 2, voucher_best<&VoucherRow::interest_cap>(g, 25) / 25.0 - 1);
  w.put(Block::income, 3, (reward + earned - rent) / 10);
  w.put(Block::income, 4, rent * (24 - blind_number(g)) / 100);
  w.put(Block::income, 5, std::clamp(money, -10.0, 25.0) / 25);
  w.put(Block::income, 6, money < 0);
}

// What stays in the shop after a purchase, a reroll or a pack, and can be bought with the money left.
void put_still_for_sale(Writer& w, const Game& g, Unseen unseen) {
  double packs[kPackKinds] = {}, jokers = 0, consumables = 0;
  bool voucher = false;
  const std::int64_t money = spendable(g);
  for (const PackOffer& pack : g.shop_packs)
    if (price_of(g, pack) <= money) ++packs[static_cast<int>(row(pack.id).kind)];
  for (const VoucherOffer& offer : g.shop_vouchers) voucher |= price_of(g, offer.id) <= money;
  if (unseen != Unseen::shelf)
    for (const Item& item : g.shop) {
      if (price_of(g, item) > money) continue;
      jokers += item.kind == ItemKind::joker;
      consumables += item.kind == ItemKind::consumable;
    }
  for (int i = 0; i < kPackKinds; ++i) w.put(Block::still_for_sale, i, packs[i]);
  w.put(Block::still_for_sale, 5, voucher);
  w.put(Block::still_for_sale, 6, jokers / 2);
  w.put(Block::still_for_sale, 7, consumables / 2);
}

}  // namespace

int feature_count() { return kCount; }

std::span<const FeatureBlock> feature_layout() { return kLayout; }

int blind_number(const Game& g) {
  const int ante = std::clamp(g.ante, 1, 8);
  return std::min(23, 3 * (ante - 1) + g.blind_on_deck);
}

namespace {

Features features_of(const Game& g, const Build* build, Unseen unseen) {
  Features features;
  features.clear();
  Writer w(features);
  w.put_one(Block::blind, blind_number(g));
  if (build) put_strength(w, g, *build), put_make_up(w, *build);
  put_money(w, g);
  put_jokers(w, g);
  put_round(w, g);
  put_deck(w, g);
  put_possessions(w, g);
  w.put_one(Block::bosses, g.boss);
  w.put_one(Block::decks, g.deck);
  w.put(Block::stake, static_cast<int>(g.stake) - 1, 1);
  if (unseen == Unseen::shelf) w.put(Block::unseen, 0, 1);
  if (unseen == Unseen::shop) w.put(Block::unseen, 1, 1);
  if (unseen == Unseen::rest_of_shop) w.put(Block::unseen, 2, 1);
  if (unseen == Unseen::pack && g.phase == Phase::pack) {
    const int kind = static_cast<int>(row(g.pack).kind);
    w.put(Block::packs, kind, 1);
    w.put(Block::pack_sizes, kind, (g.pack_cards.size() - 3) / 2.0 + (g.pack_picks_left - 1));
  }
  put_burdens(w, g);
  if (g.challenge != kNone) w.put_one(Block::challenges, g.challenge);
  if (unseen == Unseen::shelf) {
    w.put(Block::reroll, 0, std::min(static_cast<double>(reroll_price(g)), 30.0) / 10);
    w.put(Block::reroll, 1, std::min(g.free_rerolls, 5));
  }
  if (build) put_prospects(w, g, *build);
  put_income(w, g);
  put_kinds(w, g);
  if (unseen != Unseen::nothing && unseen != Unseen::shop) put_still_for_sale(w, g, unseen);
  for (int i = g.blind_on_deck; i < 2; ++i)
    w.put(Block::skip_tags, static_cast<int>(g.ante_tags[static_cast<std::size_t>(i)].id), 1);
  return features;
}

}  // namespace

bool is_useless(const Game& g, BoosterId pack) {
  return g.calls_only && row(pack).kind == BoosterKind::buffoon && g.jokers.size() >= joker_limit(g);
}

Unseen unseen_after(const Game& after, const Action& a) {
  switch (a.kind) {
    case ActionKind::reroll: return Unseen::shelf;
    case ActionKind::cash_out: return Unseen::shop;
    case ActionKind::leave_shop: return Unseen::nothing;
    default: break;
  }
  const bool in_pack = after.phase == Phase::pack;
  const bool goes_on = a.kind != ActionKind::skip_pack && a.kind != ActionKind::sell_joker;
  if (in_pack && goes_on && !is_useless(after, after.pack)) return Unseen::pack;
  const Phase phase = in_pack ? after.phase_behind_pack : after.phase;
  return phase == Phase::shop ? Unseen::rest_of_shop : Unseen::nothing;
}

Features features_of(const Game& g, const Build& build, Unseen unseen) {
  return features_of(g, &build, unseen);
}

Features features_of(const Game& g, Unseen unseen) { return features_of(g, nullptr, unseen); }

}  // namespace jimbot::plan
