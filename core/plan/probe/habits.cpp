// One fact after the other is changed on a made-up position: what a hook then does otherwise, its joker reads.
#include "habits.h"

#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>

#include "call_hook.h"
#include "flow/run.h"
#include "jokers.h"
#include "made_up.h"
#include "score/hand.h"
#include "step.h"

namespace jimbot::plan {
namespace {

constexpr double kCount = 10;  // a counter that gives something
constexpr double kNoDifference = 1e-9;
// Together these contain every hand type.
constexpr HandType kContainAll[] = {HandType::flush_five, HandType::flush_house, HandType::straight_flush,
                                    HandType::high_card};

class Observer {
 public:
  explicit Observer(JokerId id) : row_(row(id)), start_(position(id)) {}

  Habits observe() {
    facts_of_the_run();
    facts_of_the_round();
    cards_at_once();
    card_by_card();
    counter();
    return habits_;
  }

 private:
  static const Game& plain_position() {
    static const Game kGame = [] {
      Game g;
      start_run(g, {.seed = "HABITS"});
      apply(g, Action{ActionKind::select_blind, 0, 0, {}});
      g.explaining = kRollsHit;
      g.money = 0;
      return g;
    }();
    return kGame;
  }
  static Game position(JokerId id) {
    Game g = plain_position();
    for (const JokerId one : {JokerId::joker, id, JokerId::fibonacci}) {
      Joker joker{};
      joker.number = g.next_number++;  // jokers know themselves by it
      joker.id = one;
      joker.value = kCount;
      g.jokers.push(joker);
    }
    refresh(g);
    g.discards_left = 3;
    g.hands_left = 2;
    g.hand.clear();
    return g;
  }

  // Cards of a hand on top of the deck.
  static Hand deal(Game& g, const MadeUpHand& made_up, int count,
                   Enhancement enhancement = Enhancement::none) {
    Hand hand{};
    for (int i = 0; i < count; ++i) {
      Card card{};
      card.rank = made_up.ranks[i];
      card.suit = made_up.suits[i];
      card.enhancement = enhancement;
      hand.played.push(static_cast<std::uint8_t>(g.cards.size()));
      g.cards.push(card);
    }
    find_hand(g, hand);
    HandRecord& record = g.hands[hand.type];
    ++record.played;
    ++record.played_round;
    hand.chips = hand.mult = 1;
    return hand;
  }
  static Hand deal(Game& g, HandType type) {
    const MadeUpHand& made_up = kMadeUpHands[type];
    return deal(g, made_up, made_up.count);
  }

  Given main(Game& g, Hand& hand) {
    const Given given = call_main(g, kSelf, hand);
    note(given, kGivesChips, kGivesMult, kGivesTimes);
    return given;
  }
  void note(const Given& given, std::uint32_t chips, std::uint32_t mult, std::uint32_t times) {
    if (given.adds_chips) habits_.gives |= chips;
    if (given.adds_mult) habits_.gives |= mult;
    if (given.multiplies) habits_.gives |= times;
    if (given.adds_chips || given.adds_mult || given.multiplies) habits_.rolls |= given.rolled;
  }

  // Does the score differ between these values of a fact? set(game, value) sets it.
  template <class Set>
  void vary(Reads fact, std::initializer_list<int> values, Set set) {
    if (!row_.main) return;
    for (const HandType type : kContainAll) {
      Given first;
      for (const int& value : values) {
        Game g = start_;
        Hand hand = deal(g, type);
        set(g, value);
        const Given given = main(g, hand);
        if (&value == values.begin())
          first = given;
        else if (given != first)
          habits_.reads |= fact;
      }
    }
  }

  void facts_of_the_run() {
    vary(kReadsMoney, {0, 1, 3, 4, 5, 6, 10, 20, 26, 100}, [](Game& g, int n) { g.money = n; });
    vary(kReadsTarotsUsed, {0, 1, 2, 5, 30}, [](Game& g, int n) { g.tarots_used = n; });
    vary(kReadsSkips, {0, 1, 2, 5, 10}, [](Game& g, int n) { g.skips = n; });
    vary(kReadsJokerSlots, {3, 4, 5, 6, 9},
         [](Game& g, int n) { g.base_joker_slots = static_cast<std::int16_t>(n); });
    vary(kReadsSellValues, {0, 1, 5, 30}, [](Game& g, int n) { g.jokers[0].sell_bonus = n; });
    vary(kReadsHandsPlayed, {0, 1, 2, 3, 4, 5, 6}, [](Game& g, int n) { g.hands_played_run = n; });
    vary(kReadsFullDeck, {0, 1, 20},
         [](Game& g, int n) { g.starting_deck_size = static_cast<std::int16_t>(g.cards.size() + n); });
    for (const Enhancement enhancement :
         {Enhancement::bonus, Enhancement::steel, Enhancement::stone, Enhancement::glass, Enhancement::gold,
          Enhancement::lucky, Enhancement::wild, Enhancement::mult})
      vary(kReadsFullDeck, {0, 1, 20}, [=](Game& g, int n) {
        for (int i = 0; i < n; ++i) g.cards[i].enhancement = enhancement;
      });
  }

  void facts_of_the_round() {
    vary(kReadsDrawPile, {40, 20, 5, 1, 0},
         [](Game& g, int n) { g.draw.cards.count = static_cast<std::uint8_t>(n); });
    vary(kReadsDiscardsLeft, {0, 1, 2, 3, 5},
         [](Game& g, int n) { g.discards_left = static_cast<std::int16_t>(n); });
    vary(kReadsLastHand, {0, 1, 3}, [](Game& g, int n) { g.hands_left = static_cast<std::int16_t>(n); });
    for (const bool in_round : {false, true})
      vary(in_round ? kReadsPlaysInRound : kReadsPlaysOfType, {0, 1, 2, 5}, [=](Game& g, int n) {
        for (HandRecord& record : g.hands) (in_round ? record.played_round : record.played) += n;
      });
  }

  // The hand stays a High Card throughout, but for the suits.
  void cards_at_once() {
    Given by_count[kMaxPlayed];
    for (int n = 1; n <= kMaxPlayed; ++n) {
      Game g = start_;
      Hand hand = deal(g, kJunk, n);
      hand.scoring.count = 1;
      const int cards = g.cards.size();
      by_count[n - 1] = main(g, hand);
      by_count[n - 1].grown = grown_by_hand(g, kSelf, hand);
      if (by_count[n - 1] != by_count[0]) habits_.reads |= kReadsPlayedCount;
      if (g.cards.size() != cards) habits_.reads |= kReadsLoneCard;
    }
    Game any = start_;
    Hand played = deal(any, HandType::high_card);
    const Given before = call_before(any, kSelf, played);
    habits_.raises_level = before.levels > 0;
    habits_.rolls |= habits_.raises_level && before.rolled;
    if (!row_.main) return;
    constexpr Suit kSuits[] = {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds};
    Given by_held[4], by_suits[16];
    for (int s = 0; s < 4; ++s) {
      Game g = start_;
      Hand hand = deal(g, HandType::high_card);
      Card& held = g.cards[g.hand.push(0)];
      held = {};
      held.rank = 7;
      held.suit = kSuits[s];
      by_held[s] = main(g, hand);
      if (by_held[s] != by_held[0]) habits_.reads |= kReadsHeldCards;
    }
    for (int suits = 1; suits < 16; ++suits) {
      Game g = start_;
      MadeUpHand made_up{4, {7, 7, 7, 7}, {}};
      for (int s = 0, last = std::countr_zero(static_cast<unsigned>(suits)); s < 4; ++s) {
        if (suits & (1 << s)) last = s;
        made_up.suits[s] = kSuits[last];
      }
      Hand hand = deal(g, made_up, made_up.count);
      hand.type = HandType::four_of_a_kind;  // alike but for the suits
      hand.contains = 1u << static_cast<int>(hand.type);
      g.hands = start_.hands;
      by_suits[suits] = main(g, hand);
      if (by_suits[suits] != by_suits[1]) habits_.reads |= kReadsScoringSuits;
    }
  }

  void card_by_card() {
    if (row_.retrigger || row_.retrigger_held) habits_.gives |= kGivesByCard;
    if (row_.other_joker) {
      Game g = start_;
      Hand hand = deal(g, HandType::high_card);
      for (const int other : {0, 2})
        note(
            call_hook(g, kSelf, &hand, [&](Ctx& c, const JokerRow& r) { r.other_joker(c, g.jokers[other]); }),
            kGivesChips, kGivesMult, kGivesTimes);
    }
    if (!row_.scored && !row_.held && !row_.retrigger) return;
    for (int i = 0; i < kFronts; ++i) {
      Game g = start_;
      const Card card = g.cards[i];
      MadeUpHand two{2, {card.rank, card.rank}, {card.suit, card.suit}};
      Hand hand = deal(g, two, 2);
      Card &first = g.cards[hand.played[0]], &second = g.cards[hand.played[1]];
      const auto scored = [&](Card& one) {
        return call_hook(g, kSelf, &hand, [&](Ctx& c, const JokerRow& r) {
          if (r.scored) r.scored(c, one);
          if (r.retrigger) c.self->value += r.retrigger(c, one);  // reported as growth
        });
      };
      const Given as_first = scored(first), as_second = scored(second);
      note(as_first, kGivesByCard, kGivesByCard, kGivesTimesByCard);
      if (first.bonus != card.bonus) habits_.gives |= kGivesByCard;
      if (as_first != as_second) habits_.reads |= kReadsFirstCard;
      // held alone, and beside a lower card
      Card low{};
      low.rank = 2;
      g.cards.push(low);
      g.hand.clear();
      g.hand.push(hand.played[0]);
      const Given alone = call_held(g, kSelf, first);
      g.hand.push(static_cast<std::uint8_t>(g.cards.size() - 1));
      const Given beside = call_held(g, kSelf, first);
      note(alone, kGivesByCard, kGivesByCard, kGivesTimesByCard);
      if (alone != beside) habits_.reads |= kReadsLowestHeld;
    }
  }

  void counter() {
    Game g = start_;
    Hand hand = deal(g, HandType::high_card);
    const Given small = main(g, hand);
    g.jokers[kSelf].value *= 2;
    if (main(g, hand) == small) return;
    habits_.steps_by_hand = (row_.before || row_.after) && steady_by_hand();
    habits_.steps_by_discard = row_.discarded && steady_by_discard();
  }

  // The same with faces, with enhanced cards, and where other hands were played more often.
  bool steady_by_hand() const {
    constexpr MadeUpHand kKings = {2, {kKing, kKing}, {S, H}};
    const MadeUpHand& twos = kMadeUpHands[HandType::pair];
    const auto grown = [&](const MadeUpHand& pair, Enhancement enhancement, int others_played) {
      Game g = start_;
      Hand hand = deal(g, pair, 2, enhancement);
      for (int type = 0; type < kHandTypes; ++type)
        if (static_cast<HandType>(type) != hand.type) g.hands[type].played += others_played;
      return grown_by_hand(g, kSelf, hand);
    };
    const double plain = grown(twos, Enhancement::none, 0);
    return plain == grown(kKings, Enhancement::none, 0) && plain == grown(twos, Enhancement::bonus, 0) &&
           plain == grown(twos, Enhancement::none, 9);
  }

  // Nothing else is counted, and it does not matter what was discarded before.
  bool steady_by_discard() const {
    for (int i = 0; i < kFronts; ++i)
      for (const bool last : {false, true}) {
        Game g = start_;
        const double first = grown_by_discard(g, kSelf, g.cards[i], last);
        g.discards_used = 2;
        g.jokers[kSelf].value *= 2;
        if (std::abs(grown_by_discard(g, kSelf, g.cards[i], last) - first) > kNoDifference) return false;
        Hand hand{};
        bool counts = false;
        call_hook(g, kSelf, &hand, [&](Ctx& c, const JokerRow& r) {
          const std::int32_t extra = c.self->extra;
          r.discarded(c, g.cards[i]);
          counts = c.self->extra != extra;
        });
        if (counts) return false;
      }
    return true;
  }

  const JokerRow& row_;
  const Game start_;
  Habits habits_;
};

}  // namespace

const Habits& habits_of(JokerId id) {
  static const EnumArray<JokerId, Habits> kHabits = [] {
    EnumArray<JokerId, Habits> habits;
    for (int i = 0; i < kJokerIds; ++i)
      habits[static_cast<std::size_t>(i)] = Observer(static_cast<JokerId>(i)).observe();
    return habits;
  }();
  return kHabits[id];
}

std::uint32_t reads_of(const Game& g) {
  std::uint32_t reads = 0;
  for (int i = 0; i < g.jokers.size(); ++i)
    if (const std::uint8_t acting = g.acts_as[static_cast<std::size_t>(i)]; acting != kNone)
      reads |= habits_of(g.jokers[acting].id).reads;
  return reads;
}

}  // namespace jimbot::plan
