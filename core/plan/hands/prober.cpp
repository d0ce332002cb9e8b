// Cards that are debuffed make a hand and add nothing: what is left is the jokers' part. A hand played at two
// levels shows what its mult is multiplied with.
#include "prober.h"

#include <algorithm>

#include "content/vouchers.h"
#include "habits.h"
#include "made_up.h"
#include "score/score.h"

namespace jimbot::plan {
namespace {

constexpr int kMadeUpCards = kMaxPlayed + 1;
constexpr int kLevels = 64;

}  // namespace

Prober::Prober(const Game& seen) : start_(seen), first_discards_(seen.discards_left) {
  start_.deck = DeckId::red;  // Plasma Deck balances at the very end
  start_.blind_disabled = 1;  // the board knows the boss's rules
  start_.hands_played = 1;  // DNA copies only on the first hand
  made_up_ = std::min(start_.cards.size(), kMaxCards - kMadeUpCards);
  const int more = made_up_ + kMadeUpCards - start_.cards.size();
  start_.cards.count += static_cast<std::uint32_t>(more);
  start_.starting_deck_size = static_cast<std::int16_t>(start_.starting_deck_size + more);
  start_.explaining = kRollsByChance;
  g_ = start_;
  for (int i = 0; i < seen.jokers.size(); ++i) {
    jokers_multiply_ |= seen.jokers[i].edition == Edition::polychrome;
    const std::uint8_t acting = seen.acts_as[static_cast<std::size_t>(i)];
    if (acting == kNone) continue;
    const std::uint32_t gives = habits_of(seen.jokers[acting].id).gives;
    jokers_multiply_ |= gives & kGivesTimes;
    cards_multiply_ |= gives & kGivesTimesByCard;
  }
  jokers_multiply_ |= cards_multiply_ || voucher_has<&VoucherRow::planet_times_mult>(seen);
}

bool Prober::may_multiply(const Card& card) const {
  return cards_multiply_ || card.enhancement == Enhancement::glass ||
         card.enhancement == Enhancement::steel || card.edition == Edition::polychrome;
}

void Prober::set_moment(Moment m) {
  g_.hands_left = m.last_hand ? 0 : 1;
  g_.discards_left = static_cast<std::int16_t>(m.no_discards ? 0 : std::max(1, first_discards_));
}

std::uint8_t Prober::make_up(int slot, int rank, Suit suit) {
  Card& card = g_.cards[made_up_ + slot];
  card = {};
  card.rank = static_cast<std::uint8_t>(rank);
  card.suit = suit;
  card.flags = Card::kDebuffed;
  return static_cast<std::uint8_t>(made_up_ + slot);
}

// A low red card is held: so not all is black (Blackboard), and no other card is lower (Raised Fist).
Prober::Line Prober::play(const Hand& hand, HandType type, bool both_levels, int held) {
  HandRecord& record = g_.hands[type];
  const HandTypeRow& r = row(type);
  Line line{};
  line.both = both_levels;
  for (const int levels : {0, kLevels}) {
    if (levels && !both_levels) break;
    g_.hand.clear();
    if (held >= 0) g_.hand.push(static_cast<std::uint8_t>(held));
    g_.hand.push(make_up(kMaxPlayed, 2, Suit::hearts));
    record.level += levels;
    (levels ? line.base_high : line.base_low) =
        r.mult + static_cast<double>(r.level_mult) * (record.level - 1);
    if (!levels) line.base_chips = r.chips + static_cast<double>(r.level_chips) * (record.level - 1);
    Hand played = hand;
    Ctx c{.g = g_, .hand = &played};
    score_hand(c);
    (levels ? line.high : line.low) = played.mult;
    if (!levels) line.chips = played.chips;
    g_.hands = start_.hands;
    g_.last_hand = start_.last_hand;
    g_.money = start_.money;
    for (std::uint8_t i : hand.played)
      if (i < made_up_) g_.cards[i] = start_.cards[i];
    if (held >= 0) g_.cards[held] = start_.cards[held];
    std::copy(start_.jokers.begin(), start_.jokers.end(), g_.jokers.begin());
  }
  return line;
}

Gain Prober::after(HandType type) {
  const MadeUpHand& sample = kMadeUpHands[type];
  Hand hand{};
  for (int i = 0; i < sample.count; ++i) hand.played.push(make_up(i, sample.ranks[i], sample.suits[i]));
  const Line line = play(hand, type, jokers_multiply_);
  const double times = line.both ? (line.high - line.low) / (line.base_high - line.base_low) : 1;
  return {static_cast<float>(line.chips - line.base_chips),
          static_cast<float>(line.low / times - line.base_low), static_cast<float>(times)};
}

// What happened to mult before the jokers: they multiplied and added on top of it.
Gain Prober::before_jokers(const Line& line, const Gain& after) const {
  const double low = line.low / after.times - after.plus, high = line.high / after.times - after.plus;
  const double times = line.both ? std::max(1e-3, (high - low) / (line.base_high - line.base_low)) : 1;
  return {static_cast<float>(line.chips - line.base_chips - after.chips),
          static_cast<float>(low / times - line.base_low), static_cast<float>(times)};
}

Gain Prober::first(std::uint8_t card) {
  Hand hand{};
  hand.played.push(card);
  return before_jokers(play(hand, HandType::high_card, may_multiply(start_.cards[card])), high_card_);
}

Gain Prober::second(std::uint8_t card, const Gain& first) {
  const std::uint8_t copy = make_up(0, 2, Suit::spades);
  Card& like = g_.cards[copy];
  like = start_.cards[card];
  Hand hand{};
  hand.played.push(copy);
  hand.played.push(card);
  const bool stone = like.stone();
  const Gain both =
      before_jokers(play(hand, stone ? HandType::high_card : HandType::pair, may_multiply(like)),
                    stone ? high_card_ : pair_);
  // (m + both.plus) * both.times = ((m + first.plus) * first.times + plus) * times
  return {both.chips - first.chips, (both.plus - first.plus) * first.times, both.times / first.times};
}

Gain Prober::held(std::uint8_t card) {
  Hand hand{};
  hand.played.push(make_up(0, 2, Suit::spades));
  return before_jokers(play(hand, HandType::high_card, may_multiply(start_.cards[card]), card), high_card_);
}

}  // namespace jimbot::plan
