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

constexpr double kGrowthAhead = 0.5;    // share of the rounds to come that counters are grown by
constexpr int kMostGrowthRounds = 8;
constexpr double kGrowthWeight = 0.6;   // of the grown build against the present one
constexpr double kIncomeAhead = 6;      // rounds of income that count
constexpr double kUsualDemand = 0.2;    // of a boss, in ln(chips): as the model of the run has it
constexpr double kFair = 0.8;           // what a rough price in dollars is really worth
constexpr double kLeastPrice = 0.0005;
constexpr double kTrust = 0.7;          // the best of several noisy prices looks better than it is
constexpr double kTwoPicks = 1.6;       // worth of two picks against one
constexpr int kSellCandidates = 3;
constexpr double kPoorBoss = 0.55;      // chance against the boss below which it is rerolled

Action plain(ActionKind kind, int index = 0) { return {kind, static_cast<std::uint8_t>(index), 0, {}}; }

int rounds_left(const Game& g) { return std::max(0, 24 - blind_number(g)); }

bool grow(Game& g) {
  bool grows = false;
  const double rounds = std::min<double>(kMostGrowthRounds, rounds_left(g) * kGrowthAhead);
  for (Joker& joker : g.jokers) {
    const double growth = lore(joker.id).growth;
    if (growth == 0 || joker.debuffed()) continue;
    joker.value = std::max(0.0, joker.value + growth * rounds);
    grows = true;
  }
  return grows;
}

double income(const Game& g) {
  double dollars = 0;
  for (const Joker& joker : g.jokers)
    if (!joker.debuffed()) dollars += lore(joker.id).income - 3 * joker.rental();
  return dollars * std::min<double>(kIncomeAhead, rounds_left(g));
}

// Vouchers whose effect shows in the score of a round.
bool shows_in_score(VoucherId id) {
  using enum VoucherId;
  return id == grabber || id == nacho_tong || id == wasteful || id == recyclomancy || id == paint_brush ||
         id == palette || id == observatory;
}

double card_dollars(const Card& card) {
  static constexpr double kEnhancements[] = {0, 2, 2.5, 1.5, 4, 4, 1, 2.5, 3};
  static constexpr double kSeals[] = {0, 3, 4, 4, 3};
  static constexpr double kEditions[] = {0, 2, 3, 5, 0};
  return 0.3 + kEnhancements[static_cast<int>(card.enhancement)] + kSeals[static_cast<int>(card.seal)] +
         kEditions[static_cast<int>(card.edition)] + (card.rank >= kJack ? 0.5 : -0.5);
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
  return decide_seen(seen);
}

Action Strategist::decide_seen(const Game& seen) {
  worlds_ = random_.next();
  rounds_ = options_.rounds;
  Action a;
  if (use_now(seen, a)) return a;
  switch (seen.phase) {
    case Phase::round_eval: return plain(ActionKind::cash_out);
    case Phase::selecting_hand: return hand(seen);
    case Phase::blind_select: return blind(seen);
    case Phase::shop: return shop(seen);
    default: return pack(seen);
  }
}

Action Strategist::hand(const Game& seen) { return plan_hand(seen, options_.hands, random_); }

Strategist::Build Strategist::measure(const Game& g) const {
  Game now = g;
  arrange(now);
  const Yardstick yardstick(worlds_);
  Build build{};
  build.now = build.later = yardstick.measure(now, 1, rounds_).mean;
  Game grown = now;
  if (grow(grown)) build.later = yardstick.measure(grown, 1, rounds_).mean;
  const int boss_rounds = rounds_ / 2;
  const double usual = yardstick.measure(now, 1, boss_rounds).mean - kUsualDemand;
  const double extra_target = std::log(row(g.boss).score_mult / 2);
  build.boss_edge = yardstick.measure(now, 2, boss_rounds).mean - extra_target - usual;
  return build;
}

double Strategist::worth(const Game& g, const Build& build, double extra_dollars) const {
  const Outcomes& model = outcomes_of(g);
  Standing s;
  s.blind = blind_number(g);
  s.strength = build.now + kGrowthWeight * (build.later - build.now);
  s.money = static_cast<double>(g.money) + extra_dollars + income(g);
  for (const Consumable& c : g.consumables)
    if (is_wanted(g, c.id)) s.money += kFair * dollars(g, c.id);
  s.boss_edge = build.boss_edge;
  const double target = model.log_target(s.blind);
  return model.win_chance(s) * Outcomes::clear_chance(build.now - target) /
         Outcomes::clear_chance(s.strength - target);
}

void Strategist::weigh(const Action& a, double price) {
  if (!alternatives.full()) alternatives.push({a, price, false, {}});
}

Action Strategist::best_or(const Action& otherwise, double least) {
  std::stable_sort(alternatives.begin(), alternatives.end(),
                   [](const Alternative& a, const Alternative& b) { return a.price > b.price; });
  if (alternatives.empty() || alternatives[0].price <= least) return otherwise;
  has_planned_ = alternatives[0].two;
  planned_ = alternatives[0].then;
  return alternatives[0].action;
}

// A joker that is bought or picked: into a free slot, or in place of one of the least useful.
void Strategist::weigh_joker(const Game& seen, const Action& take, double now) {
  if (is_legal(seen, take)) {
    Game after = seen;
    apply(after, take);
    weigh(take, worth(after) - now);
    return;
  }
  std::uint8_t order[kMaxJokers];
  int n = 0;
  for (int i = 0; i < seen.jokers.size(); ++i)
    if (!seen.jokers[i].eternal()) order[n++] = static_cast<std::uint8_t>(i);
  std::stable_sort(order, order + n, [&](std::uint8_t a, std::uint8_t b) {
    return rough_value(seen.jokers[a].id, seen.ante) < rough_value(seen.jokers[b].id, seen.ante);
  });
  for (int k = 0; k < n && k < kSellCandidates; ++k) {
    const Action sell = plain(ActionKind::sell_joker, order[k]);
    Game after = seen;
    apply(after, sell);
    if (!is_legal(after, take)) continue;
    apply(after, take);
    if (!alternatives.full()) alternatives.push({sell, worth(after) - now, true, take});
  }
}

void Strategist::weigh_purchases(const Game& seen, const Build& build, double now) {
  for (int i = 0; i < seen.shop.size(); ++i) {
    const Item& item = seen.shop[i];
    if (price_of(seen, item) > spendable(seen)) continue;
    if (item.kind == ItemKind::joker) {
      weigh_joker(seen, plain(ActionKind::buy_card, i), now);
    } else if (item.kind == ItemKind::consumable) {
      const ConsumableId id = item.consumable.id;
      const Action use = plain(ActionKind::buy_and_use, i), buy = plain(ActionKind::buy_card, i);
      if (kind_of(id) == ConsumableKind::planet && is_legal(seen, use)) {
        Game after = seen;
        apply(after, use);
        weigh(use, worth(after) - now);
      } else if (is_wanted(seen, id) && is_legal(seen, buy)) {
        Game paid = seen;
        paid.money -= price_of(seen, item);
        const double without = worth(paid, build);
        weigh(buy, without - now + kTrust * use_price_of(paid, id, without));
      }
    } else if (is_legal(seen, plain(ActionKind::buy_card, i))) {
      const double cost = static_cast<double>(price_of(seen, item));
      weigh(plain(ActionKind::buy_card, i), worth(seen, build, card_dollars(item.card) - cost) - now);
    }
  }
  for (int i = 0; i < seen.shop_vouchers.size(); ++i) {
    const Action buy = plain(ActionKind::buy_voucher, i);
    if (!is_legal(seen, buy)) continue;
    const VoucherId id = seen.shop_vouchers[i].id;
    if (shows_in_score(id)) {
      Game after = seen;
      apply(after, buy);
      weigh(buy, worth(after) - now);
    } else {
      const double cost = static_cast<double>(price_of(seen, id));
      weigh(buy, worth(seen, build, kFair * dollars(seen, id) - cost) - now);
    }
  }
  for (int i = 0; i < seen.shop_packs.size(); ++i) {
    const Action buy = plain(ActionKind::buy_pack, i);
    if (!is_legal(seen, buy)) continue;
    weigh(buy, pack_price_of(seen, buy, build, now));
  }
}

double Strategist::reroll_price_of(const Game& seen, const Build& build, double now) {
  double sum = 0;
  for (int k = 0; k < options_.shelves; ++k) {
    Game shelf = seen;
    determinize(shelf, random_.next());
    apply(shelf, plain(ActionKind::reroll));
    shelf.shop_vouchers.clear();
    shelf.shop_packs.clear();
    Strategist quick = *this;
    quick.alternatives.clear();
    quick.rounds_ = std::max(4, rounds_ / 3);
    const Build before = quick.measure(seen);
    const double paid = worth(shelf, build), paid_quick = worth(shelf, before);
    quick.weigh_purchases(shelf, before, paid_quick);
    sum += paid - now + kTrust * quick.best_price();
  }
  return sum / options_.shelves;
}

Action Strategist::shop(const Game& seen) {
  const Build build = measure(seen);
  const double now = win_chance = worth(seen, build);
  weigh_purchases(seen, build, now);
  const Action reroll = plain(ActionKind::reroll);
  if (is_legal(seen, reroll) && options_.shelves > 0) weigh(reroll, reroll_price_of(seen, build, now));
  Action order;
  const bool reorders = arrangement(seen, order);
  const Action chosen = best_or(plain(ActionKind::leave_shop), kLeastPrice);
  return chosen.kind == ActionKind::leave_shop && reorders ? order : chosen;
}

// Every card of the open pack.
void Strategist::weigh_picks(const Game& seen, const Build& build, double now) {
  for (int i = 0; i < seen.pack_cards.size(); ++i) {
    const Item& item = seen.pack_cards[i];
    Action pick = plain(ActionKind::pick, i);
    if (item.kind == ItemKind::joker) {
      weigh_joker(seen, pick, now);
    } else if (item.kind == ItemKind::consumable) {
      const ConsumableId id = item.consumable.id;
      if (row(id).target_max > 0 && !choose_targets(seen, id, pick)) continue;
      if (!is_wanted(seen, id) || !is_legal(seen, pick)) continue;
      Game after = seen;
      apply(after, pick);
      weigh(pick, worth(after) - now);
    } else if (is_legal(seen, pick)) {
      weigh(pick, worth(seen, build, card_dollars(item.card)) - now);
    }
  }
}

double Strategist::best_price() const {
  double best = 0;
  for (const Alternative& a : alternatives) best = std::max(best, a.price);
  return best;
}

// What the pack may hold, by opening it in redrawn games.
double Strategist::pack_price_of(const Game& seen, const Action& buy, const Build& build, double now) {
  double sum = 0;
  for (int k = 0; k < options_.packs; ++k) {
    Game opened = seen;
    determinize(opened, random_.next());
    apply(opened, buy);
    const double paid = worth(opened, build);
    sum += paid - now;
    if (opened.phase != Phase::pack) continue;
    Strategist inside = *this;
    inside.alternatives.clear();
    inside.weigh_picks(opened, build, paid);
    sum += kTrust * inside.best_price() * (opened.pack_picks_left > 1 ? kTwoPicks : 1);
  }
  return sum / options_.packs;
}

// A consumable in a slot, used in the coming round on hands that may be dealt.
double Strategist::use_price_of(const Game& seen, ConsumableId id, double now) {
  const bool on_cards = row(id).target != Target::none;
  double sum = 0;
  for (int k = 0; k < options_.packs; ++k) {
    Game dealt = seen;
    determinize(dealt, random_.next());
    Consumable consumable{};
    consumable.id = id;
    consumable.number = dealt.next_number++;
    if (!gain_consumable(dealt, consumable)) return 0;
    if (on_cards) {
      if (dealt.phase == Phase::shop) apply(dealt, plain(ActionKind::leave_shop));
      if (dealt.phase == Phase::blind_select) apply(dealt, plain(ActionKind::select_blind));
    }
    Action use{ActionKind::use, static_cast<std::uint8_t>(dealt.consumables.size() - 1), 0, {}};
    if (row(id).target_max > 0 && !choose_targets(dealt, id, use)) continue;
    if (!is_legal(dealt, use)) continue;
    apply(dealt, use);
    Game after = seen;  // the deck, jokers and money that the use leaves behind
    after.money = dealt.money;
    after.cards = dealt.cards;
    after.draw = dealt.draw;
    after.hands = dealt.hands;
    if (!on_cards) after = dealt;
    if (on_cards) {
      after.draw.cards.clear();
      for (int i = 0; i < after.cards.size(); ++i) after.draw.cards.push(static_cast<std::uint8_t>(i));
      after.hand.clear();
      after.discard.clear();
    }
    sum += worth(after) - now;
  }
  return sum / options_.packs;
}

Action Strategist::pack(const Game& seen) {
  const Build build = measure(seen);
  const double now = win_chance = worth(seen, build);
  weigh_picks(seen, build, now);
  return best_or(plain(ActionKind::skip_pack), 0);
}

Action Strategist::blind(const Game& seen) {
  Action order;
  if (arrangement(seen, order)) return order;
  const Action reroll = plain(ActionKind::reroll_boss);
  if (seen.blind_on_deck == 2 && is_legal(seen, reroll) && seen.money >= 14) {
    const double strength = Yardstick(worlds_).measure(seen, 2, rounds_).mean;
    if (Outcomes::clear_chance(strength - std::log(blind_requirement(seen, seen.boss))) < kPoorBoss)
      return reroll;
  }
  return plain(ActionKind::select_blind);
}

}  // namespace jimbot
