// Decisions by phase; prices as changes of the chance to win.
#include "strategist.h"

#include <algorithm>
#include <cmath>

#include "create.h"
#include "flow/blind.h"
#include "hidden.h"
#include "jokers.h"
#include "legal.h"
#include "step.h"
#include "strategist/arrange.h"
#include "strategist/consumables.h"
#include "strategist/knowledge.h"

namespace jimbot {

using namespace strategist;

namespace {

constexpr int kDraws = 4;        // of a gamble
constexpr int kMostSwaps = 3;    // jokers tried to be sold for one

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

// Other bosses ask for more chips or money, or hide cards.
bool changes_scores(BlindId boss) {
  using enum BlindId;
  switch (boss) {
    case ox:
    case house:
    case wall:
    case wheel:
    case fish:
    case pillar:
    case tooth:
    case mark:
    case final_acorn:
    case final_vessel:
    case final_bell: return false;
    default: return true;
  }
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

}  // namespace

Action Strategist::decide(const Game& g, std::uint64_t luck) {
  random_ = {luck};
  Game seen = g;
  determinize(seen, random_.next());
  alternatives.clear();
  if (has_planned_) {
    has_planned_ = false;
    if (is_legal(seen, planned_)) return planned_;
  }
  Action a;
  if (use_now(seen, a)) return a;
  switch (seen.phase) {
    case Phase::round_eval: return plain(ActionKind::cash_out);
    case Phase::selecting_hand: return plan_hand(seen, options_.hands, random_);
    case Phase::blind_select: return blind(seen);
    case Phase::shop: return shop(seen);
    default: return pack(seen);
  }
}

// In full: the build that alternatives are compared with.
const Build& Strategist::measure(const Game& g) {
  Game now = g;
  if (does(kJokerOrder)) arrange(now);
  const Yardstick yardstick(worlds_);
  const bool boss = changes_scores(g.boss) && does(kBossInView);
  build_.usual = yardstick.measure(now, 1, options_.rounds);
  build_.boss = boss ? yardstick.measure(now, 2, options_.rounds) : build_.usual;
  boss_edge_ = build_.boss.mean - build_.usual.mean;
  built_ = g;
  return build_;
}

const Build& Strategist::build_of(const Game& g) {
  if (score_alike(g, built_)) return build_;
  if (!options_.rough || g.boss != built_.boss) return measure(g);
  Game now = g;
  if (does(kJokerOrder)) arrange(now);
  build_.usual = build_.boss = Yardstick(worlds_).measure(now, 1, options_.rounds);
  build_.boss.mean += boss_edge_;
  built_ = g;
  return build_;
}

double Strategist::worth(const Game& g, Unseen unseen) {
  const Build& build = build_of(g);
  return judge_->win_chance(features_of(g, build, unseen), blind_number(g));
}

Features Strategist::features_after(const Game& g, const Action& a, std::uint64_t luck) {
  Game after = g;
  random_ = {luck};
  determinize(after, random_.next());
  worlds_ = random_.next();
  if (a.kind != ActionKind::select_blind && a.kind != ActionKind::leave_shop) apply(after, a);
  return features_of(after, measure(after), unseen_after(after, a));
}

double Strategist::chance_after(const Game& g, const Action& a, std::uint64_t luck) {
  const Features features = features_after(g, a, luck);
  return judge_->win_chance(features, features[0].index);
}

void Strategist::begin(const Game& seen, const Action& otherwise) {
  worlds_ = random_.next();
  sales_.clear();
  measure(seen);
  win_chance = worth(seen);
  add(otherwise, 0);
}

void Strategist::add(const Alternative& alternative) {
  if (!alternatives.full()) alternatives.push(alternative);
}

// The mean over outcomes: one draw would be taken for the truth when it is lucky.
double Strategist::mean_worth(const Game& seen, const Action& a) {
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) {
    Game after = seen;
    determinize(after, random_.next());
    apply(after, a);
    sum += worth(after, unseen_after(after, a));
  }
  return sum / kDraws;
}

bool Strategist::weigh(const Game& seen, const Action& a) {
  if (!is_legal(seen, a)) return false;
  if (is_gamble(seen, a)) {
    add(a, mean_worth(seen, a) - win_chance);
    return true;
  }
  Game after = seen;
  apply(after, a);
  add(a, worth(after, unseen_after(after, a)) - win_chance);
  return true;
}

Action Strategist::best() {
  if (options_.curiosity > 0)
    for (Alternative& a : alternatives)
      a.price += options_.curiosity * win_chance * quirk_of(options_.quirk, built_.round, a.action);
  std::stable_sort(alternatives.begin(), alternatives.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
  has_planned_ = alternatives[0].two;
  planned_ = alternatives[0].then;
  return alternatives[0].action;
}

void Strategist::rank_sales(const Game& seen) {
  if (!sales_.empty()) return;
  for (int i = 0; i < seen.jokers.size(); ++i) {
    const Action sell = plain(ActionKind::sell_joker, i);
    if (!is_legal(seen, sell)) continue;
    Game after = seen;
    apply(after, sell);
    sales_.push({static_cast<std::uint8_t>(i), worth(after) - win_chance});
  }
  std::stable_sort(sales_.begin(), sales_.end(),
                   [](const Sale& a, const Sale& b) { return a.price > b.price; });
}

// A joker that is bought or picked: into a free slot, or in place of one that is missed least.
void Strategist::weigh_joker(const Game& seen, const Action& take) {
  if (weigh(seen, take) || !does(kSwaps)) return;
  rank_sales(seen);
  for (int i = 0; i < std::min(kMostSwaps, sales_.size()); ++i) {
    const Action sell = plain(ActionKind::sell_joker, sales_[i].joker);
    Game after = seen;
    apply(after, sell);
    if (!is_legal(after, take)) continue;
    apply(after, take);
    add({sell, worth(after) - win_chance, true, take});
  }
}

void Strategist::weigh_shelf(const Game& seen) {
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

Action Strategist::shop(const Game& seen) {
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
  const Action chosen = best();
  Action order;
  const bool leaves = chosen.kind == ActionKind::leave_shop;
  return leaves && does(kJokerOrder) && arrangement(seen, order) ? order : chosen;
}

// Every card of the open pack.
void Strategist::weigh_picks(const Game& seen) {
  for (int i = 0; i < seen.pack_cards.size(); ++i) {
    const Item& item = seen.pack_cards[i];
    Action pick = plain(ActionKind::pick, i);
    if (item.kind == ItemKind::joker) {
      weigh_joker(seen, pick);
      continue;
    }
    if (item.kind == ItemKind::consumable) {
      const ConsumableId id = item.consumable.id;
      if (!is_wanted(seen, id) || (row(id).target_max > 0 && !choose_targets(seen, id, pick))) continue;
    }
    weigh(seen, pick);
  }
}

Action Strategist::pack(const Game& seen) {
  begin(seen, plain(ActionKind::skip_pack));
  weigh_picks(seen);
  return best();
}

Action Strategist::blind(const Game& seen) {
  Action order;
  if (does(kJokerOrder) && arrangement(seen, order)) return order;
  begin(seen, plain(ActionKind::select_blind));
  if (does(kSkips)) weigh(seen, plain(ActionKind::skip_blind));
  weigh(seen, plain(ActionKind::reroll_boss));
  return best();
}

}  // namespace jimbot
