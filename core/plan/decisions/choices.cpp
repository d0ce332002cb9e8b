// Choices by phase. A purchase is described by what it changes of the inputs of the position.
#include "decision.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "arrange.h"
#include "builds.h"
#include "consumables.h"
#include "create.h"
#include "effects.h"
#include "elementary.h"
#include "hidden.h"
#include "jokers.h"
#include "legal.h"
#include "step.h"

namespace jimbot::plan {

using namespace plan;

namespace {

constexpr int kHandColumns = 48, kItemColumns = 8;

// Of a position: the judge's inputs, then the round.
enum Round : int {
  kPhase,
  kHands = kPhase + 5,
  kDiscards = kHands + 8,
  kNeed = kDiscards + 8,
  kShare,
  kBestShare,
  kUsualShare,
  kHandSize = kUsualShare + kHandTypes,
  kDrawPile,
  kRoundEnd,
};
// Of a play or discard.
enum Hand : int {
  kType,
  kCards = kType + kHandTypes,
  kClears = kCards + 5,
  kCheapest,
  kScore,  // and pieces of it
  kScorePieces,
  kPace = kScorePieces + 6,
  kSide,
  kGivenUp,
  kDrawnScore,
  kDrawnPace,
  kRest,
  kKept,
  kSuited,
  kAlike = kSuited + 6,
  kWorth = kAlike + 4,
  kBehind,
  kFirst,
  kHandEnd,
};
static_assert(kHandEnd <= kHandColumns);

int inputs() { return feature_count(); }

struct Layout {
  int start = 0;
  std::vector<Columns> blocks;
  int add(const char* name, int size) {
    blocks.push_back({name, start, size});
    start += size;
    return start - size;
  }
};

struct ChoiceColumns : Layout {
  int change = add("change", inputs());  // of the judge's inputs
  int kind = add("kind", kActionKinds);
  int item = add("item", kItemColumns);
  int used = add("used", kConsumableIds);  // a consumable, at once
  int hand = add("hand", kHandColumns);
};
const ChoiceColumns& choice_blocks() {
  static const ChoiceColumns kBlocks;
  return kBlocks;
}

struct PositionColumns : Layout {
  int judge = add("judge", inputs());
  int round = add("round", kRoundEnd);
};
const PositionColumns& position_blocks() {
  static const PositionColumns kBlocks;
  return kBlocks;
}

double log_share(double part, double whole) {
  return std::clamp(elementary::log(std::max(1.0, part) / std::max(1.0, whole)), -6.0, 3.0);
}

class Lister {
 public:
  Lister(const Game& seen, const InputOptions& options, PolicyRandom random, Choices& out)
      : seen_(seen), inputs_(options), random_(random), out_(out), builds_(tuning_, options.rounds) {
    builds_.choose_worlds(seen);
  }

  void list() {
    out_.all.clear();
    out_.position.clear();
    out_.features.clear();
    if (seen_.phase == Phase::round_eval) return alone({ActionKind::cash_out, 0, 0, {}});
    Action order{};
    const bool first_hand = seen_.hands_played == 0 && seen_.discards_used == 0;
    const Phase in_order =
        seen_.calls_only ? Phase::selecting_hand : Phase::blind_select;  // no call before that
    if (seen_.phase == in_order && (!seen_.calls_only || first_hand) && arrangement(seen_, order, tuning_))
      return alone(order);
    describe_position();
    list_uses();
    switch (seen_.phase) {
      case Phase::selecting_hand: list_hands(); break;
      case Phase::blind_select:
        list_plain({ActionKind::select_blind, ActionKind::skip_blind, ActionKind::reroll_boss});
        break;
      case Phase::shop: list_shop(); break;
      default: list_pack(); break;
    }
    assert(!out_.all.empty());
  }

 private:
  void alone(const Action& action) {
    out_.all.push_back({action, {}});
    out_.features.end_row();
  }

  // -- the position

  // Against the boss and without Perishables only the position is measured: they take as much from what follows.
  Build build_of(const Game& g, const Reduced& reduced) {
    if (&g == &seen_) return build_ = builds_.build_of(g, reduced);
    return g.boss == seen_.boss ? builds_.rough_build_of(reduced, build_) : builds_.build_of(g, reduced);
  }

  Features judged(const Game& g, Unseen unseen) {
    if (inputs_.rounds == 0 || g.phase == Phase::selecting_hand) return features_of(g, unseen);
    const Reduced reduced(g);
    return reduced.measurable ? features_of(g, build_of(g, reduced), unseen) : features_of(g, unseen);
  }

  void describe_position() {
    now_ = judged(seen_, seen_.phase == Phase::pack ? unseen_after(seen_, {ActionKind::skip_pack, 0, 0, {}})
                                                    : Unseen::nothing);
    std::fill_n(value_, inputs(), 0.0f);
    for (const Feature& f : now_) {
      value_[f.index] = f.value;
      out_.position.push_back(f);
    }
    put_position(kPhase + std::min(4, static_cast<int>(seen_.phase)), 1);
  }

  void put_position(int column, double value) {
    if (value != 0)
      out_.position.push_back(
          {static_cast<std::uint16_t>(position_blocks().round + column), static_cast<float>(value)});
  }

  // -- alternatives between rounds

  void put_kind(const Action& a, const std::optional<Action>& then) {
    const ChoiceColumns& at = choice_blocks();
    out_.features.put(at.kind + static_cast<int>(a.kind), 1);
    out_.features.put(at.item + 0, then.has_value());
    out_.features.put(at.item + 1, a.index / 4.0);
    out_.features.put(at.item + 2, a.count / 3.0);
  }

  const Item* item_of(const Action& a) const {
    if (a.kind == ActionKind::pick) return &seen_.pack_cards[a.index];
    if (a.kind == ActionKind::buy_card || a.kind == ActionKind::buy_and_use) return &seen_.shop[a.index];
    return nullptr;
  }

  const ConsumableId* used_by(const Action& a) const {
    if (a.kind == ActionKind::use) return &seen_.consumables[a.index].id;
    const Item* item = item_of(a);
    const bool at_once = a.kind == ActionKind::pick || a.kind == ActionKind::buy_and_use;
    return item && at_once && item->kind == ItemKind::consumable ? &item->consumable.id : nullptr;
  }

  void put_change(const Game& after, Unseen unseen) {
    const Features then = judged(after, unseen);
    const int start = choice_blocks().change;
    for (const Feature& f : then) {
      out_.features.put(start + f.index,
                        std::abs(f.value - value_[f.index]) > 1e-6f ? f.value - value_[f.index] : 0);
      there_[f.index] = true;
    }
    for (const Feature& f : now_)
      if (!there_[f.index]) out_.features.put(start + f.index, -f.value);
    for (const Feature& f : then) there_[f.index] = false;
  }

  void add(const Action& a) {
    out_.all.push_back({a, {}});
    put_kind(a, {});
    const ConsumableId* used = used_by(a);
    if (used) out_.features.put(choice_blocks().used + static_cast<int>(*used), 1);
    const bool goes_on = a.kind == ActionKind::select_blind || a.kind == ActionKind::leave_shop ||
                         a.kind == ActionKind::skip_pack;
    if (!goes_on && !(used && effect_of(*used).draws) && seen_.phase != Phase::selecting_hand) {
      Game after = seen_;
      apply_unseen(after, a);
      put_change(after, unseen_after(after, a));
    }
    out_.features.end_row();
  }

  void add_exchange(const Action& sell, const Action& take, Game& sold) {
    out_.all.push_back({sell, take});
    put_kind(sell, take);
    apply(sold, take);
    put_change(sold, unseen_after(sold, sell));
    out_.features.end_row();
  }

  void list_plain(std::initializer_list<ActionKind> kinds) {
    for (const ActionKind kind : kinds)
      for (std::uint64_t legal = legal_indices(seen_, kind); legal; legal &= legal - 1)
        add({kind, static_cast<std::uint8_t>(std::countr_zero(legal)), 0, {}});
  }

  bool aim(ConsumableId id, Action& a) const {
    return (row(id).target_max == 0 || choose_targets(seen_, id, a, tuning_)) && is_legal(seen_, a);
  }

  void list_uses() {
    for (std::uint64_t legal = legal_indices(seen_, ActionKind::use); legal; legal &= legal - 1) {
      Action use{ActionKind::use, static_cast<std::uint8_t>(std::countr_zero(legal)), 0, {}};
      if (aim(seen_.consumables[use.index].id, use)) add(use);
    }
  }

  // A joker that does not fit: in place of any that can go.
  void list_exchanges(const Action& take) {
    if (is_legal(seen_, take)) return;
    for (std::uint64_t legal = legal_indices(seen_, ActionKind::sell_joker); legal; legal &= legal - 1) {
      const Action sell{ActionKind::sell_joker, static_cast<std::uint8_t>(std::countr_zero(legal)), 0, {}};
      Game after = seen_;
      apply(after, sell);
      if (after.phase == seen_.phase && is_legal(after, take)) add_exchange(sell, take, after);
    }
  }

  void list_shop() {
    list_plain({ActionKind::leave_shop, ActionKind::buy_card, ActionKind::buy_voucher, ActionKind::buy_pack,
                ActionKind::reroll, ActionKind::sell_joker, ActionKind::sell_consumable});
    for (int i = 0; i < seen_.shop.size(); ++i) {
      const Item& item = seen_.shop[i];
      if (item.kind == ItemKind::joker)
        list_exchanges({ActionKind::buy_card, static_cast<std::uint8_t>(i), 0, {}});
      Action use{ActionKind::buy_and_use, static_cast<std::uint8_t>(i), 0, {}};
      if (item.kind == ItemKind::consumable && aim(item.consumable.id, use)) add(use);
    }
  }

  void list_pack() {
    list_plain({ActionKind::skip_pack});
    for (int i = 0; i < seen_.pack_cards.size(); ++i) {
      const Item& item = seen_.pack_cards[i];
      Action pick{ActionKind::pick, static_cast<std::uint8_t>(i), 0, {}};
      if (item.kind == ItemKind::consumable ? aim(item.consumable.id, pick) : is_legal(seen_, pick))
        add(pick);
      else if (item.kind == ItemKind::joker)
        list_exchanges(pick);
    }
  }

  // -- hands

  void list_hands() {
    const HandChoices hands = hand_choices(seen_, {12, inputs_.redraws, tuning_}, random_);
    const double need = hands.need;
    put_position(kHands + std::clamp<int>(seen_.hands_left, 0, 7), 1);
    put_position(kDiscards + std::clamp<int>(seen_.discards_left, 0, 7), 1);
    put_position(kNeed, elementary::log1p(need) / 10);
    put_position(kShare, std::clamp(need / std::max(1.0, seen_.target), 0.0, 1.0));
    put_position(kBestShare, log_share(hands.best, need));
    for (int i = 0; i < kHandTypes; ++i)
      put_position(kUsualShare + i, log_share(hands.usual[static_cast<std::size_t>(i)], need) / 2);
    put_position(kHandSize, (seen_.hand.size() - 8) / 2.0);
    put_position(kDrawPile, seen_.draw.cards.size() / 26.0 - 1);
    float most = -1e9f;
    for (const HandChoice& hand : hands.all) most = std::max(most, hand.worth);
    for (const HandChoice& hand : hands.all) add_hand(hand, need, most);
  }

  void add_hand(const HandChoice& hand, double need, float most) {
    out_.all.push_back({hand.action, {}});
    put_kind(hand.action, {});
    const auto put = [&](int column, double value) {
      out_.features.put(choice_blocks().hand + column, value);
    };
    const bool plays = hand.action.kind == ActionKind::play;
    put(kCards + std::clamp<int>(hand.action.count, 1, 5) - 1, 1);
    if (plays) {
      put(kType + static_cast<int>(hand.type), 1);
      put(kClears, hand.clears);
      put(kCheapest, hand.cheapest);
      const double share = log_share(hand.score, need);
      put(kScore, share / 2);
      for (int i = 0; i < 6; ++i) put(kScorePieces + i, std::clamp(share + 2.5 - 0.5 * i, 0.0, 0.5) * 2);
      put(kPace, log_share(hand.score * std::max<int>(1, seen_.hands_left), need));
      put(kSide, std::clamp<double>(hand.side, -5, 10) / 4);
      put(kGivenUp, hand.given_up / 4);
    } else {
      put(kDrawnScore, log_share(hand.drawn_score, need) / 2);
      put(kDrawnPace, log_share(hand.drawn_score * static_cast<double>(seen_.hands_left), need));
    }
    put(kRest, log_share(hand.rest, need) / 2);
    put(kKept, hand.kept / 5.0);
    put(kSuited + std::clamp(hand.suited, 0, 5), 1);
    put(kAlike + std::clamp(hand.alike, 1, 4) - 1, 1);
    if (inputs_.redraws > 0) {
      put(kWorth, hand.worth);
      put(kBehind, std::max(-1.0f, hand.worth - most) * 4);
      put(kFirst, hand.worth >= most);
    }
    out_.features.end_row();
  }

  const Game& seen_;
  const InputOptions& inputs_;
  PolicyRandom random_;
  Choices& out_;
  const Tuning tuning_{};
  Builds builds_;
  Build build_;  // of the position
  Features now_;
  static constexpr int kMaxInputs = 4096;
  float value_[kMaxInputs];
  bool there_[kMaxInputs] = {};
};

}  // namespace

int position_columns() { return position_blocks().start; }
int choice_columns() { return choice_blocks().start; }
std::span<const Columns> position_layout() { return position_blocks().blocks; }
std::span<const Columns> choice_layout() { return choice_blocks().blocks; }

bool same(const Action& a, const Action& b) {
  return a.kind == b.kind && a.index == b.index && a.count == b.count &&
         std::equal(a.cards.begin(), a.cards.begin() + a.count, b.cards.begin());
}

void list_choices(const Game& g, const InputOptions& options, std::uint64_t draw_seed, Choices& out) {
  assert(g.phase != Phase::game_over);
  PolicyRandom random{draw_seed};
  Game seen = g;
  determinize(seen, random.next());
  Lister(seen, options, random, out).list();
}

}  // namespace jimbot::plan

namespace jimbot {

bool is_choice(const Alternative& a, const plan::Choice& choice) {
  return plan::same(a.action, choice.action) && a.then.has_value() == choice.then.has_value() &&
         (!a.then || plan::same(*a.then, *choice.then));
}

}  // namespace jimbot
