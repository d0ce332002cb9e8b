// Starting a run: stake, deck, challenge, the first ante.
#include "flow/run.h"

#include <algorithm>
#include <cstring>

#include "cards.h"
#include "content/stakes.h"
#include "create.h"
#include "flow/blind.h"
#include "flow/cash_out.h"
#include "flow/shop.h"
#include "jokers.h"

namespace jimbot {
namespace {

bool deck_keeps(const Game& g, ChallengeDeck kind, int rank) {
  if (g.deck == DeckId::abandoned) return rank < kJack || rank == kAce;
  if (kind == ChallengeDeck::city) return rank >= 4 && rank != kAce;
  if (kind == ChallengeDeck::mad_world) return rank <= 9;
  return true;
}

void push_starting_card(Game& g, ChallengeDeck kind, int front) {
  Card card = card_of_front(front);
  if (g.deck == DeckId::checkered) {
    if (card.suit == Suit::clubs) card.suit = Suit::spades;
    if (card.suit == Suit::diamonds) card.suit = Suit::hearts;
  }
  if (kind == ChallengeDeck::medusa && card.rank >= kJack && card.rank <= kKing)
    card.enhancement = Enhancement::stone;
  if (kind == ChallengeDeck::red_seals) card.seal = Seal::red;
  if (kind == ChallengeDeck::glass) card.enhancement = Enhancement::glass;
  card.number = g.next_number++;
  g.cards.push(card);
}

void build_deck(Game& g, ChallengeDeck kind) {
  std::uint8_t fronts[kFronts];
  for (int i = 0; i < kFronts; ++i) fronts[i] = static_cast<std::uint8_t>(i);
  if (g.deck == DeckId::erratic) {
    for (std::uint8_t& front : fronts)
      front = static_cast<std::uint8_t>(index_of(g, Stream::erratic, kFronts));
    std::sort(fronts, fronts + kFronts);
  }
  for (std::uint8_t front : fronts) {
    const int rank = card_of_front(front).rank;
    if (!deck_keeps(g, kind, rank)) continue;
    push_starting_card(g, kind, front);
    if (kind == ChallengeDeck::city && rank >= kJack) push_starting_card(g, kind, front);
  }
  g.starting_deck_size = static_cast<std::int16_t>(g.cards.size());
}

void apply_challenge(Game& g, const ChallengeRow& challenge) {
  if (challenge.hands >= 0) g.base_hands = challenge.hands;
  if (challenge.discards >= 0) g.base_discards = challenge.discards;
  if (challenge.hand_size >= 0) g.base_hand_size = challenge.hand_size;
  if (challenge.joker_slots >= 0) g.base_joker_slots = challenge.joker_slots;
  if (challenge.dollars >= 0) g.money = challenge.dollars;
  g.vouchers |= challenge.vouchers;
  for (const ChallengeJoker& start : challenge.jokers) {
    Joker joker = make_joker_of(g, start.id);
    joker.edition = start.edition;
    if (start.eternal) joker.flags |= Joker::kEternal;
    if (start.pinned) joker.flags |= Joker::kPinned;
    gain_joker(g, joker);
  }
  for (ConsumableId id : challenge.consumables) gain_consumable(g, make_consumable(g, id));
}

}  // namespace

void start_run(Game& g, const RunOptions& options) {
  std::memset(static_cast<void*>(&g), 0, sizeof g);
  seed_rng(g.rng, options.seed);
  g.deck = options.deck;
  g.stake = options.stake;
  g.challenge = options.challenge;
  g.variant = options.variant;
  g.endless = options.endless;
  g.one_chip = options.one_chip;
  g.target_cut = static_cast<std::uint8_t>(100 - options.target_percent);
  g.ante = 1;
  g.being_used = g.last_consumable = g.last_hand = g.mouth_hand = g.ox_hand = kNone;
  for (Tag& tag : g.ante_tags) tag.hand = kNone;
  for (HandRecord& record : g.hands) record.level = 1;

  static constexpr DeckRow kChallengeDeck{.id = DeckId::red, .key = "", .name = "", .text = ""};  // plain
  const DeckRow& deck = g.challenge == kNone ? row(g.deck) : kChallengeDeck;
  g.base_hands = static_cast<std::int16_t>(4 + deck.hands);
  g.base_discards = static_cast<std::int16_t>(3 + deck.discards + discards_of(g.stake));
  g.base_hand_size = static_cast<std::int16_t>(8 + deck.hand_size);
  g.base_joker_slots = static_cast<std::int16_t>(5 + deck.joker_slots);
  g.base_consumable_slots = static_cast<std::int16_t>(2 + deck.consumable_slots);
  g.money = 4 + deck.dollars;
  g.vouchers = deck.vouchers;
  const ChallengeRow* challenge =
      g.challenge == kNone ? nullptr : &row(static_cast<ChallengeId>(g.challenge));
  build_deck(g, challenge ? challenge->deck : ChallengeDeck::standard);
  for (std::uint8_t id : deck.consumables)
    if (id != kNone) gain_consumable(g, make_consumable(g, static_cast<ConsumableId>(id)));
  if (challenge) apply_challenge(g, *challenge);
  refresh(g);

  begin_ante(g);
  g.ante_voucher = static_cast<std::uint8_t>(roll_voucher(g, Stream::voucher));
  shuffle_deck(g, Stream::shuffle);
  roll_round_targets(g, true);
  g.phase = Phase::blind_select;
  g.blind_states = {BlindState::select, BlindState::upcoming, BlindState::upcoming};
  g.hands_left = static_cast<std::int16_t>(hands_per_round(g));
  g.discards_left = static_cast<std::int16_t>(discards_per_round(g));
}

}  // namespace jimbot
