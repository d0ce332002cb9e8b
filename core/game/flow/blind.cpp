// Blind select, the start of a round, and what bosses do outside scoring.
#include "flow/blind.h"

#include <algorithm>
#include <cmath>

#include "cards.h"
#include "content/blinds.h"
#include "content/stakes.h"
#include "create.h"
#include "flow/round.h"
#include "flow/tags.h"
#include "open_points.h"
#include "passes.h"

namespace jimbot {
namespace {

constexpr double kAnteTable[3][9] = {
    {100, 300, 800, 2000, 5000, 11000, 20000, 35000, 50000},
    {100, 300, 900, 2600, 8000, 20000, 36000, 60000, 100000},
    {100, 300, 1000, 3200, 9000, 25000, 60000, 110000, 200000},
};

std::uint8_t roll_orbital_hand(Game& g) {
  HandType visible[kHandTypes];
  int n = 0;
  for (HandType type : kUnorderedHands)
    if (is_visible(g, type)) visible[n++] = type;
  return static_cast<std::uint8_t>(visible[index_of(g, Stream::orbital, n)]);
}

// The jokers turn face down and are shuffled three times in a row; pinned ones stay leftmost.
void amber_acorn(Game& g) {
  for (Joker& joker : g.jokers) joker.flags |= Joker::kFaceDown;
  const int n = g.jokers.size();
  if (n < 2) return;
  for (int times = 0; times < 3; ++times) {
    std::sort(g.jokers.begin(), g.jokers.end(),
              [](const Joker& a, const Joker& b) { return a.number < b.number; });
    LuaRandom random;
    random.seed(draw_seed(g.rng, Stream::amber_acorn, g.ante));
    for (int i = n - 1; i >= 1; --i) std::swap(g.jokers[i], g.jokers[random.integer(0, i)]);
  }
  std::stable_partition(g.jokers.begin(), g.jokers.end(),
                        [](const Joker& j) { return j.flags & Joker::kPinned; });
  refresh(g);
}

void start_boss(Game& g) {
  switch (g.blind) {
    case BlindId::water:
      g.blind_took = g.discards_left;
      g.discards_left = 0;
      break;
    case BlindId::needle:
      g.blind_took = static_cast<std::int16_t>(hands_per_round(g) - 1);
      g.hands_left = static_cast<std::int16_t>(g.hands_left - g.blind_took);
      break;
    case BlindId::manacle: g.round_hand_size = kManacleHandSize; break;
    case BlindId::ox: g.ox_hand = static_cast<std::uint8_t>(most_played_hand(g)); break;
    case BlindId::final_acorn: amber_acorn(g); break;
    default: break;
  }
}

bool debuffs_cards(BlindId id) {
  return row(id).debuffs_suit != kNone || id == BlindId::plant || id == BlindId::pillar ||
         id == BlindId::final_leaf;
}

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
  return base_requirement(g.ante, g.stake) * row(id).score_mult * row(g.deck).blind_factor;
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

void begin_ante(Game& g) {
  g.boss = roll_boss(g);
  g.boss_rerolled = 0;
  for (Tag& tag : g.ante_tags) {
    tag = roll_tag(g);
    if (tag.id == TagId::orbital)
      tag.hand = roll_orbital_hand(g);
    else
      skip_roll(g, Stream::orbital);
  }
}

void select_blind(Game& g) {
  g.blind = blind_of(g, g.blind_on_deck);
  g.blind_states[g.blind_on_deck] = BlindState::current;
  g.phase = Phase::selecting_hand;
  ++g.round;
  g.hands_left = static_cast<std::int16_t>(hands_per_round(g));
  g.discards_left = static_cast<std::int16_t>(discards_per_round(g));
  g.hands_played = g.discards_used = 0;
  g.rerolls_paid = g.free_rerolls = 0;
  for (const Joker& joker : g.jokers) g.free_rerolls += joker.id == JokerId::chaos && !joker.debuffed();
  for (HandRecord& record : g.hands) record.played_round = 0;
  g.score = 0;
  g.target = blind_requirement(g, g.blind);
  g.reward = blind_reward(g, g.blind);
  g.blind_disabled = g.saved = g.armed = 0;
  g.mouth_hand = g.ox_hand = kNone;
  g.eye_hands = 0;
  g.round_hand_size = g.blind_took = 0;
  if (is_boss(g.blind)) {
    start_boss(g);
    if (debuffs_cards(g.blind)) check_all_debuffs(g);
  }
  Ctx c{.g = g};
  for_each_acting(c, kBlindSelected, [](Ctx& ctx, const JokerRow& r) { r.blind_selected(ctx); });
  remove_dying(g);
  while (take_tag(g, TagId::juggle))
    g.round_hand_size = static_cast<std::int16_t>(g.round_hand_size + row(TagId::juggle).n);
  shuffle_deck(g, Stream::round_shuffle);
  deal_opening_hand(g);
  settle_round(g);
}

void skip_blind(Game& g) {
  ++g.skips;
  const Tag tag = g.ante_tags[g.blind_on_deck];
  g.blind_states[g.blind_on_deck] = BlindState::skipped;
  ++g.blind_on_deck;
  g.blind_states[g.blind_on_deck] = BlindState::select;
  add_tag(g, tag);
  apply_immediate_tags(g);
  apply_blind_choice_tags(g);
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
  switch (g.blind) {
    case BlindId::water: g.discards_left = static_cast<std::int16_t>(g.discards_left + g.blind_took); break;
    case BlindId::needle: g.hands_left = static_cast<std::int16_t>(g.hands_left + g.blind_took); break;
    case BlindId::wall: g.target /= g.one_chip ? 1 : 2; break;
    case BlindId::final_vessel: g.target /= g.one_chip ? 1 : 3; break;
    default: break;
  }
  end_boss_effects(g);
  if (g.blind == BlindId::manacle) {
    g.round_hand_size = static_cast<std::int16_t>(g.round_hand_size - kManacleHandSize);
    if (kManacleDrawsWhenDisabled) owe_cards(g, -kManacleHandSize);
  }
}

}  // namespace jimbot
