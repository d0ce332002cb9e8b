// One scratch game scores every play.
#include "planner/plays.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "planner/habits.h"
#include "score/score.h"

namespace jimbot::planner {
namespace {

bool has_joker(const Game& g, std::initializer_list<JokerId> ids) {
  for (const Joker& joker : g.jokers)
    if (std::find(ids.begin(), ids.end(), joker.id) != ids.end()) return true;
  return false;
}

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

// The order of face-down jokers is unknown: they are taken by age, as explanations do. True if that may be wrong.
bool take_jokers_by_age(Game& g) {
  const auto face_down = [](const Joker& joker) { return joker.flags & Joker::kFaceDown; };
  bool unknown = false;
  for (int i = 0; i < g.jokers.size(); ++i)
    for (int k = i + 1; k < g.jokers.size(); ++k) {
      if (!face_down(g.jokers[i]) || !face_down(g.jokers[k])) continue;
      unknown = true;
      if (g.jokers[i].number > g.jokers[k].number) std::swap(g.jokers[i], g.jokers[k]);
    }
  if (unknown) refresh(g);
  return unknown;
}

}  // namespace

// A Popcorn with that counter gives as much.
void average_misprint(Game& g) {
  for (Joker& joker : g.jokers) {
    if (joker.id != JokerId::misprint) continue;
    joker.value = (row(joker.id).n + row(joker.id).n2) / 2;
    joker.id = JokerId::popcorn;
  }
}

PlayScorer::PlayScorer(const Game& g, const Tuning& tuning)
    : dollars_per_step_(tuning.dollars_per_step), seen_(g) {
  seen_.explaining = 1;
  --seen_.hands_left;
  const bool order_unknown = take_jokers_by_age(seen_);
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
  lucky_ = holds(seen_, visible_, Enhancement::lucky);
  bloodstone_ = has_joker(seen_, {JokerId::bloodstone});
  space_ = has_joker(seen_, {JokerId::space});
  misprint_ = has_joker(seen_, {JokerId::misprint});
  junk_matters_ = held || required_ || reads_played_cards(seen_, visible_);
  uncertain_ = order_unknown || (hidden_ && held) ||
               (blind_in_force(g).discards_held && (held || (g.hooks & kDiscarded)));
}

// Rolls are taken as missed, then all as hit. Sums of rolls are averaged; Bloodstone multiplies.
Rolls PlayScorer::rolls(const Play& play) {
  if (!lucky_ && !bloodstone_ && !space_ && !misprint_) return {play.score, play.score};
  const auto jokers = seen_.jokers;
  if (misprint_) average_misprint(seen_);
  std::copy(seen_.jokers.begin(), seen_.jokers.end(), scratch_.jokers.begin());
  const double missed = score(play.cards).score;
  scratch_.oops = 30;
  const double hit = score(play.cards).score;
  scratch_.oops = seen_.oops;
  seen_.jokers = scratch_.jokers = jokers;
  const double odds = bloodstone_ ? 2 : space_ ? 4 : 5;
  const double chance = std::min(1.0, static_cast<double>(1 << std::min<int>(seen_.oops, 10)) / odds);
  const bool factors = bloodstone_ && missed > 0;
  return {factors ? missed * std::pow(hit / missed, chance) : missed + chance * (hit - missed), hit};
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

}  // namespace jimbot::planner
