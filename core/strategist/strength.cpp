// Rounds played on the hand planner's compiled board.
#include "strategist/strength.h"

#include <algorithm>
#include <cmath>

#include "flow/blind.h"
#include "planner/outlook.h"
#include "step.h"

namespace jimbot::strategist {
namespace {

void do_(Game& g, ActionKind kind) { apply(g, Action{kind, 0, 0, {}}); }

// From any phase between rounds to the choice of a blind.
void go_to_blinds(Game& g) {
  if (g.phase == Phase::pack) do_(g, ActionKind::skip_pack);
  if (g.phase == Phase::round_eval) do_(g, ActionKind::cash_out);
  if (g.phase == Phase::shop) do_(g, ActionKind::leave_shop);
}

}  // namespace

Strength Yardstick::measure(const Game& g, int blind, int rounds) const {
  using namespace planner;
  Game start = g;
  go_to_blinds(start);
  Strength s;
  if (start.phase != Phase::blind_select) return s;
  start.blind_states[start.blind_on_deck] = BlindState::upcoming;
  start.blind_on_deck = static_cast<std::uint8_t>(blind);
  do_(start, ActionKind::select_blind);
  if (start.phase != Phase::selecting_hand) return s;
  const PlayScorer scorer(start);
  Pool deck;
  for (; deck.count < start.cards.size(); ++deck.count)
    deck.cards[static_cast<std::size_t>(deck.count)] = static_cast<std::uint8_t>(deck.count);
  const Board board(scorer.seen(), {deck.cards.data(), static_cast<std::size_t>(deck.count)});
  const Digs digs(board, start, deck);
  const Outlook outlook(start, board, digs, deck);
  double sum = 0, squares = 0;
  PolicyRandom seeds{seed_};
  for (int i = 0; i < rounds; ++i) {
    PolicyRandom random{seeds.next()};
    const float chips = outlook.play_round(start.hands_left, start.discards_left, random);
    const double x = std::log(1.0 + std::max(0.0f, chips));  // an estimate may fall below nothing
    sum += x;
    squares += x * x;
  }
  s.mean = sum / rounds;
  s.deviation = std::sqrt(std::max(0.0, squares / rounds - s.mean * s.mean));
  return s;
}

}  // namespace jimbot::strategist
