// Decisions by phase; prices as changes of the chance to win.
#include "strategist.h"

#include <algorithm>
#include <cmath>

#include "create.h"
#include "hidden.h"
#include "jokers.h"
#include "legal.h"
#include "step.h"
#include "strategist/arrange.h"
#include "strategist/bosses.h"
#include "strategist/consumables.h"
#include "strategist/knowledge.h"

namespace jimbot {

using namespace strategist;

namespace {

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

// What is made or chosen at random when it is used.
bool is_gamble(ConsumableId id) {
  using enum ConsumableId;
  switch (id) {
    case high_priestess:
    case emperor:
    case wheel_of_fortune:
    case judgement:
    case familiar:
    case grim:
    case incantation:
    case aura:
    case wraith:
    case sigil:
    case ouija:
    case ectoplasm:
    case immolate:
    case ankh:
    case hex:
    case soul: return true;
    default: return false;
  }
}

bool is_gamble(const Game& seen, const Action& a) {
  const auto gamble = [](const Item& item) {
    return item.kind == ItemKind::consumable && is_gamble(item.consumable.id);
  };
  switch (a.kind) {
    case ActionKind::skip_blind:
    case ActionKind::reroll_boss: return true;
    case ActionKind::buy_and_use: return gamble(seen.shop[a.index]);
    case ActionKind::pick: return gamble(seen.pack_cards[a.index]);
    default: return false;
  }
}

Unseen unseen_after(const Game& after, const Action& a) {
  if (a.kind == ActionKind::reroll) return Unseen::shelf;
  if (a.kind == ActionKind::cash_out) return Unseen::shop;
  return after.phase == Phase::pack ? Unseen::pack : Unseen::nothing;
}

// One decision: what is drawn, measured and weighed on the way to it.
class Weighing {
 public:
  Weighing(const StrategistOptions& options, const Judge& judge, std::uint64_t luck, bool tells_hands = false)
      : options_(options),
        tuning_(options.hands.tuning),
        judge_(judge),
        tells_hands_(tells_hands),
        random_{luck} {}

  Game redrawn(const Game& g) {
    Game seen = g;
    determinize(seen, random_.next());
    return seen;
  }
  Decision decide(const Game& seen);
  Features features_after(Game after, const Action& a);

 private:
  void hand(const Game& seen);
  void shop(const Game& seen);
  void pack(const Game& seen);
  void blind(const Game& seen);

  bool does(StrategyPart part) const { return !(options_.without & part); }
  const Build& measure(const Game& g);
  const Build& build_of(const Game& g);
  double worth(const Game& g, Unseen unseen = Unseen::nothing);
  void begin(const Game& seen, const Action& otherwise);  // what the alternatives are compared with
  double mean_worth(const Game& seen, const Action& a);
  bool weigh(const Game& seen, const Action& a);
  void add(const Action& a, double worth, std::optional<Action> then = {});
  void weigh_joker(const Game& seen, const Action& take);
  void rank_sales(const Game& seen);
  void weigh_shelf(const Game& seen);
  void weigh_picks(const Game& seen);
  void choose_best();

  const StrategistOptions& options_;
  const Tuning& tuning_;
  const Judge& judge_;
  bool tells_hands_;
  PolicyRandom random_;
  Decision decision_;
  std::uint64_t worlds_ = 0;

  struct Sale {
    std::uint8_t joker;
    double price;
  };
  FixedVec<Sale, kMaxJokers, std::uint64_t> sales_{};  // best first

  double boss_edge_ = 0;  // of the build that was measured in full, in ln(chips)
  Game built_;  // what was measured last
  Build build_;
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
  return decision_;
}

void Weighing::hand(const Game& seen) {
  PricedHands weighed{};
  decision_.action = plan_hand(seen, options_.hands, random_, tells_hands_ ? &weighed : nullptr);
  for (const PricedHand& hand : weighed) decision_.alternatives.push({hand.action, hand.price});
}

// In full: the build that alternatives are compared with.
const Build& Weighing::measure(const Game& g) {
  Game now = g;
  if (does(kJokerOrder)) arrange(now, tuning_);
  const Yardstick yardstick(worlds_, tuning_);
  const bool boss = changes_scores(g.boss) && does(kBossInView);
  build_.usual = yardstick.measure(now, 1, options_.rounds);
  build_.boss = boss ? yardstick.measure(now, 2, options_.rounds) : build_.usual;
  boss_edge_ = build_.boss.mean - build_.usual.mean;
  built_ = g;
  return build_;
}

const Build& Weighing::build_of(const Game& g) {
  if (score_alike(g, built_)) return build_;
  if (!options_.rough || g.boss != built_.boss) return measure(g);
  Game now = g;
  if (does(kJokerOrder)) arrange(now, tuning_);
  build_.usual = build_.boss = Yardstick(worlds_, tuning_).measure(now, 1, options_.rounds);
  build_.boss.mean += boss_edge_;
  built_ = g;
  return build_;
}

double Weighing::worth(const Game& g, Unseen unseen) {
  const Build& build = build_of(g);
  return judge_.win_chance(features_of(g, build, unseen), blind_number(g));
}

Features Weighing::features_after(Game after, const Action& a) {
  worlds_ = random_.next();
  if (a.kind != ActionKind::select_blind && a.kind != ActionKind::leave_shop) apply(after, a);
  return features_of(after, measure(after), unseen_after(after, a));
}

void Weighing::begin(const Game& seen, const Action& otherwise) {
  worlds_ = random_.next();
  sales_.clear();
  measure(seen);
  decision_.chance = worth(seen);
  add(otherwise, decision_.chance);
}

void Weighing::add(const Action& a, double worth, std::optional<Action> then) {
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

bool Weighing::weigh(const Game& seen, const Action& a) {
  if (!is_legal(seen, a)) return false;
  if (is_gamble(seen, a)) {
    add(a, mean_worth(seen, a));
    return true;
  }
  Game after = seen;
  apply(after, a);
  add(a, worth(after, unseen_after(after, a)));
  return true;
}

void Weighing::choose_best() {
  Alternatives& all = decision_.alternatives;
  if (options_.curiosity > 0)
    for (Alternative& a : all)
      a.price += options_.curiosity * decision_.chance * quirk_of(options_.quirk, built_.round, a.action);
  std::stable_sort(all.begin(), all.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
  decision_.action = all[0].action;
  decision_.then = all[0].then;
}

void Weighing::rank_sales(const Game& seen) {
  if (!sales_.empty()) return;
  for (int i = 0; i < seen.jokers.size(); ++i) {
    const Action sell = plain(ActionKind::sell_joker, i);
    if (!is_legal(seen, sell)) continue;
    Game after = seen;
    apply(after, sell);
    sales_.push({static_cast<std::uint8_t>(i), worth(after) - decision_.chance});
  }
  std::stable_sort(sales_.begin(), sales_.end(),
                   [](const Sale& a, const Sale& b) { return a.price > b.price; });
}

// A joker that is bought or picked: into a free slot, or in place of one that is missed least.
void Weighing::weigh_joker(const Game& seen, const Action& take) {
  if (weigh(seen, take) || !does(kSwaps)) return;
  rank_sales(seen);
  for (int i = 0; i < std::min(tuning_.swaps, sales_.size()); ++i) {
    const Action sell = plain(ActionKind::sell_joker, sales_[i].joker);
    Game after = seen;
    apply(after, sell);
    if (!is_legal(after, take)) continue;
    apply(after, take);
    add(sell, worth(after), take);
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
      if (row(id).target == Target::none && weigh(seen, plain(ActionKind::buy_and_use, i)) &&
          kind_of(id) == ConsumableKind::planet)
        continue;
    }
    weigh(seen, buy);
  }
}

void Weighing::shop(const Game& seen) {
  begin(seen, plain(ActionKind::leave_shop));
  weigh_shelf(seen);
  for (int i = 0; does(kVouchers) && i < seen.shop_vouchers.size(); ++i)
    weigh(seen, plain(ActionKind::buy_voucher, i));
  for (int i = 0; does(kPacks) && i < seen.shop_packs.size(); ++i)
    weigh(seen, plain(ActionKind::buy_pack, i));
  if (does(kRerolls)) weigh(seen, plain(ActionKind::reroll));
  for (int i = 0; does(kSales) && i < seen.jokers.size(); ++i)
    if (sale_does_something(seen.jokers[i].id)) weigh(seen, plain(ActionKind::sell_joker, i));
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

Decision Strategist::decide(const Game& g, std::uint64_t luck) const {
  Weighing weighing(options_, *judge_, luck);
  return weighing.decide(weighing.redrawn(g));
}

Decision Strategist::lesson(const Game& g, std::uint64_t luck) const {
  Weighing weighing(options_, *judge_, luck, true);
  return weighing.decide(weighing.redrawn(g));
}

Features Strategist::features_after(const Game& g, const Action& a, std::uint64_t luck) const {
  Weighing weighing(options_, *judge_, luck);
  return weighing.features_after(weighing.redrawn(g), a);
}

double Strategist::chance_after(const Game& g, const Action& a, std::uint64_t luck) const {
  const Features features = features_after(g, a, luck);
  return judge_->win_chance(features, features[0].index);
}

}  // namespace jimbot
