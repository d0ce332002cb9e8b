// One scratch game scores every play.
#include "plays.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "call_hook.h"
#include "habits.h"
#include "score/score.h"

namespace jimbot::plan {
namespace {

bool holds(const Game& g, Cards cards, Enhancement enhancement) {
  for (; cards; cards &= cards - 1)
    if (g.cards[g.hand[std::countr_zero(cards)]].enhancement == enhancement) return true;
  return false;
}

// Does it matter which cards are left in the hand?
bool reads_held_cards(const Game& g, Cards visible) {
  return (g.hooks & kHeld) || (reads_of(g) & kReadsHeldCards) || holds(g, visible, Enhancement::steel);
}

// Does it matter how many cards are played, or may a hand need fewer than five for all its cards to score?
bool reads_played_cards(const Game& g, Cards visible) {
  return has(g, kSplash) || has(g, kFourFingers) || has(g, kShortcut) ||
         (reads_of(g) & (kReadsPlayedCount | kReadsLoneCard)) || blind_in_force(g).least_cards ||
         blind_in_force(g).dollars_per_card || holds(g, visible, Enhancement::stone);
}

}  // namespace

bool begin_hand(Game& g) {
  g.explaining = kRollsMiss;
  --g.hands_left;
  return hide_joker_order(g);
}

PlayScorer::PlayScorer(const Game& g, const Tuning& tuning)
    : dollars_per_step_(tuning.dollars_per_step), seen_(g) {
  const bool order_unknown = begin_hand(seen_);
  scratch_ = seen_;
  for (int i = 0; i < g.hand.size(); ++i) {
    const Card& card = g.cards[g.hand[i]];
    if (card.forced()) required_ |= 1ull << i;
    if (card.face_down()) {
      hidden_ |= 1ull << i;
      continue;
    }
    visible_ |= 1ull << i;
    CardSum& sum = sums_[i];
    sum.rank_bits = 1u << (card.rank - 2);
    sum.ranks = 1ull << (4 * (card.rank - 2));
    for (int s = 0; s < 4; ++s)
      sum.suits += static_cast<std::uint32_t>(counts_as(g, card, static_cast<Suit>(s))) << (4 * s);
  }
  const bool held = reads_held_cards(seen_, visible_);
  rolls_ = holds(seen_, visible_, Enhancement::lucky);
  double stays = 1;
  for (int i = 0; i < seen_.jokers.size(); ++i) {
    const std::uint8_t acting = seen_.acts_as[static_cast<std::size_t>(i)];
    if (acting == kNone) continue;
    const Habits& habits = habits_of(seen_.jokers[acting].id);
    rolls_ |= habits.rolls;
    if (habits.raises_level) stays *= 1 - level_chance(scratch_, acting);
  }
  level_chance_ = 1 - stays;
  junk_matters_ = held || required_ || reads_played_cards(seen_, visible_);
  uncertain_ = order_unknown || (hidden_ && held) ||
               (blind_in_force(g).discards_held && (held || (g.hooks & kDiscarded)));
}

// A level more or less is played through; all else is averaged as it comes.
Rolls PlayScorer::rolls(const Play& play) {
  if (!rolls_) return {play.score, play.score};
  scratch_.explaining = kRollsByChance;
  double mean = score(play.cards).score;
  if (level_chance_ > 0) {
    ++scratch_.hands[play.type].level;
    mean += level_chance_ * (score(play.cards).score - mean);
  }
  scratch_.explaining = kRollsHit;
  const double most = score(play.cards).score;
  scratch_.explaining = seen_.explaining;
  return {mean, most};
}

// A pair, three or four alike, two pairs; with five cards also a Full House, Flush or Straight. A single card scores.
bool PlayScorer::all_score(int size, const CardSum& sum) {
  constexpr std::uint64_t kOnes = 0x1111111111111;
  constexpr std::uint32_t kWheel = 0x100F;
  const bool three = sum.ranks & (sum.ranks >> 1) & kOnes;
  switch (size) {
    case 1: return true;
    case 2: return sum.ranks & (kOnes << 1);
    case 3: return three;
    case 4: return (sum.ranks & kOnes) == 0;
    default: break;
  }
  const int ranks = std::popcount(sum.rank_bits);
  if (ranks == 1 || (ranks == 2 && three)) return true;
  if (sum.suits & (sum.suits >> 2) & 0x1111) return true;
  if (ranks != 5) return false;
  return sum.rank_bits == kWheel || sum.rank_bits / (sum.rank_bits & -sum.rank_bits) == 0x1F;
}

Play PlayScorer::score(Cards cards, bool alone) {
  Game& g = scratch_;
  Hand hand{};
  std::uint8_t at[kMaxPlayed];
  g.hand.clear();
  for (Cards left = visible_; left; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (cards & (left & -left)) {
      at[hand.played.size()] = static_cast<std::uint8_t>(i);
      hand.played.push(seen_.hand[i]);
    } else if (!alone) {
      g.hand.push(seen_.hand[i]);
    }
  }
  g.money += blind_in_force(g).dollars_per_card * hand.played.size();
  Ctx c{.g = g, .hand = &hand};
  Play play{cards, 0, score_hand(c), static_cast<double>(g.money - seen_.money), hand.type};
  for (int i = 0, k = 0; i < hand.played.size() && k < hand.scoring.size(); ++i)
    if (hand.played[i] == hand.scoring[k]) play.scoring |= 1ull << at[i], ++k;
  for (int i = 0; i < g.jokers.size(); ++i) {
    const double grown = g.jokers[i].value - seen_.jokers[i].value;
    if (grown != 0) play.side += dollars_per_step_ * grown / std::max(0.01, row(g.jokers[i].id).n);
  }
  put_back(hand);
  return play;
}

// What a hand may have changed: counters, levels, money, jokers, its own cards, a copy made by DNA.
void PlayScorer::put_back(const Hand& hand) {
  Game& g = scratch_;
  g.hands = seen_.hands;
  g.last_hand = seen_.last_hand;
  g.eye_hands = seen_.eye_hands;
  g.mouth_hand = seen_.mouth_hand;
  g.money = seen_.money;
  g.truncated = seen_.truncated;
  g.next_number = seen_.next_number;
  g.cards.count = seen_.cards.count;
  for (std::uint8_t i : hand.played) g.cards[i] = seen_.cards[i];
  std::copy(seen_.jokers.begin(), seen_.jokers.end(), g.jokers.begin());
}

}  // namespace jimbot::plan
