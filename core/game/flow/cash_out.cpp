// The end of a round: jokers, held cards, the new ante, and the cash-out rows.
#include "flow/cash_out.h"

#include <algorithm>

#include "cards.h"
#include "content/challenges.h"
#include "content/vouchers.h"
#include "create.h"
#include "flow/blind.h"
#include "flow/round.h"
#include "flow/shop.h"
#include "flow/tags.h"
#include "held_tags.h"
#include "open_points.h"
#include "passes.h"

namespace jimbot {
namespace {

constexpr int kWinAnte = 8;

// Mr. Bones saves a lost round that reached a quarter of the requirement, also at the ante-8 boss.
bool bones_save(Game& g, Joker& joker) {
  if (joker.id != JokerId::mr_bones || joker.debuffed() || g.saved) return false;
  return g.score >= row(joker.id).n * g.target;
}

// Per joker: its end-of-round effect, its rental fee, its perishable counter.
void end_round_jokers(Game& g, bool reached) {
  Ctx c{.g = g};
  const int n = g.jokers.size();
  for (int i = 0; i < n; ++i) {
    act(c, i, kRoundEnd, [](Ctx& ctx, const JokerRow& r) { r.round_end(ctx); });
    Joker& joker = g.jokers[i];
    if (!reached && bones_save(g, joker)) {
      g.saved = 1;
      joker.flags |= Joker::kDying;
    }
    if (joker.rental()) g.money -= static_cast<std::int64_t>(sticker_rows()[2].n);
    if (joker.perishable() && joker.rounds_left > 0 && --joker.rounds_left == 0)
      joker.flags |= Joker::kDebuffed;
  }
  remove_dying(g);
  refresh(g);
}

// Gold Cards pay and Blue Seals give the planet of the last hand; Red Seal and Mime repeat both.
void end_round_held_cards(Game& g) {
  Ctx c{.g = g};
  for (int i = 0; i < g.hand.size(); ++i) {
    const Card& card = g.cards[g.hand[i]];
    const bool gold = card.enhancement == Enhancement::gold, blue = card.seal == Seal::blue;
    if (card.debuffed() || (!gold && !blue)) continue;
    int times = 1 + (card.seal == Seal::red);
    for_each_acting(c, kRetriggerHeld,
                    [&](Ctx& ctx, const JokerRow& r) { times += r.retrigger_held(ctx, card); });
    while (times--) {
      if (gold) c.earn(static_cast<std::int64_t>(row(Enhancement::gold).n));
      if (blue && g.last_hand != kNone) c.create_consumable(row(static_cast<HandType>(g.last_hand)).planet);
    }
  }
}

void beat_boss(Game& g) {
  if (in_challenge(g, kTypecast) && g.ante == kTypecastAnte) {
    g.joker_slots_closed = 1;
    for (Joker& joker : g.jokers) joker.flags |= Joker::kEternal;
  }
  ++g.ante;
  g.ante_voucher = static_cast<std::uint8_t>(roll_voucher(g, Stream::voucher));
  g.voucher_seen = 0;
  for (Card& card : g.cards) card.flags &= static_cast<std::uint8_t>(~Card::kPlayedThisAnte);
}

}  // namespace

std::int64_t interest(const Game& g) {
  if (row(g.deck).no_interest || in_challenge(g, kNoInterest) || g.money < 5) return 0;
  const int cap = voucher_best<&VoucherRow::interest_cap>(g, 25);
  int rate = 1;
  for (const Joker& joker : g.jokers)
    if (joker.id == JokerId::to_the_moon && !joker.debuffed()) rate += static_cast<int>(row(joker.id).n);
  return rate * std::min<std::int64_t>(g.money / 5, cap / 5);
}

// The rows are fixed when the round ends and paid together at cash-out.
void reckon_cash_out(Game& g) {
  const DeckRow& deck = row(g.deck);
  CashOut& rows = g.cash_out_rows;
  rows = {};
  rows.blind = g.saved ? 0 : g.reward;
  if (!in_challenge(g, kNoHandMoney)) rows.hands = g.hands_left * deck.dollars_per_hand;
  rows.discards = g.discards_left * deck.dollars_per_discard;
  for (Joker& joker : g.jokers) {
    const JokerRow& r = row(joker.id);
    if (!r.payout || joker.debuffed()) continue;
    Ctx c{.g = g};
    c.self = &joker;
    rows.jokers += r.payout(c);
  }
  use_tags(g, TagType::eval);
  rows.interest = static_cast<std::int32_t>(interest(g));
  if (deck.boss_tag != kNone && is_boss(g.blind)) add_tag(g, {static_cast<TagId>(deck.boss_tag), kNone});
}

namespace {

// The cards that targets are drawn from, by creation number: Stone Cards are left out.
struct TargetCards {
  std::uint8_t index[kMaxCards];
  int count;
};

TargetCards target_cards(const Game& g) {
  TargetCards cards;
  cards.count = 0;
  for (int i = 0; i < g.cards.size(); ++i) {
    cards.index[cards.count] = static_cast<std::uint8_t>(i);
    cards.count += !g.cards[i].stone();
  }
  return cards;
}

}  // namespace

void roll_round_targets(Game& g, bool run_start) {
  const TargetCards cards = target_cards(g);
  const auto random_card = [&](Stream s) {
    return cards.count == 0 ? -1 : cards.index[index_of(g, s, cards.count)];
  };
  const int idol = random_card(Stream::idol);
  g.idol_rank = idol < 0 ? kAce : g.cards[idol].rank;
  g.idol_suit = idol < 0 ? Suit::spades : g.cards[idol].suit;
  const int mail = random_card(Stream::mail);
  g.mail_rank = mail < 0 ? kAce : g.cards[mail].rank;
  Suit suits[4];
  int n = 0;
  for (Suit suit : {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds})
    if (run_start || suit != g.ancient_suit) suits[n++] = suit;
  g.ancient_suit = suits[index_of(g, Stream::ancient, n)];
  const int castle = random_card(Stream::castle);
  g.castle_suit = castle < 0 ? Suit::spades : g.cards[castle].suit;
}

void end_round(Game& g) {
  const bool reached = requirement_met(g);
  end_round_jokers(g, reached);
  g.draw_owed = 0;
  if (!reached && !g.saved) {
    g.lost = 1;
    g.phase = Phase::game_over;
    return;
  }
  const bool boss = is_boss(g.blind);
  const bool wins_run = boss && g.ante == kWinAnte && !g.won && (reached || kWinBySavedBoss);
  if (wins_run) g.won = 1;
  g.discards_unused += g.discards_left;
  end_round_held_cards(g);
  for (std::uint8_t i : g.hand) g.discard.push(i);
  g.hand.clear();
  if (boss) beat_boss(g);
  g.blind_states[g.blind_on_deck] = BlindState::defeated;
  roll_round_targets(g);
  g.phase = Phase::round_eval;
  end_boss_effects(g);
  reckon_cash_out(g);
  if (wins_run && !g.endless) g.phase = Phase::game_over;
}

void cash_out(Game& g) {
  const CashOut& rows = g.cash_out_rows;
  g.money += rows.blind + rows.hands + rows.discards + rows.jokers + rows.tags + rows.interest;
  g.cash_out_rows = {};
  g.blind_on_deck = static_cast<std::uint8_t>((g.blind_on_deck + 1) % 3);
  if (g.blind_on_deck == 0) {
    g.blind_states = {BlindState::upcoming, BlindState::upcoming, BlindState::upcoming};
    begin_ante(g);
  }
  g.score = 0;
  g.round_hand_size = 0;  // the round-end screen still shows the changed hand size
  g.hands_left = static_cast<std::int16_t>(hands_per_round(g));
  g.discards_left = static_cast<std::int16_t>(discards_per_round(g));
  shuffle_deck(g, Stream::cash_out_shuffle);
  open_shop(g);
}

}  // namespace jimbot
