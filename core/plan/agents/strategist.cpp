// Decisions by phase; prices as changes of the chance to win.
#include "strategist.h"

#include <algorithm>
#include <cmath>

#include "arrange.h"
#include "builds.h"
#include "consumables.h"
#include "create.h"
#include "effects.h"
#include "hidden.h"
#include "jokers.h"
#include "knowledge.h"
#include "legal.h"
#include "step.h"

namespace jimbot {

using namespace plan;

namespace {

// Where a run is nearly won or lost no choice matters much: what can be gained or lost there is measured in shares of
// chance * (1 - chance). Alternatives this much of it behind the best are not measured any better.
constexpr double kHopeless = 0.1;
// In nats of log probability behind the likeliest choice: what the network does not list, and what is not measured.
constexpr double kNotListed = 8;
double max_behind(double chance) { return std::clamp(80 * chance * (1 - chance), 2.0, 8.0); }

Action plain(ActionKind kind, int index = 0) { return {kind, static_cast<std::uint8_t>(index), 0, {}}; }

// Roughly normal, the same for the same alternative of one round.
double quirk_of(std::uint64_t quirk, int round, const Action& a) {
  PolicyRandom random{quirk + 1000003ull * static_cast<std::uint64_t>(round) +
                      4099ull * static_cast<std::uint64_t>(a.kind) + a.index};
  random.next();
  double sum = -2;
  for (int i = 0; i < 4; ++i) sum += random.below(1 << 20) / double(1 << 20);
  return sum * 1.732;
}

bool is_gamble(const Game& seen, const Action& a) {
  const auto gamble = [](const Item& item) {
    return item.kind == ItemKind::consumable && effect_of(item.consumable.id).draws;
  };
  switch (a.kind) {
    case ActionKind::skip_blind:
    case ActionKind::reroll_boss: return true;
    case ActionKind::use: return effect_of(seen.consumables[a.index].id).draws;
    case ActionKind::buy_and_use: return gamble(seen.shop[a.index]);
    case ActionKind::pick: return gamble(seen.pack_cards[a.index]);
    default: return false;
  }
}

// One decision: what is drawn, measured and weighed on the way to it.
class Weighing {
 public:
  Weighing(const StrategistOptions& options, const Judge& judge, const plan::Network* network,
           std::uint64_t draw_seed, Detail detail = Detail::weighed)
      : options_(options),
        tuning_(options.hands.tuning),
        judge_(judge),
        network_(network),
        builds_(tuning_, options.rounds, does(kJokerOrder), does(kBossInView)),
        detail_(detail),
        random_{draw_seed} {}

  Game redrawn(const Game& g) {
    Game seen = g;
    determinize(seen, random_.next());
    return seen;
  }
  Decision decide(const Game& seen);
  Features features_after(Game after, const Action& a);

 private:
  void shop(const Game& seen);
  void pack(const Game& seen);
  void blind(const Game& seen);
  void hand(const Game& seen);

  bool does(StrategyPart part) const { return !(options_.without & part); }
  Build early_build(const Strength& early) const;
  double judge(const Game& g, const Build& build, Unseen unseen) const;
  double worth(const Game& g, Unseen unseen) const;
  double worth_if_hopeful(const Game& g, Unseen unseen, double less) const;
  double worth_of_rest(const Game& g, Unseen unseen) const;
  void begin(const Game& seen, const Action& otherwise);  // what the alternatives are compared with
  double mean_worth(const Game& seen, const Action& a);
  double worth_after(const Game& seen, const Action& a, double less);
  bool weigh(const Game& seen, const Action& a);
  bool weigh_used(const Game& seen, int offer);
  bool weigh_bought_and_used(const Game& seen, int offer, std::optional<Action> before = {});
  void add(const Action& a, double worth, std::optional<Action> then = {});
  void weigh_joker(const Game& seen, const Action& take);
  void weigh_in_place_of_joker(const Game& seen, const Action& take);
  void rank_sales(const Game& seen);
  void weigh_shelf(const Game& seen);
  void weigh_pack(const Game& seen, int offer);
  void weigh_picks(const Game& seen);
  void ask_network(const Game& seen);
  double log_ratio(const Action& a, const std::optional<Action>& then = {}) const;
  void choose_best();
  void list_unlikely(const Game& seen);

  const StrategistOptions& options_;
  const Tuning& tuning_;
  const Judge& judge_;
  const plan::Network* network_;
  Builds builds_;
  Detail detail_;
  PolicyRandom random_;
  Decision decision_;

  struct Sale {
    std::uint8_t joker;
    double price;
  };
  FixedVec<Sale, kMaxJokers, std::uint64_t> sales_{};  // best first

  // Of the position that alternatives are compared with
  int round_ = 0;
  BlindId boss_{};
  Fingerprint key_;
  Build build_;
  double boss_edge_ = 0, lasting_edge_ = 0;  // of its build, in ln(chips)
  Judge::Base base_;
  plan::Choices choices_;  // the network's; none: a rule's, or it is not asked
  plan::Network::Opinion opinion_;
  std::vector<Alternative> unlikely_;  // not weighed
  double best_ = 0;  // chance to win by what was weighed so far, less what its likelihood costs
};

Decision Weighing::decide(const Game& seen) {
  if (use_now(seen, decision_.action, tuning_)) return decision_;
  switch (seen.phase) {
    case Phase::round_eval: decision_.action = plain(ActionKind::cash_out); break;
    case Phase::selecting_hand: hand(seen); break;
    case Phase::blind_select: blind(seen); break;
    case Phase::shop: shop(seen); break;
    default: pack(seen); break;
  }
  list_unlikely(seen);
  return decision_;
}

// From few rounds: what they show more or less than the same ones of the build that alternatives are compared with.
Build Weighing::early_build(const Strength& early) const {
  Build build;
  build.usual = early;
  build.usual.mean = build_.usual.mean + early.early - build_.usual.early;
  build.usual.deviation = build_.usual.deviation;
  build.boss = build.usual;
  build.boss.mean += boss_edge_;
  build.lasting = build.usual.mean + lasting_edge_;
  return build;
}

double Weighing::judge(const Game& g, const Build& build, Unseen unseen) const {
  return judge_.win_chance(base_, features_of(g, build, unseen), blind_number(g));
}

double Weighing::worth(const Game& g, Unseen unseen) const {
  return judge(g, builds_.build_of(g, Reduced(g)), unseen);
}

// Few rounds are enough for what is far behind.
double Weighing::worth_if_hopeful(const Game& g, Unseen unseen, double less) const {
  const Reduced reduced(g);
  if (reduced.measurable && reduced.key != key_ && g.boss == boss_) {
    double early = 0;
    const auto hopeful = [&](const Strength& few) {
      early = judge(g, early_build(few), unseen);
      return early - options_.trust * less >= best_ - kHopeless * decision_.chance * (1 - decision_.chance) -
                                                  4 * options_.curiosity * decision_.chance;
    };
    if (!hopeful(builds_.strength(reduced, 1, hopeful))) return early;
  }
  return judge(g, builds_.build_of(g, reduced), unseen);
}

// After a sale, by few rounds.
double Weighing::worth_of_rest(const Game& g, Unseen unseen) const {
  const Reduced reduced(g);
  if (!reduced.measurable) return 0;
  const Strength few = builds_.strength(reduced, 1, [](const Strength&) { return false; });
  return judge(g, early_build(few), unseen);
}

Features Weighing::features_after(Game after, const Action& a) {
  if (a.kind != ActionKind::select_blind && a.kind != ActionKind::leave_shop) apply(after, a);
  builds_.choose_worlds(after);
  return features_of(after, builds_.build_of(after, Reduced(after)), unseen_after(after, a));
}

void Weighing::begin(const Game& seen, const Action& otherwise) {
  builds_.choose_worlds(seen);
  sales_.clear();
  const Reduced reduced(seen);
  key_ = reduced.key;
  build_ = builds_.build_of(seen, reduced);
  boss_ = seen.boss;
  boss_edge_ = build_.boss.mean - build_.usual.mean;
  lasting_edge_ = build_.lasting - build_.usual.mean;
  round_ = seen.round;
  const Features features = features_of(seen, build_, unseen_after(seen, otherwise));
  base_ = judge_.base_of(features);
  decision_.chance = judge_.win_chance(base_, features, blind_number(seen));
  ask_network(seen);
  best_ = -1;
  add(otherwise, decision_.chance);
}

void Weighing::add(const Action& a, double worth, std::optional<Action> then) {
  worth -= options_.trust * log_ratio(a, then);
  best_ = std::max(best_, worth);
  if (!decision_.alternatives.full()) decision_.alternatives.push({a, worth - decision_.chance, then});
}

// The mean over outcomes: one draw would be taken for the truth when it is lucky.
double Weighing::mean_worth(const Game& seen, const Action& a) {
  double sum = 0;
  for (int i = 0; i < tuning_.gamble_draws; ++i) {
    Game after = seen;
    determinize(after, random_.next());
    apply(after, a);
    sum += worth(after, unseen_after(after, a));
  }
  return sum / tuning_.gamble_draws;
}

double Weighing::worth_after(const Game& seen, const Action& a, double less) {
  if (is_gamble(seen, a)) return mean_worth(seen, a);
  Game after = seen;
  apply_unseen(after, a);
  return worth_if_hopeful(after, unseen_after(after, a), less);
}

// Whether it is legal.
bool Weighing::weigh(const Game& seen, const Action& a) {
  if (!is_legal(seen, a)) return false;
  if (const double less = log_ratio(a); less <= max_behind(decision_.chance))
    add(a, worth_after(seen, a, less));
  else
    unlikely_.push_back({a, 0});
  return true;
}

// A consumable of the shelf, used at once. By calls it is bought and then used from its slot, for which another
// may have to go.
bool Weighing::weigh_used(const Game& seen, int offer) {
  if (!seen.calls_only) return weigh(seen, plain(ActionKind::buy_and_use, offer));
  if (seen.consumables.size() < consumable_limit(seen)) return weigh_bought_and_used(seen, offer);
  bool any = false;
  for (int i = 0; i < seen.consumables.size(); ++i) {
    const Action sell = plain(ActionKind::sell_consumable, i);
    Game after = seen;
    apply(after, sell);
    any |= weigh_bought_and_used(after, offer, sell);
  }
  return any;
}

bool Weighing::weigh_bought_and_used(const Game& seen, int offer, std::optional<Action> before) {
  const Action buy = plain(ActionKind::buy_card, offer);
  const Action use = plain(ActionKind::use, seen.consumables.size());
  if (!is_legal(seen, buy)) return false;
  Game bought = seen;
  apply(bought, buy);
  if (!is_legal(bought, use)) return false;
  const Action first = before.value_or(buy), then = before ? buy : use;
  if (const double less = log_ratio(first, then); less <= max_behind(decision_.chance))
    add(first, worth_after(bought, use, less), then);
  else if (!before)
    unlikely_.push_back({buy, 0, use});
  return true;
}

// The network knows the game by its rules, where what is bought is used at once; by calls that takes two actions.
void Weighing::ask_network(const Game& seen) {
  choices_.all.clear();
  if (!network_ || !(options_.trust > 0)) return;
  Game by_rules = seen;
  by_rules.calls_only = false;
  list_choices(by_rules, network_->inputs(), PolicyRandom{~random_.state}.next(), choices_);
  if (choices_.all.size() == 1)
    choices_.all.clear();  // a rule's
  else
    network_->judge(choices_, opinion_);
}

// Nats of log probability behind the likeliest choice; 0 where the network is not asked.
double Weighing::log_ratio(const Action& a, const std::optional<Action>& then) const {
  if (choices_.all.empty()) return 0;
  const bool used = a.kind == ActionKind::buy_card && then && then->kind == ActionKind::use;
  const Alternative known =
      used ? Alternative{plain(ActionKind::buy_and_use, a.index), 0} : Alternative{a, 0, then};
  const auto is_it = [&](const plan::Choice& choice) { return is_choice(known, choice); };
  const auto found = std::find_if(choices_.all.begin(), choices_.all.end(), is_it);
  if (found == choices_.all.end()) return kNotListed;
  const auto at = [&](auto i) { return opinion_.logits[static_cast<std::size_t>(i)]; };
  return at(opinion_.likeliest()) - at(found - choices_.all.begin());
}

void Weighing::choose_best() {
  Alternatives& all = decision_.alternatives;
  if (options_.curiosity > 0)
    for (Alternative& a : all)
      a.price += options_.curiosity * decision_.chance * quirk_of(options_.quirk, round_, a.action);
  std::stable_sort(all.begin(), all.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
  if (options_.daring > 0 && random_.below(1 << 20) < options_.daring * (1 << 20)) {
    Alternative* any = all.begin() + random_.below(all.size());
    decision_.dared = any != all.begin();
    std::rotate(all.begin(), any, any + 1);
  }
  decision_.action = all[0].action;
  decision_.then = all[0].then;
}

// Behind what was chosen: it was left out of the choice.
void Weighing::list_unlikely(const Game& seen) {
  Alternatives& all = decision_.alternatives;
  if (detail_ == Detail::weighed || all.empty()) return;
  const double most = all[0].price;
  for (const Alternative& a : unlikely_) {
    if (all.full()) break;
    Game after = seen;
    if (a.then) apply(after, a.action);
    add(a.action, worth_after(after, a.then.value_or(a.action), log_ratio(a.action, a.then)), a.then);
    all.back().price = std::min(all.back().price, most);
  }
  std::stable_sort(all.begin() + 1, all.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
}

void Weighing::rank_sales(const Game& seen) {
  if (!sales_.empty()) return;
  for (int i = 0; i < seen.jokers.size(); ++i) {
    const Action sell = plain(ActionKind::sell_joker, i);
    if (!is_legal(seen, sell)) continue;
    Game after = seen;
    apply(after, sell);
    sales_.push(
        {static_cast<std::uint8_t>(i), worth_of_rest(after, unseen_after(after, sell)) - decision_.chance});
  }
  std::stable_sort(sales_.begin(), sales_.end(),
                   [](const Sale& a, const Sale& b) { return a.price > b.price; });
}

// A joker that is bought or picked: into a free slot, or in place of one that is missed least.
void Weighing::weigh_joker(const Game& seen, const Action& take) {
  if (!weigh(seen, take) && does(kSwaps)) weigh_in_place_of_joker(seen, take);
}

void Weighing::weigh_in_place_of_joker(const Game& seen, const Action& take) {
  const auto sale = [](int joker) { return plain(ActionKind::sell_joker, joker); };
  bool likely = detail_ != Detail::weighed;
  for (int i = 0; i < seen.jokers.size(); ++i)
    likely |= log_ratio(sale(i), take) <= max_behind(decision_.chance);
  if (!likely) return;
  rank_sales(seen);
  for (int i = 0; i < std::min(tuning_.swaps, sales_.size()); ++i) {
    const Action sell = sale(sales_[i].joker);
    Game after = seen;
    apply(after, sell);
    if (!is_legal(after, take)) continue;
    if (const double less = log_ratio(sell, take); less <= max_behind(decision_.chance))
      add(sell, worth_after(after, take, less), take);
    else
      unlikely_.push_back({sell, 0, take});
  }
}

void Weighing::weigh_shelf(const Game& seen) {
  for (int i = 0; i < seen.shop.size(); ++i) {
    const Item& item = seen.shop[i];
    const Action buy = plain(ActionKind::buy_card, i);
    if (item.kind == ItemKind::joker) {
      if (price_of(seen, item) <= spendable(seen) + 10) weigh_joker(seen, buy);
      continue;
    }
    if (item.kind == ItemKind::consumable) {
      const ConsumableId id = item.consumable.id;
      if (!is_wanted(seen, id) || !does(kConsumables)) continue;
      if (row(id).target == Target::none && weigh_used(seen, i) && kind_of(id) == ConsumableKind::planet)
        continue;
    }
    weigh(seen, buy);
  }
}

// A slot for a joker of the pack is made before it is opened, if it must be.
void Weighing::weigh_pack(const Game& seen, int offer) {
  const Action buy = plain(ActionKind::buy_pack, offer);
  if (!is_useless(seen, seen.shop_packs[offer].id))
    weigh(seen, buy);
  else if (does(kSwaps))
    weigh_in_place_of_joker(seen, buy);
}

void Weighing::shop(const Game& seen) {
  begin(seen, plain(ActionKind::leave_shop));
  weigh_shelf(seen);
  for (int i = 0; does(kVouchers) && i < seen.shop_vouchers.size(); ++i)
    if (!seen.calls_only || !row(seen.shop_vouchers[i].id).boss_reroll_price)  // no call rerolls the boss
      weigh(seen, plain(ActionKind::buy_voucher, i));
  for (int i = 0; does(kPacks) && i < seen.shop_packs.size(); ++i) weigh_pack(seen, i);
  if (does(kRerolls)) weigh(seen, plain(ActionKind::reroll));
  for (int i = 0; does(kSales) && i < seen.jokers.size(); ++i)
    if (may_be_sold(seen.jokers[i])) weigh(seen, plain(ActionKind::sell_joker, i));
  for (int i = 0; i < seen.consumables.size(); ++i) weigh(seen, plain(ActionKind::sell_consumable, i));
  choose_best();
  const bool leaves = decision_.action.kind == ActionKind::leave_shop;
  Action order;
  if (leaves && does(kJokerOrder) && arrangement(seen, order, tuning_)) decision_.action = order;
}

// Every card of the open pack.
void Weighing::weigh_picks(const Game& seen) {
  for (int i = 0; i < seen.pack_cards.size(); ++i) {
    const Item& item = seen.pack_cards[i];
    Action pick = plain(ActionKind::pick, i);
    if (item.kind == ItemKind::joker) {
      weigh_joker(seen, pick);
      continue;
    }
    if (item.kind == ItemKind::consumable) {
      const ConsumableId id = item.consumable.id;
      if (!is_wanted(seen, id) || (row(id).target_max > 0 && !choose_targets(seen, id, pick, tuning_)))
        continue;
    }
    weigh(seen, pick);
  }
}

void Weighing::pack(const Game& seen) {
  begin(seen, plain(ActionKind::skip_pack));
  weigh_picks(seen);
  choose_best();
}

// By calls jokers cannot be moved before the blind is selected: it is made up for at the first hand.
void Weighing::hand(const Game& seen) {
  const bool first = seen.hands_played == 0 && seen.discards_used == 0;
  Action order;
  if (seen.calls_only && first && does(kJokerOrder) && arrangement(seen, order, tuning_)) {
    decision_.action = order;
    return;
  }
  PricedHands weighed{};
  decision_.action = plan_hand(seen, options_.hands, random_, &weighed);
  if (weighed.size() > 1) {
    ask_network(seen);
    for (PricedHand& hand : weighed) hand.price -= options_.trust * log_ratio(hand.action);
    std::stable_sort(weighed.begin(), weighed.end(),
                     [](const PricedHand& a, const PricedHand& b) { return a.price > b.price; });
    decision_.action = weighed[0].action;
  }
  for (const PricedHand& hand : weighed)
    if (detail_ == Detail::hands) decision_.alternatives.push({hand.action, hand.price});
}

void Weighing::blind(const Game& seen) {
  Action order;
  if (does(kJokerOrder) && arrangement(seen, order, tuning_)) {
    decision_.action = order;
    return;
  }
  begin(seen, plain(ActionKind::select_blind));
  if (does(kSkips)) weigh(seen, plain(ActionKind::skip_blind));
  weigh(seen, plain(ActionKind::reroll_boss));
  choose_best();
}

}  // namespace

Decision Strategist::decide(const Game& g, std::uint64_t draw_seed, Detail detail) const {
  Weighing weighing(options_, *judge_, network_.get(), draw_seed, detail);
  return weighing.decide(weighing.redrawn(g));
}

Features Strategist::features_after(const Game& g, const Action& a, std::uint64_t draw_seed) const {
  Weighing weighing(options_, *judge_, network_.get(), draw_seed);
  return weighing.features_after(weighing.redrawn(g), a);
}

}  // namespace jimbot
