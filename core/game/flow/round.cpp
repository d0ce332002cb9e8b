// A round: drawing, playing, discarding.
#include "flow/round.h"

#include <algorithm>

#include "content/challenges.h"
#include "flow/cash_out.h"
#include "open_points.h"
#include "passes.h"
#include "score/hand.h"
#include "score/score.h"

namespace jimbot {
namespace {

// Is this card drawn face down? The Wheel rolls for every card, in draw order.
bool drawn_face_down(Game& g, const Card& card) {
  if (in_challenge(g, kFlippedCards)) {
    const double numerator = kOopsHelpsFlippedCards ? static_cast<double>(1u << g.oops) : 1;
    if (real(g, Stream::flipped_card) < numerator / kFlippedOdds) return true;
  }
  const BlindRow& blind = blind_in_force(g);
  if (blind.first_hand_face_down && g.hands_played == 0 && g.discards_used == 0) return true;
  if (blind.face_down_after_play && g.armed) return true;
  if (blind.face_down && blind.face_down(g, card)) return true;
  if (!blind.face_down_odds) return false;
  Ctx c{.g = g};
  return c.chance(Stream::wheel, blind.face_down_odds);
}

void draw_cards(Game& g, int count) {
  count = std::min({count, g.draw.cards.size(), kMaxHand - g.hand.size()});
  for (int i = 0; i < count; ++i) {
    const int index = draw_card(g);
    Card& card = g.cards[index];
    if (drawn_face_down(g, card)) card.flags |= Card::kFaceDown;
    g.hand.push(static_cast<std::uint8_t>(index));
  }
}

int missing_cards(const Game& g) { return std::max(0, hand_size(g) - g.hand.size()); }

void draw_owed_cards(Game& g) {
  const int owed = g.draw_owed;
  g.draw_owed = 0;
  draw_cards(g, owed);
}

void after_draw(Game& g, bool opening) {
  if (const BlindRow& blind = blind_in_force(g); blind.drawn) {
    Ctx c{.g = g};
    blind.drawn(c, opening || g.armed);
    draw_owed_cards(g);
  }
  g.armed = 0;
}

// Purple Seal, then each joker, for every card left to right. Marks the cards that are destroyed.
void discard_pass(Ctx& c, std::span<const std::uint8_t> cards, bool (&destroyed)[kMaxPlayed]) {
  Game& g = c.g;
  c.discarding = cards;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    Card& card = g.cards[cards[i]];
    c.last_card = i + 1 == cards.size();
    c.destroy_card = false;
    if (card.seal == Seal::purple && !card.debuffed()) c.create_tarot(Stream::tarot_eight_ball);
    for_each_acting(c, kDiscarded, [&](Ctx& ctx, const JokerRow& r) { r.discarded(ctx, card); });
    destroyed[i] = c.destroy_card;
  }
  remove_dying(g);
}

// Takes the named positions out of the hand; returns the cards left to right.
int take_from_hand(Game& g, std::span<const std::uint8_t> positions, Hand& hand) {
  std::uint64_t chosen = 0;
  for (std::uint8_t p : positions) chosen |= 1ull << p;
  int kept = 0;
  for (int i = 0; i < g.hand.size(); ++i) {
    if (chosen & (1ull << i)) {
      hand.played.push(g.hand[i]);
      g.cards[g.hand[i]].flags &= static_cast<std::uint8_t>(~(Card::kFaceDown | Card::kForced));
    } else {
      g.hand.data[kept++] = g.hand[i];
    }
  }
  g.hand.count = static_cast<std::uint8_t>(kept);
  return hand.played.size();
}

// The Hook discards random held cards; it uses no discard. Explaining, they stay: the roll is only named.
void discard_held(Game& g, int wanted, Log* log) {
  if (g.explaining) {
    if (log)
      log->add({EventKind::random, Source::blind, 0, Stream::hook, static_cast<double>(wanted), 0, 0, 0});
    return;
  }
  std::uint8_t by_number[kMaxHand], victims[kMaxPlayed];
  for (int i = 0; i < g.hand.size(); ++i) by_number[i] = g.hand[i];
  int n = g.hand.size(), count = 0;
  std::sort(by_number, by_number + n);
  for (; count < wanted && n > 0; ++count) {
    const int k = index_of(g, Stream::hook, n);
    victims[count] = by_number[k];
    std::copy(by_number + k + 1, by_number + n--, by_number + k);
  }
  const auto position = [&](std::uint8_t v) {
    return static_cast<int>(std::find(g.hand.begin(), g.hand.end(), v) - g.hand.begin());
  };
  std::sort(victims, victims + count,
            [&](std::uint8_t a, std::uint8_t b) { return position(a) < position(b); });
  const std::span<const std::uint8_t> discarded(victims, static_cast<std::size_t>(count));
  for (std::uint8_t v : discarded) {
    g.hand.erase(position(v));
    g.cards[v].flags &= static_cast<std::uint8_t>(~(Card::kFaceDown | Card::kForced));
  }
  Ctx c{.g = g, .log = log};
  c.by_hook = true;
  bool destroyed[kMaxPlayed] = {};
  discard_pass(c, discarded, destroyed);
  for (std::uint8_t v : discarded) g.discard.push(v);
}

void press_play(Game& g, const Hand& hand, Log* log) {
  const BlindRow& blind = blind_in_force(g);
  if (blind.discards_held) discard_held(g, blind.discards_held, log);
  g.money += blind.dollars_per_card * hand.played.size();
  g.armed = 1;
}

}  // namespace

bool requirement_met(const Game& g) { return g.score - g.target >= 0; }  // infinity never beats infinity

void deal_opening_hand(Game& g) {
  draw_cards(g, missing_cards(g));
  after_draw(g, true);
  Ctx c{.g = g};
  for_each_acting(c, kFirstHandDrawn, [](Ctx& ctx, const JokerRow& r) { r.first_hand_drawn(ctx); });
  sort_hand(g);
}

void refill_hand(Game& g) {
  const int draws = g.hands_played > 0 || g.discards_used > 0 ? blind_in_force(g).draws : 0;
  const int before = g.hand.size();
  g.draw_owed = 0;
  draw_cards(g, draws ? draws : missing_cards(g));
  after_draw(g, false);
  if (g.hand.size() != before) sort_hand(g);
}

void settle_round(Game& g) {
  if (g.phase != Phase::selecting_hand) return;
  if (requirement_met(g)) return end_round(g);
  if (g.draw_owed > 0) {
    draw_owed_cards(g);
    sort_hand(g);
  }
  if (g.hand.empty()) refill_hand(g);
  if (g.hand.empty() || g.hands_left <= 0) end_round(g);
}

void play_cards(Game& g, std::span<const std::uint8_t> positions, Log* log) {
  Hand hand{};
  --g.hands_left;
  take_from_hand(g, positions, hand);
  for (std::uint8_t i : hand.played) g.cards[i].flags |= Card::kPlayedThisAnte;
  press_play(g, hand, log);

  Ctx c{.g = g, .log = log, .hand = &hand};
  const double points = score_hand(c);
  std::uint8_t gone[kMaxPlayed];
  const int gone_count = hand.refused ? 0 : destroyed_by_score(c, gone);
  if (in_challenge(g, kDebuffPlayed) && !hand.refused)
    for (std::uint8_t i : kDoubleOrNothingTakesScoring ? hand.scoring : hand.played)
      g.cards[i].flags |= Card::kDebuffedForever | Card::kDebuffed;
  for (std::uint8_t i : hand.played)
    if (std::find(gone, gone + gone_count, i) == gone + gone_count) g.discard.push(i);
  if (gone_count) destroy_cards(g, {gone, static_cast<std::size_t>(gone_count)}, log);
  g.score += points;
  c.hand = &hand;
  for_each_acting(c, kAfter, [](Ctx& ctx, const JokerRow& r) { r.after(ctx); });
  remove_dying(g);
  ++g.hands_played;
  ++g.hands_played_run;
  if (g.explaining) return;

  if (requirement_met(g) || g.hands_left <= 0) return end_round(g);
  refill_hand(g);
  if (g.hand.empty()) end_round(g);
}

void discard_cards(Game& g, std::span<const std::uint8_t> positions) {
  Hand hand{};
  take_from_hand(g, positions, hand);
  Ctx c{.g = g, .hand = &hand};
  if (g.hooks & kDiscardStarted) {
    find_hand(g, hand);
    for_each_acting(c, kDiscardStarted, [](Ctx& ctx, const JokerRow& r) { r.discard_started(ctx); });
  }
  bool destroyed[kMaxPlayed] = {};
  discard_pass(c, {hand.played.begin(), hand.played.end()}, destroyed);
  if (in_challenge(g, kDiscardCost)) g.money -= kDiscardDollars;
  --g.discards_left;
  ++g.discards_used;
  std::uint8_t gone[kMaxPlayed];
  std::size_t gone_count = 0;
  for (int i = 0; i < hand.played.size(); ++i) {
    if (destroyed[i])
      gone[gone_count++] = hand.played[i];
    else
      g.discard.push(hand.played[i]);
  }
  if (gone_count) destroy_cards(g, {gone, gone_count});
  refill_hand(g);
  if (g.hand.empty()) end_round(g);
}

}  // namespace jimbot
