// A hook is called on a copy of a made-up position; then the difference is read.
#include "relations.h"

#include <algorithm>
#include <numeric>

#include "create.h"
#include "flow/run.h"
#include "habits.h"
#include "jokers.h"
#include "made_up.h"
#include "policy_random.h"
#include "score/hand.h"
#include "step.h"
#include "verbs.h"

namespace jimbot::plan {
namespace {

using plan::MadeUpHand;

constexpr double kValue = 10;  // of a counter: it gives something
constexpr int kStartMoney = 4;
constexpr MadeUpHand kHighStraight = {
    5, {10, 11, 12, 13, 14}, {Suit::spades, Suit::hearts, Suit::diamonds, Suit::spades, Suit::hearts}};
constexpr MadeUpHand kHighStraightFlush = {
    5, {10, 11, 12, 13, 14}, {Suit::spades, Suit::spades, Suit::spades, Suit::spades, Suit::spades}};

// A round that has begun, every roll hits; against a boss if so asked.
const Game& plain_position(bool boss) {
  static const std::array<Game, 2> kGames = [] {
    std::array<Game, 2> games;
    for (const bool against_boss : {false, true}) {
      Game& g = games[against_boss];
      start_run(g, {.seed = "TIES"});
      if (against_boss) {
        g.boss = BlindId::manacle;
        g.blind_on_deck = 2;
      }
      apply(g, Action{ActionKind::select_blind, 0, 0, {}});
      g.hand.clear();
      g.money = kStartMoney;
      g.discards_left = 3;
      g.hands_left = 2;
    }
    return games;
  }();
  return kGames[boss];
}

Game position_with(JokerId id, std::uint32_t rules, bool boss = false) {
  Game g = plain_position(boss);
  for (const JokerId one : {JokerId::fibonacci, id, JokerId::joker}) {
    Joker joker{};
    joker.number = g.next_number++;
    joker.id = one;
    joker.value = kValue;
    g.jokers.push(joker);
  }
  refresh(g);
  g.rules |= rules;
  g.oops = 20;  // rolls hit
  return g;
}

struct Done {
  std::uint32_t deeds = 0;
  BitsOf<Enhancement> given = 0;
  std::uint32_t makes = 0;
  BitsOf<TagId> tags = 0;
  double chips = 0, mult = 0, times = 1, dollars = 0;
  bool rolled = false;
  bool gone = false;  // the joker itself
  double worth() const { return (1 + chips) * (1 + mult) * times; }
  bool nothing() const { return deeds == 0 && given == 0; }
  bool operator==(const Done&) const = default;
};

std::uint32_t deed_of(ConsumableKind kind) {
  return kind == ConsumableKind::tarot ? kTarots : kind == ConsumableKind::planet ? kPlanets : kSpectrals;
}

void note_events(const Log& log, Done& done) {
  for (int i = 0; i < log.count; ++i) {
    const Event& event = log.room[static_cast<std::size_t>(i)];
    switch (event.kind) {
      case EventKind::chips: done.deeds |= kChips, done.chips += event.amount; break;
      case EventKind::mult: done.deeds |= kMult, done.mult += event.amount; break;
      case EventKind::times_mult:
        if (event.amount > 1) done.deeds |= kTimesMult, done.times *= event.amount;
        break;
      case EventKind::roll: done.rolled = true; break;
      default: break;
    }
  }
}

// Changes of the game, apart from those of the joker that acted.
void note_changes(const Game& before, const Game& g, Done& done) {
  for (int i = before.consumables.size(); i < g.consumables.size(); ++i)
    done.deeds |= deed_of(kind_of(g.consumables[i].id));
  for (int i = before.jokers.size(); i < g.jokers.size(); ++i) {
    done.deeds |= kJokers;
    if (!in_use(before, g.jokers[i].id))  // else it is a copy
      done.makes |= 1u << static_cast<int>(row(g.jokers[i].id).rarity);
  }
  for (int i = 0; i < std::min(before.jokers.size(), g.jokers.size()); ++i) {
    const Joker &was = before.jokers[i], &is = g.jokers[i];
    if (is.sell_bonus > was.sell_bonus) done.deeds |= kSellValue;
    if (i != kSelf && is.dying() && !was.dying()) done.deeds |= kDestroysJokers;
  }
  if (g.jokers.size() > kSelf && g.jokers[kSelf].value > before.jokers[kSelf].value) done.deeds |= kCounter;
  if (g.cards.size() > before.cards.size()) done.deeds |= kCards;
  for (int i = before.cards.size(); i < g.cards.size(); ++i)
    if (g.cards[i].enhancement != Enhancement::none) done.given |= bit(g.cards[i].enhancement);
  for (int i = before.tags.size(); i < g.tags.size(); ++i)
    done.deeds |= kTags, done.tags |= bit(g.tags[i].id);
  if (g.money > before.money) done.deeds |= kDollars;
  if (g.blind_disabled && !before.blind_disabled) done.deeds |= kDisablesBoss;
  if (g.hands_left > before.hands_left) done.deeds |= kHands;
  if (g.discards_left > before.discards_left) done.deeds |= kDiscards;
  if (g.hands_left < before.hands_left) done.deeds |= kTakesHands;
  if (g.discards_left < before.discards_left) done.deeds |= kTakesDiscards;
  for (int type = 0; type < kHandTypes; ++type)
    if (g.hands[type].level > before.hands[type].level) done.deeds |= kLevels;
  for (int i = 0; i < std::min(before.cards.size(), g.cards.size()); ++i) {
    const Card &was = before.cards[i], &is = g.cards[i];
    if (is.bonus > was.bonus) done.deeds |= kCardChips;
    if (is.enhancement != was.enhancement && is.enhancement != Enhancement::none)
      done.given |= bit(is.enhancement);
  }
  done.dollars = static_cast<double>(g.money - before.money);
}

template <class Fn>
Done call(Game g, Hand hand, Fn fn) {
  const Game before = g;
  Event events[32];
  Log log{events, 0};
  Ctx c{.g = g, .log = &log, .hand = &hand};
  c.self = &g.jokers[kSelf];
  c.at = c.source_index = kSelf;
  fn(c, row(g.jokers[kSelf].id));
  Done done;
  note_events(log, done);
  note_changes(before, g, done);
  done.gone = g.jokers[kSelf].dying();
  return done;
}

Hand deal(Game& g, std::span<const Card> cards) {
  Hand hand{};
  for (const Card& card : cards) {
    hand.played.push(static_cast<std::uint8_t>(g.cards.size()));
    g.cards.push(card);
  }
  find_hand(g, hand);
  ++g.hands[hand.type].played;
  ++g.hands[hand.type].played_round;
  hand.chips = hand.mult = 1;
  return hand;
}

Hand deal(Game& g, const MadeUpHand& made_up) {
  Card cards[kMaxPlayed] = {};
  for (int i = 0; i < made_up.count; ++i) {
    cards[i].rank = made_up.ranks[i];
    cards[i].suit = made_up.suits[i];
  }
  return deal(g, {cards, static_cast<std::size_t>(made_up.count)});
}

// One joker, hook by hook.
class Watched {
 public:
  Watched(JokerId id, std::uint32_t rules)
      : id_(id), row_(row(id)), rules_(rules), start_(position_with(id, rules)) {}

  JokerRelations relations() {
    by_standing_there();
    by_moment();
    by_hand();
    by_card();
    by_enhancement();
    by_joker();
    by_discards_left();
    relations_.deeds |= habits();
    return relations_;
  }

  // How often it acts over some deals: five cards are played, discarded and destroyed, three are held.
  int acts() const {
    constexpr int kDeals = 100, kHeld = 3;
    PolicyRandom random{1};
    std::array<int, kFronts> order;
    std::iota(order.begin(), order.end(), 0);
    int count = 0;
    for (int i = 0; i < kDeals; ++i) {
      Card cards[kMaxPlayed + kHeld];
      for (std::size_t k = 0; k < std::size(cards); ++k) {
        std::swap(order[k], order[k + random.below(kFronts - static_cast<int>(k))]);
        cards[k] = card_of_front(order[k]);
      }
      count += acts_in(cards);
    }
    return count;
  }

 private:
  Done note(const Done& done) {
    relations_.deeds |= done.deeds;
    relations_.gives |= done.given;
    relations_.makes |= done.makes;
    relations_.tags |= done.tags;
    return done;
  }
  template <class Fn>
  Done moment(Game g, Hook hook, Fn fn, Hand hand = {}) {
    if (!(hook_bits(id_) & hook)) return {};
    const Done done = note(call(g, hand, fn));
    if (done.deeds & kCounter) relations_.grows |= hook;
    g.oops = 0;  // now rolls are listed
    g.explaining = kRollsHit;
    if (call(g, hand, fn).rolled) {
      relations_.rolls |= !done.nothing();
      relations_.ends_by_chance |= done.gone;
    }
    return done;
  }

  std::uint32_t habits() const {
    const std::uint32_t gives = plan::habits_of(id_).gives;
    return (gives & plan::kGivesChips ? kChips : 0u) | (gives & plan::kGivesMult ? kMult : 0u) |
           (gives & (plan::kGivesTimes | plan::kGivesTimesByCard) ? kTimesMult : 0u);
  }

  void by_standing_there() {
    if (row_.copies != Copies::nothing) relations_.deeds |= kCopies;
    Game without = plain_position(false), with = start_;
    refresh(without);
    refresh(with);
    relations_.doubles_probabilities = with.oops > without.oops;
    const auto compare = [&](int was, int is, Deed more, Deed less) {
      if (is != was) relations_.deeds |= is > was ? more : less;
    };
    compare(hand_size(without), hand_size(with), kHandSize, kTakesHandSize);
    compare(hands_per_round(without), hands_per_round(with), kHands, kTakesHands);
    compare(discards_per_round(without), discards_per_round(with), kDiscards, kTakesDiscards);
  }

  template <class Fn>
  int did(const Game& g, Hook hook, const Hand& hand, Fn fn) const {
    return (hook_bits(id_) & hook) && !call(g, hand, fn).nothing();
  }
  int acts_in(std::span<const Card> cards) const {
    Game g = start_;
    for (const Card& card : cards.subspan(kMaxPlayed)) hold(g, card);
    Hand hand = deal(g, cards.first(kMaxPlayed));
    int count = did(g, kBefore, hand, [](Ctx& c, const JokerRow& r) { r.before(c); }) +
                did(g, kMain, hand, [](Ctx& c, const JokerRow& r) { r.main(c); });
    Ctx asking{.g = g, .hand = &hand};
    asking.self = &g.jokers[kSelf];
    asking.at = kSelf;
    for (const std::uint8_t at : hand.scoring) {
      count += did(g, kScored, hand, [&](Ctx& c, const JokerRow& r) { r.scored(c, c.g.cards[at]); });
      if (row_.retrigger) count += row_.retrigger(asking, g.cards[at]);
    }
    for (const std::uint8_t at : g.hand) {
      count += did(g, kHeld, hand, [&](Ctx& c, const JokerRow& r) { r.held(c, c.g.cards[at]); });
      if (row_.retrigger_held) count += row_.retrigger_held(asking, g.cards[at]);
    }
    for (const std::uint8_t& at : hand.played) {
      count += did(g, kDiscarded, {}, [&](Ctx& c, const JokerRow& r) {
        c.discarding = {hand.played.begin(), hand.played.end()};
        c.last_card = &at + 1 == hand.played.end();
        r.discarded(c, c.g.cards[at]);
      });
      count +=
          did(g, kCardDestroyed, {}, [&](Ctx& c, const JokerRow& r) { r.card_destroyed(c, c.g.cards[at]); });
    }
    return count;
  }

  // What is beside it, and how many there are; what may come once it has acted.
  void by_joker() {
    for (const JokerId other : kEach<JokerId>) {
      Game g = start_;
      g.jokers[0].id = other;
      if (!moment(g, kOtherJoker, [](Ctx& c, const JokerRow& r) {
             r.other_joker(c, c.g.jokers[0]);
           }).nothing())
        relations_.others.set(static_cast<std::size_t>(other));
    }
    Game more = start_;
    more.jokers.push(more.jokers[2]);
    relations_.counts_jokers = main_of(more).worth() > main_of(start_).worth();
    if (!row_.round_end) return;
    Game later = start_;
    Ctx c{.g = later};
    c.self = &later.jokers[kSelf];
    c.at = kSelf;
    row_.round_end(c);
    for (const JokerId other : kEach<JokerId>)
      if (other != id_ && joker_available(later, other) && !joker_available(start_, other))
        relations_.unlocks.set(static_cast<std::size_t>(other));
  }
  void by_discards_left() {
    Game none = start_;
    none.discards_left = 0;
    relations_.wants_no_discards = main_of(none).worth() > main_of(start_).worth();
  }
  Done main_of(Game g) const {
    if (!row_.main) return {};
    const Hand hand = deal(g, plan::kJunk);
    return call(g, hand, [](Ctx& c, const JokerRow& r) { r.main(c); });
  }

  // Whatever hand is played.
  void by_moment() {
    for (const bool boss : {false, true}) {
      const Game g = position_with(id_, rules_, boss);
      moment(g, kBlindSelected, [](Ctx& c, const JokerRow& r) { r.blind_selected(c); });
      moment(g, kSold, [](Ctx& c, const JokerRow& r) { r.sold(c); });
      moment(g, kRoundEnd, [](Ctx& c, const JokerRow& r) { r.round_end(c); });
      if (!boss || !row_.main) continue;
      Game dealt = g;
      Hand hand = deal(dealt, plan::kJunk);
      hand.boss_triggered = true;
      moment(dealt, kMain, [](Ctx& c, const JokerRow& r) { r.main(c); }, hand);
    }
    moment(start_, kFirstHandDrawn, [](Ctx& c, const JokerRow& r) { r.first_hand_drawn(c); });
    moment(start_, kCardsAdded, [](Ctx& c, const JokerRow& r) { r.cards_added(c, 1); });
    moment(start_, kRerolled, [](Ctx& c, const JokerRow& r) { r.rerolled(c); });
    moment(start_, kPackOpened, [](Ctx& c, const JokerRow& r) { r.pack_opened(c); });
    moment(start_, kPackSkipped, [](Ctx& c, const JokerRow& r) { r.pack_skipped(c); });
    moment(start_, kOtherSold, [](Ctx& c, const JokerRow& r) { r.other_sold(c); });
    Game tried = start_;
    Hand discarded = deal(tried, plan::kJunk);
    moment(tried, kDiscardStarted, [](Ctx& c, const JokerRow& r) { r.discard_started(c); }, discarded);
    for (const ConsumableId id : {ConsumableId::magician, ConsumableId::pluto, ConsumableId::hex}) {
      const Done used =
          moment(start_, kConsumableUsed, [&](Ctx& c, const JokerRow& r) { r.consumable_used(c, id); });
      if (used.deeds & kCounter) relations_.grows_by_kind |= 1u << static_cast<int>(kind_of(id));
      Game holding = start_;
      Consumable held{};
      held.number = holding.next_number++;
      held.id = id;
      holding.consumables.push(held);
      moment(holding, kShopLeft, [](Ctx& c, const JokerRow& r) { r.shop_left(c); });
    }
    if (row_.payout && pays(start_) > 0) relations_.deeds |= kDollars;
  }
  int pays(Game g) const {
    g.planets_used = 7;
    Ctx c{.g = g};
    c.self = &g.jokers[kSelf];
    c.at = kSelf;
    return row_.payout(c);
  }

  Done played(const MadeUpHand& made_up) {
    Game g = start_;
    const Hand hand = deal(g, made_up);
    Done done;
    const auto add = [&](const Done& more) {
      done.deeds |= more.deeds;
      done.given |= more.given;
    };
    add(moment(g, kBefore, [](Ctx& c, const JokerRow& r) { r.before(c); }, hand));
    add(moment(g, kMain, [](Ctx& c, const JokerRow& r) { r.main(c); }, hand));
    add(moment(g, kAfter, [](Ctx& c, const JokerRow& r) { r.after(c); }, hand));
    return done;
  }

  // The hand listed by a joker that lists one changes every round: it is tied to none.
  void by_hand() {
    if (row_.extra == Extra::hand) {
      start_.jokers[kSelf].extra = static_cast<std::int32_t>(HandType::high_card);
      played(plan::kJunk);
      return;
    }
    std::uint32_t junk[kMaxPlayed + 1] = {};
    for (int n = 1; n <= kMaxPlayed; ++n) {
      MadeUpHand some = plan::kJunk;
      some.count = n;
      junk[n] = played(some).deeds;
    }
    const auto look = [&](HandType type, const MadeUpHand& made_up) {
      if (type != HandType::high_card && (played(made_up).deeds & ~junk[made_up.count]))
        relations_.hands |= bit(type);
    };
    for (const HandType type : kEach<HandType>) look(type, plan::kMadeUpHands[type]);
    look(HandType::straight, kHighStraight);
    look(HandType::straight_flush, kHighStraightFlush);
  }

  // One card at a time, alone. What a joker waits for this round only binds it to no card.
  void by_card() {
    for (int front = 0; front < kFronts; ++front) {
      const Card card = card_of_front(front);
      const Fronts one = Fronts{1} << front;
      each_time_ = false;
      if (acts_on_scored(card)) relations_.scored |= one;
      if (each_time_) relations_.each_time |= one;
      if (lets_score_again(card)) relations_.again |= one;
      if (acts_on_held(card)) relations_.held |= one;
      if (row_.retrigger_held && again_held(card)) relations_.again_held |= one;
      if (acts_on_discarded(card)) relations_.discarded |= one;
      if (acts_on_destroyed(card)) relations_.destroyed |= one;
    }
    if (relations_.again | relations_.again_held) relations_.deeds |= kAgain;
    if (row_.payout) by_deck();
    if (row_.aim != Aim::none)
      relations_.scored = relations_.each_time = relations_.held = relations_.discarded = 0;
  }
  bool acts_on_scored(const Card& card, double lucky = 0) {
    bool acts = false;
    for (const std::int16_t hands_left : {2, 0}) {
      Game g = start_;
      g.hands_left = hands_left;
      const Hand hand = deal(g, {&card, 1});
      const std::uint8_t at = hand.played[0];
      if (!moment(
               g, kScored,
               [&](Ctx& c, const JokerRow& r) {
                 c.lucky = lucky;
                 r.scored(c, c.g.cards[at]);
               },
               hand)
               .nothing())
        acts = each_time_ = true;
      acts |= !moment(
                   g, kBefore, [](Ctx& c, const JokerRow& r) { r.before(c); }, hand)
                   .nothing() &&
              before_reads_cards();
      bool destroyed = false;
      moment(
          g, kDestroys, [&](Ctx& c, const JokerRow& r) { destroyed |= r.destroys(c, c.g.cards[at]); }, hand);
      if (destroyed) relations_.deeds |= kDestroysCards, acts = true;
    }
    return acts;
  }
  // Does it matter which card is played when nothing has scored yet? A face among them, say.
  bool before_reads_cards() {
    if (!row_.before) return false;
    const auto with = [&](int rank) {
      Game g = start_;
      Card card{};
      card.rank = static_cast<std::uint8_t>(rank);
      const Hand hand = deal(g, {&card, 1});
      return call(g, hand, [](Ctx& c, const JokerRow& r) { r.before(c); });
    };
    return !(with(2) == with(kKing));
  }
  bool lets_score_again(const Card& card) const {
    if (!row_.retrigger) return false;
    for (const std::int16_t hands_left : {2, 0}) {
      Game g = start_;
      g.hands_left = hands_left;
      Hand hand = deal(g, {&card, 1});
      Ctx c{.g = g, .hand = &hand};
      c.self = &g.jokers[kSelf];
      c.at = kSelf;
      if (row_.retrigger(c, g.cards[hand.played[0]]) > 0) return true;
    }
    return false;
  }
  bool again_held(const Card& card) const {
    Game g = start_;
    Hand hand{};
    const int at = hold(g, card);
    Ctx c{.g = g, .hand = &hand};
    c.self = &g.jokers[kSelf];
    c.at = kSelf;
    return row_.retrigger_held(c, g.cards[at]) > 0;
  }
  static int hold(Game& g, const Card& card) {
    const int at = g.cards.size();
    g.cards.push(card);
    g.hand.push(static_cast<std::uint8_t>(at));
    return at;
  }
  bool acts_on_held(const Card& card) {
    Game g = start_;
    const int at = hold(g, card);
    return !moment(g, kHeld, [&](Ctx& c, const JokerRow& r) { r.held(c, c.g.cards[at]); }).nothing();
  }
  bool acts_on_discarded(const Card& card) {
    bool acts = false;
    for (const int count : {1, 3}) {
      Game g = start_;
      std::uint8_t cards[3];
      for (int i = 0; i < count; ++i) cards[i] = static_cast<std::uint8_t>(hold(g, card));
      const Done done = moment(g, kDiscarded, [&](Ctx& c, const JokerRow& r) {
        c.discarding = {cards, static_cast<std::size_t>(count)};
        c.last_card = true;
        r.discarded(c, c.g.cards[cards[0]]);
        if (c.destroy_card) relations_.deeds |= kDestroysCards;
      });
      acts |= !done.nothing();
    }
    return acts;
  }
  bool acts_on_destroyed(const Card& card) {
    Game g = start_;
    const int at = hold(g, card);
    return !moment(g, kCardDestroyed, [&](Ctx& c, const JokerRow& r) {
              r.card_destroyed(c, c.g.cards[at]);
            }).nothing();
  }
  // What it pays for cards of the whole deck.
  void by_deck() {
    const int usual = pays(start_);
    for (int front = 0; front < kFronts; ++front) {
      Game g = start_;
      for (int i = 0; i < 4; ++i) g.cards.push(card_of_front(front));
      if (pays(g) > usual) relations_.in_deck |= Fronts{1} << front;
    }
  }

  void by_enhancement() {
    for (int i = 1; i < 9; ++i) {
      const auto enhancement = static_cast<Enhancement>(i);
      Card plain{}, card{};
      bool reads = false;
      for (const Suit suit : {Suit::clubs, Suit::hearts}) {
        plain.rank = card.rank = 7;
        plain.suit = card.suit = suit;
        card.enhancement = enhancement;
        reads |= acts_on_scored(card, enhancement == Enhancement::lucky) && !acts_on_scored(plain);
        reads |= acts_on_destroyed(card) && !acts_on_destroyed(plain);
      }
      if (row_.main) {
        const auto with_many = [&](Enhancement given) {
          Game g = start_;
          for (int at = 0; at < 20; ++at) g.cards[at].enhancement = given;
          Hand hand = deal(g, plan::kJunk);
          return call(g, hand, [](Ctx& c, const JokerRow& r) { r.main(c); });
        };
        reads |= !(with_many(enhancement) == with_many(Enhancement::none));
      }
      if (row_.before) {
        const auto before = [&](const Card& one) {
          Game g = start_;
          const Hand hand = deal(g, {&one, 1});
          return call(g, hand, [](Ctx& c, const JokerRow& r) { r.before(c); });
        };
        reads |= !(before(card) == before(plain)) && !before(card).nothing();
      }
      if (reads) relations_.reads |= bit(enhancement);
    }
    if (row_.gate != Enhancement::none) relations_.reads |= bit(row_.gate);
  }

  JokerId id_;
  const JokerRow& row_;
  std::uint32_t rules_;
  Game start_;
  JokerRelations relations_;
  bool each_time_ = false;  // it acted on the card that scored, not before or after the hand
};

}  // namespace

JokerRelations relations_of(JokerId id) { return Watched(id, 0).relations(); }

double helped_by(std::uint32_t rules, JokerId id) {
  const int with = Watched(id, rules).acts(), without = Watched(id, 0).acts();
  const int most = std::max(with, without);
  return most ? static_cast<double>(with - without) / most : 0;
}

HandTypes hands_helped(std::uint32_t rules) {
  constexpr int kTries = 5'000;
  PolicyRandom random{1};
  Game plain = {}, changed = {};
  changed.rules = rules;
  HandTypes helped = 0;
  for (int i = 0; i < kTries; ++i) {
    Card cards[kMaxPlayed];
    for (Card& card : cards) card = card_of_front(static_cast<int>(random.below(kFronts)));
    plain.cards.clear();
    changed.cards.clear();
    helped |= deal(changed, cards).contains & ~HandTypes{deal(plain, cards).contains};
  }
  return helped;
}

namespace {

void note_use(const ConsumableRow& r, std::uint64_t draw_seed, ConsumableRelations& relations) {
  Game g = plain_position(false);
  for (const JokerId one : {JokerId::joker, JokerId::half, JokerId::banner}) {
    Joker joker{};
    joker.number = g.next_number++;
    joker.id = one;
    g.jokers.push(joker);
  }
  refresh(g);
  g.oops = 20;  // rolls hit
  char seed[9];
  seed_from_number(draw_seed, seed);
  seed_rng(g.rng, {seed, 8});
  g.last_consumable = static_cast<std::uint8_t>(draw_seed % 2 ? ConsumableId::pluto : ConsumableId::magician);
  constexpr Suit kSuits[] = {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds};
  for (int i = 0; i < 8; ++i) {
    Card& card = g.cards[g.hand.push(static_cast<std::uint8_t>(i))];
    card.rank = static_cast<std::uint8_t>(3 + i);
    card.suit = kSuits[i % 4];
  }
  const Game before = g;
  Ctx c{.g = g};
  const std::span<const std::uint8_t> targets(before.hand.begin(), r.target_max);
  c.targets = targets;
  r.use(c);

  Done done;
  note_changes(before, g, done);
  relations.deeds |= done.deeds & ~static_cast<std::uint32_t>(kCounter);
  relations.makes |= done.makes;
  if (g.money < before.money) relations.deeds |= kTakesDollars;
  if (g.cards.size() < before.cards.size()) relations.deeds |= kDestroysCards;
  if (hand_size(g) < hand_size(before)) relations.deeds |= kTakesHandSize;
  if (g.jokers.size() < before.jokers.size()) relations.deeds |= kDestroysJokers;
  for (const HandType type : kEach<HandType>)
    if (g.hands[type].level > before.hands[type].level) relations.levels |= bit(type);
  for (const Joker& joker : g.jokers)
    if (joker.edition != Edition::none) relations.editions |= bit(joker.edition);
  const bool same_cards = g.cards.size() == before.cards.size();
  const auto at = [&](std::size_t i) -> const Card& { return g.cards[targets[i]]; };
  if (same_cards && targets.size() == 2 && at(0).rank == at(1).rank && at(0).suit == at(1).suit)
    return;  // one becomes the other, whichever that is
  int suits = 0, ranks = 0;
  for (int i = 0; i < g.cards.size(); ++i) {
    const Card& is = g.cards[i];
    const bool is_new = !same_cards && is.number >= before.next_number;
    if (!same_cards && !is_new) continue;
    const Card was = same_cards ? before.cards[i] : is;
    if (is.enhancement != Enhancement::none && (is_new || is.enhancement != was.enhancement))
      relations.gives |= bit(is.enhancement);
    if (is.seal != Seal::none && (is_new || is.seal != was.seal)) relations.seals |= bit(is.seal);
    if (is.edition != Edition::none && (is_new || is.edition != was.edition))
      relations.editions |= bit(is.edition);
    if (is.suit != was.suit)
      relations.suits |= static_cast<std::uint8_t>(1u << static_cast<int>(is.suit)), ++suits;
    if (is.rank != was.rank) ++ranks, relations.raises_rank |= is.rank == was.rank + 1;
  }
  const int many = 4;  // of a hand
  relations.makes_alike |= suits > many || ranks > many;
}

}  // namespace

// What is drawn is tried often.
ConsumableRelations relations_of(ConsumableId id) {
  constexpr int kTries = 64;
  ConsumableRelations relations;
  for (int i = 0; i < kTries; ++i) note_use(row(id), static_cast<std::uint64_t>(i), relations);
  return relations;
}

BossRelations relations_of(BlindId id) {
  const BlindRow& r = row(id);
  const Game& g = plain_position(false);
  BossRelations relations;
  for (int front = 0; front < kFronts; ++front) {
    const Card card = card_of_front(front);
    if (r.debuffs && r.debuffs(g, card)) relations.debuffs |= Fronts{1} << front;
    if (r.face_down && r.face_down(g, card)) relations.face_down |= Fronts{1} << front;
  }
  return relations;
}

}  // namespace jimbot::plan
