// Questions to one joker.
#include "joker_probe.h"

#include "score/hand.h"

namespace jimbot::plan {
namespace {

constexpr double kMore = 100;  // to a counter that must not run out while it is watched

// Sets a fact for as long as it lives.
template <class T>
class Set {
 public:
  Set(T& fact, double value) : fact_(fact), before_(fact) { fact = static_cast<T>(value); }
  ~Set() { fact_ = before_; }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

 private:
  T& fact_;
  T before_;
};

// Hand types found in each made-up hand, as if no joker changed the rules.
const EnumArray<HandType, std::uint16_t>& contained() {
  static const EnumArray<HandType, std::uint16_t> kContained = [] {
    EnumArray<HandType, std::uint16_t> contained{};
    for (std::size_t type = 0; type < kHandTypes; ++type) {
      Game g{};
      Hand hand{};
      const MadeUpHand& made_up = kMadeUpHands[type];
      for (int i = 0; i < made_up.count; ++i) {
        Card card{};
        card.rank = made_up.ranks[i];
        card.suit = made_up.suits[i];
        g.cards.push(card);
        hand.played.push(static_cast<std::uint8_t>(i));
      }
      find_hand(g, hand);
      contained[type] = hand.contains;
    }
    return contained;
  }();
  return kContained;
}

}  // namespace

std::uint8_t JokerProbe::make_up(int slot, int rank, Suit suit) {
  Card card{};
  card.rank = static_cast<std::uint8_t>(rank);
  card.suit = suit;
  g_.cards[made_up_ + slot] = card;
  return static_cast<std::uint8_t>(made_up_ + slot);
}

Hand JokerProbe::hand_of(HandType type) {
  const MadeUpHand& made_up = kMadeUpHands[type];
  Hand hand{};
  for (int i = 0; i < made_up.count; ++i) hand.played.push(make_up(i, made_up.ranks[i], made_up.suits[i]));
  hand.scoring = hand.played;
  hand.type = type;
  hand.contains = contained()[type];
  hand.chips = hand.mult = 1;
  return hand;
}

double JokerProbe::times_if_held(int joker, Suit suit) {
  g_.hand.clear();
  g_.hand.push(make_up(kMaxPlayed, 2, suit));
  return main(joker).times;
}

double JokerProbe::times_if_scoring(int joker, unsigned suits) {
  Hand hand = hand_of(HandType::high_card);
  hand.played.clear();
  for (int s = 0; s < 4; ++s)
    if (suits & (1u << s)) hand.played.push(make_up(s, 7, static_cast<Suit>(s)));
  hand.scoring = hand.played;
  return call_main(g_, joker, hand).times;
}

double JokerProbe::mult_per_lowest_chip(int joker) {
  constexpr int kRank = 9;
  const std::uint8_t card = make_up(kMaxPlayed, kRank, Suit::hearts);
  g_.hand.clear();
  g_.hand.push(card);
  return call_held(g_, joker, g_.cards[card]).plus / chips_of_rank(kRank);
}

double JokerProbe::times_when_played_again(int joker) {
  std::int32_t& plays = g_.hands[HandType::high_card].played_round;
  const Set before(plays, 1);
  const double first = main(joker).times;
  plays = 2;
  return main(joker).times / first;
}

double JokerProbe::mult_per_play(int joker) {
  std::int32_t& plays = g_.hands[HandType::high_card].played;
  const Set more(plays, plays + 1);
  const double with = main(joker).plus;
  --plays;
  return with - main(joker).plus;
}

// Between two numbers above 0, where nothing else changes.
double JokerProbe::chips_per_discard_left(int joker) {
  const Set more(g_.discards_left, 3);
  const double with = main(joker).chips;
  g_.discards_left = 2;
  return with - main(joker).chips;
}

double JokerProbe::chips_per_undrawn_card(int joker) {
  const Set more(g_.draw.cards.count, 20);
  const double with = main(joker).chips;
  g_.draw.cards.count = 19;
  return with - main(joker).chips;
}

CounterGives JokerProbe::counter_gives(int joker) {
  const Set more(g_.jokers[joker].value, g_.jokers[joker].value + kMore);
  const Given given = main(joker);
  return given.times != 1 ? CounterGives::times : given.plus != 0 ? CounterGives::mult : CounterGives::chips;
}

StepsByHand JokerProbe::steps_by_hand(int joker) {
  const Set more(g_.jokers[joker].value, g_.jokers[joker].value + kMore);
  StepsByHand steps{};
  const auto with_junk = [&](int count) {
    Hand hand = hand_of(HandType::high_card);
    for (int i = 1; i < count; ++i) hand.played.push(make_up(i, kJunk.ranks[i], kJunk.suits[i]));
    return grown_by_hand(g_, joker, hand);
  };
  const double alone = with_junk(1);
  for (int n = 1; n <= kMaxPlayed; ++n) steps.of_count[n] = static_cast<float>(with_junk(n) - alone);
  for (int i = 0; i < kHandTypes; ++i) {
    Hand hand = hand_of(static_cast<HandType>(i));
    steps.of_type[i] =
        static_cast<float>(grown_by_hand(g_, joker, hand)) - steps.of_count[hand.played.size()];
  }
  return steps;
}

double JokerProbe::step_by_card(int joker, int card) {
  const Set more(g_.jokers[joker].value, g_.jokers[joker].value + kMore);
  return grown_by_discard(g_, joker, g_.cards[card], false);
}

double JokerProbe::step_by_discard(int joker, int card) {
  const Set more(g_.jokers[joker].value, g_.jokers[joker].value + kMore);
  return grown_by_discard(g_, joker, g_.cards[card], true) -
         grown_by_discard(g_, joker, g_.cards[card], false);
}

}  // namespace jimbot::plan
