// Blinds.
#include "blinds.h"

#include <algorithm>
#include <cmath>

#include "content/stakes.h"
#include "create.h"
#include "jokers.h"
#include "open_points.h"

namespace jimbot {
namespace {

constexpr double kAnteTable[3][9] = {
    {100, 300, 800, 2000, 5000, 11000, 20000, 35000, 50000},
    {100, 300, 900, 2600, 8000, 20000, 36000, 60000, 100000},
    {100, 300, 1000, 3200, 9000, 25000, 60000, 110000, 200000},
};

}  // namespace

double base_requirement(int ante, Stake stake) {
  const int scaling = scaling_of(stake) - 1;
  if (ante < 1) return kAnteTable[scaling][0];
  if (ante <= 8) return kAnteTable[scaling][ante];
  // Endless: grown from ante 8, then lowered to two significant digits. Past the range of doubles the
  // lowering gives not-a-number, and nothing beats that.
  const double c = ante - 8;
  const double a = std::floor(kAnteTable[scaling][8] * std::pow(1.6 + std::pow(0.75 * c, 1 + 0.2 * c), c));
  const double unit = std::pow(10.0, std::floor(std::log10(a) - 1));
  return a - (a - std::floor(a / unit) * unit);
}

double blind_requirement(const Game& g, BlindId id) {
  if (g.one_chip) return 1;
  const double asked = base_requirement(g.ante, g.stake) * row(id).score_mult * row(g.deck).blind_factor;
  return g.target_cut ? std::max(1.0, std::floor(asked * (100 - g.target_cut) / 100)) : asked;
}

int blind_reward(const Game& g, BlindId id) {
  if (in_challenge(g, kNoReward)) return 0;
  if (in_challenge(g, kNoRewardSmallBig) && !is_boss(id)) return 0;
  if (id == BlindId::small && g.stake >= kNoSmallRewardFrom) return 0;
  return row(id).reward;
}

BlindId blind_of(const Game& g, int number) {
  return number == 0 ? BlindId::small : number == 1 ? BlindId::big : g.boss;
}

void reroll_boss(Game& g) {
  g.boss_rerolled = 1;
  g.boss = roll_boss(g);
}

void end_boss_effects(Game& g) {
  if (!is_boss(g.blind) && !in_challenge(g, kFlippedCards)) return;
  bool recovered = false;
  for (Joker& joker : g.jokers) {
    const bool perished = joker.perishable() && joker.rounds_left == 0;
    recovered |= joker.debuffed() && !perished;
    joker.flags &= static_cast<std::uint8_t>(~(Joker::kFaceDown | (perished ? 0 : Joker::kDebuffed)));
  }
  if (recovered) refresh(g);
  constexpr std::uint8_t kOfTheRound = Card::kFaceDown | Card::kForced | Card::kDebuffed;
  for (Card& card : g.cards) {
    const bool stays = card.flags & Card::kDebuffedForever;
    card.flags = static_cast<std::uint8_t>((card.flags & ~kOfTheRound) | (stays ? Card::kDebuffed : 0));
  }
}

// What a boss took comes back as far as it can; a lowered requirement may already be met.
void disable_blind(Game& g) {
  if (g.phase != Phase::selecting_hand || !is_boss(g.blind) || g.blind_disabled) return;
  g.blind_disabled = 1;
  const BlindRow& r = row(g.blind);
  if (r.no_discards) g.discards_left = static_cast<std::int16_t>(g.discards_left + g.blind_took);
  if (r.only_hands) g.hands_left = static_cast<std::int16_t>(g.hands_left + g.blind_took);
  if (!g.one_chip) g.target /= r.target_divisor;
  end_boss_effects(g);
  g.round_hand_size = static_cast<std::int16_t>(g.round_hand_size - r.hand_size);
  if (kManacleDrawsWhenDisabled) owe_cards(g, -r.hand_size);
}

}  // namespace jimbot
