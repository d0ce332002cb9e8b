// Blind select and the start of a round.
#include "flow/blind.h"

#include <algorithm>

#include "cards.h"
#include "create.h"
#include "flow/round.h"
#include "flow/tags.h"
#include "hands.h"
#include "held_tags.h"
#include "open_points.h"
#include "passes.h"

namespace jimbot {
namespace {

std::uint8_t roll_orbital_hand(Game& g) {
  HandType visible[kHandTypes];
  int n = 0;
  for (HandType type : kUnorderedHands)
    if (is_visible(g, type)) visible[n++] = type;
  return static_cast<std::uint8_t>(visible[index_of(g, Stream::orbital, n)]);
}

// Each blind of an ante has a hand for an Orbital Tag, also the boss. An ante that begins again (Hieroglyph,
// Petroglyph) has the same ones.
const std::array<std::uint8_t, 3>& orbital_hands(Game& g) {
  std::array<std::uint8_t, 3>& hands = streams_of(g.rng, g.ante).orbital_hands;
  if (!hands[0])
    for (std::uint8_t& hand : hands) hand = static_cast<std::uint8_t>(1 + roll_orbital_hand(g));
  return hands;
}

// What a boss takes is given back when it is disabled.
void start_boss(Game& g) {
  const BlindRow& r = row(g.blind);
  if (r.no_discards) {
    g.blind_took = g.discards_left;
    g.discards_left = 0;
  }
  if (r.only_hands) {
    g.blind_took = static_cast<std::int16_t>(std::max(0, hands_per_round(g) - r.only_hands));
    g.hands_left = static_cast<std::int16_t>(g.hands_left - g.blind_took);
  }
  g.round_hand_size = r.hand_size;
  if (r.selected) {
    Ctx c{.g = g};
    r.selected(c);
  }
  if (r.debuffs || r.debuffs_played) check_all_debuffs(g);
}

}  // namespace

void begin_ante(Game& g) {
  g.boss = roll_boss(g);
  g.boss_rerolled = 0;
  for (Tag& tag : g.ante_tags) tag = roll_tag(g);
  const std::array<std::uint8_t, 3>& hands = orbital_hands(g);
  for (std::size_t i = 0; i < g.ante_tags.size(); ++i)
    if (Tag& tag = g.ante_tags[i]; row(tag.id).names_hand) tag.hand = static_cast<std::uint8_t>(hands[i] - 1);
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
  if (is_boss(g.blind)) start_boss(g);
  Ctx c{.g = g};
  for_each_acting(c, kBlindSelected, [](Ctx& ctx, const JokerRow& r) { r.blind_selected(ctx); });
  remove_dying(g);
  use_tags(g, TagType::round_start_bonus);
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
  use_tags(g, TagType::immediate);
  use_tags(g, TagType::new_blind_choice);
}

}  // namespace jimbot
