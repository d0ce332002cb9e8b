// One block of features after the other.
#include "strategist/features.h"

#include <algorithm>
#include <cmath>

#include "cards.h"
#include "content/stakes.h"
#include "create.h"
#include "flow/blind.h"
#include "jokers.h"

namespace jimbot::strategist {
namespace {

constexpr int kRanks = 13, kPackKinds = 5, kStakes = 8, kMoneySteps = 8, kGaps = 5;

enum Block : int {
  kBlind = 0,
  kStrength = kBlind + 24,
  kGap = kStrength + 4,  // to the next blind, this boss and the bosses to come: itself and its chance
  kUsual = kGap + 2 * kGaps,  // ln(chips) of each hand type
  kMoney = kUsual + kHandTypes,
  kJokers = kMoney + kMoneySteps,
  kRow = kJokers + kJokerIds,
  kEditions = kRow + 6,
  kLevels = kEditions + 4,
  kPlayed = kLevels + kHandTypes,
  kRound = kPlayed + kHandTypes,
  kRankCounts = kRound + 5,
  kSuitCounts = kRankCounts + kRanks,
  kEnhancements = kSuitCounts + 5,
  kSeals = kEnhancements + 8,
  kCardEditions = kSeals + 4,
  kVouchers = kCardEditions + 3,
  kConsumables = kVouchers + kVoucherIds,
  kTags = kConsumables + kConsumableIds,
  kBosses = kTags + kTagIds,
  kDecks = kBosses + kBlindIds,
  kStake = kDecks + kDeckIds,
  kUnseen = kStake + kStakes,
  kCounters = kUnseen + 1 + 2 * kPackKinds,
  kMakeUp = kCounters + kJokerIds,  // chips, mult and multiplier of a Pair and of a Flush
  kOffer = kMakeUp + 6,             // the ante's voucher, seen and not bought
  kNewShop = kOffer + kVoucherIds,
  kCount = kNewShop + 1,
};

class Writer {
 public:
  explicit Writer(Features& out) : out_(out) {}
  void put(int index, double value) {
    if (value != 0) out_.push({static_cast<std::uint16_t>(index), static_cast<float>(value)});
  }

 private:
  Features& out_;
};

double clear_chance(double gap) { return 1 / (1 + std::exp(-(3.2 * gap + 1.7))); }

double log_target(const Game& g, int ante, double factor) {
  factor *= blind_requirement(g, BlindId::small) / base_requirement(g.ante, g.stake);  // Plasma Deck
  return std::log(base_requirement(std::clamp(ante, 1, 8), g.stake) * factor);
}

void put_strength(Writer& w, const Game& g, const Build& build) {
  const double usual = build.usual.mean, boss = build.boss.mean;
  w.put(kStrength, usual / 4 - 2);
  w.put(kStrength + 1, boss - usual);
  w.put(kStrength + 2, build.usual.deviation);
  w.put(kStrength + 3, g.deck == DeckId::plasma);
  const double this_boss = boss - std::log(std::max(1.0, blind_requirement(g, g.boss)));
  const double gaps[kGaps] = {
      g.blind_on_deck == 2 ? this_boss : usual - log_target(g, g.ante, g.blind_on_deck == 0 ? 1 : 1.5),
      this_boss, usual - log_target(g, g.ante + 1, 2), usual - log_target(g, g.ante + 2, 2),
      usual - log_target(g, 8, 2)};
  for (int i = 0; i < kGaps; ++i) {
    w.put(kGap + 2 * i, std::clamp(gaps[i], -5.0, 5.0) / 2);
    w.put(kGap + 2 * i + 1, clear_chance(gaps[i]));
  }
  for (int i = 0; i < kHandTypes; ++i)
    w.put(kUsual + i, std::log1p(std::max(0.0f, build.usual.of_type[static_cast<std::size_t>(i)])) / 4 - 2);
}

void put_make_up(Writer& w, const Build& build) {
  int at = kMakeUp;
  for (const HandType type : {HandType::pair, HandType::flush}) {
    const Strength::MakeUp& m = build.usual.make_up[static_cast<std::size_t>(type)];
    w.put(at++, std::log(std::max(1.0f, m.chips)) / 4);
    w.put(at++, std::log(std::max(1.0f, m.mult)) / 4);
    w.put(at++, std::log(std::max(1.0f, m.times)) / 2);
  }
}

void put_money(Writer& w, const Game& g) {
  const double money = std::clamp(static_cast<double>(g.money), -20.0, 150.0);
  w.put(kMoney, money / 25);
  for (int i = 0; i < 5; ++i) w.put(kMoney + 1 + i, std::clamp(money - 5 * i, 0.0, 5.0) / 5);
  w.put(kMoney + 6, std::clamp(money - 25, 0.0, 25.0) / 25);
  w.put(kMoney + 7, std::clamp(money - 50, 0.0, 50.0) / 50);
}

void put_jokers(Writer& w, const Game& g) {
  double counts[kJokerIds] = {}, counters[kJokerIds] = {}, editions[5] = {};
  double eternal = 0, perishable = 0, rental = 0, sale = 0;
  for (const Joker& joker : g.jokers) {
    counts[static_cast<int>(joker.id)] += joker.debuffed() ? 0.2 : 1;
    counters[static_cast<int>(joker.id)] = std::copysign(std::log1p(std::abs(joker.value)), joker.value) / 3;
    ++editions[static_cast<int>(joker.edition)];
    eternal += joker.eternal();
    perishable += joker.perishable();
    rental += joker.rental();
    sale += static_cast<double>(sell_value(g, joker));
  }
  for (int i = 0; i < kJokerIds; ++i) w.put(kJokers + i, counts[i]), w.put(kCounters + i, counters[i]);
  w.put(kRow, g.jokers.size() / 5.0);
  w.put(kRow + 1, std::max(0, joker_limit(g) - g.jokers.size()) / 3.0);
  w.put(kRow + 2, sale / 20);
  w.put(kRow + 3, eternal / 2);
  w.put(kRow + 4, perishable / 2);
  w.put(kRow + 5, rental / 2);
  for (int i = 1; i < 5; ++i) w.put(kEditions + i - 1, editions[i]);
}

void put_round(Writer& w, const Game& g) {
  for (int i = 0; i < kHandTypes; ++i) {
    const HandRecord& record = g.hands[static_cast<std::size_t>(i)];
    w.put(kLevels + i, (record.level - 1) / 3.0);
    w.put(kPlayed + i, std::log1p(record.played) / 2);
  }
  w.put(kRound, hands_per_round(g) - 4.0);
  w.put(kRound + 1, discards_per_round(g) - 3.0);
  w.put(kRound + 2, (hand_size(g) - 8) / 2.0);
  w.put(kRound + 3, joker_limit(g) - 5.0);
  w.put(kRound + 4, consumable_limit(g) - 2.0);
}

void put_deck(Writer& w, const Game& g) {
  double ranks[15] = {}, suits[5] = {}, enhancements[9] = {}, seals[5] = {}, editions[5] = {};
  for (const Card& card : g.cards) {
    if (!card.stone()) ++ranks[card.rank], ++suits[static_cast<int>(card.suit)];
    ++enhancements[static_cast<int>(card.enhancement)];
    ++seals[static_cast<int>(card.seal)];
    ++editions[static_cast<int>(card.edition)];
  }
  for (int i = 0; i < kRanks; ++i) w.put(kRankCounts + i, ranks[i + 2] / 4 - 1);
  for (int i = 0; i < 4; ++i) w.put(kSuitCounts + i, suits[i] / 13 - 1);
  w.put(kSuitCounts + 4, g.cards.size() / 26.0 - 2);
  for (int i = 1; i < 9; ++i) w.put(kEnhancements + i - 1, enhancements[i] / 4);
  for (int i = 1; i < 5; ++i) w.put(kSeals + i - 1, seals[i] / 2);
  for (int i = 1; i < 4; ++i) w.put(kCardEditions + i - 1, editions[i] / 2);
}

void put_possessions(Writer& w, const Game& g) {
  for (int i = 0; i < kVoucherIds; ++i) w.put(kVouchers + i, g.vouchers >> i & 1);
  double consumables[kConsumableIds] = {}, tags[kTagIds] = {};
  for (const Consumable& c : g.consumables) ++consumables[static_cast<int>(c.id)];
  for (const Tag& tag : g.tags) ++tags[static_cast<int>(tag.id)];
  for (int i = 0; i < kConsumableIds; ++i) w.put(kConsumables + i, consumables[i]);
  for (int i = 0; i < kTagIds; ++i) w.put(kTags + i, tags[i]);
  if (g.voucher_seen && g.ante_voucher != kNone) w.put(kOffer + g.ante_voucher, 1);
}

}  // namespace

int feature_count() { return kCount; }

int blind_number(const Game& g) {
  const int ante = std::clamp(g.ante, 1, 8);
  return std::min(23, 3 * (ante - 1) + g.blind_on_deck);
}

Features features_of(const Game& g, const Build& build, Unseen unseen) {
  Features features{};
  Writer w(features);
  w.put(kBlind + blind_number(g), 1);
  put_strength(w, g, build);
  put_make_up(w, build);
  put_money(w, g);
  put_jokers(w, g);
  put_round(w, g);
  put_deck(w, g);
  put_possessions(w, g);
  w.put(kBosses + static_cast<int>(g.boss), 1);
  w.put(kDecks + static_cast<int>(g.deck), 1);
  w.put(kStake + static_cast<int>(g.stake) - 1, 1);
  if (unseen == Unseen::shelf) w.put(kUnseen, 1);
  if (unseen == Unseen::shop) w.put(kNewShop, 1);
  if (unseen == Unseen::pack && g.phase == Phase::pack) {
    const int kind = static_cast<int>(row(g.pack).kind);
    w.put(kUnseen + 1 + kind, 1);
    w.put(kUnseen + 1 + kPackKinds + kind, (g.pack_cards.size() - 3) / 2.0 + (g.pack_picks_left - 1));
  }
  return features;
}

}  // namespace jimbot::strategist
