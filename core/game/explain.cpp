// Explanations run the real pipeline on a copy that reads no random stream.
#include "explain.h"

#include "flow/round.h"
#include "score/hand.h"

namespace jimbot {
namespace {

bool is_open(EventKind kind) {
  return kind == EventKind::roll || kind == EventKind::range || kind == EventKind::random;
}

}  // namespace

Explanation explain_play(const Game& g, std::span<const std::uint8_t> positions, std::span<Event> room) {
  Explanation e{};
  e.exact = true;
  Hand hand{};
  std::uint64_t chosen = 0;
  for (std::uint8_t p : positions) chosen |= 1ull << p;
  for (int i = 0; i < g.hand.size(); ++i) {
    if (!(chosen & (1ull << i))) continue;
    e.hidden |= g.cards[g.hand[i]].face_down();
    hand.played.push(g.hand[i]);
  }
  if (e.hidden) {
    e.exact = false;
    return e;
  }
  find_hand(g, hand);
  e.type = hand.type;
  for (int i = 0; i < g.hand.size(); ++i)
    for (std::uint8_t s : hand.scoring)
      if (g.hand[i] == s) e.scoring |= 1ull << i;

  Game copy = g;
  copy.explaining = kRollsMiss;
  std::uint8_t visible[kMaxPlayed];
  std::size_t count = 0;
  copy.hand.clear();
  for (int i = 0; i < g.hand.size(); ++i) {  // face-down held cards are left out: they explain nothing
    if (g.cards[g.hand[i]].face_down()) {
      e.exact = false;
      continue;
    }
    if (chosen & (1ull << i)) visible[count++] = static_cast<std::uint8_t>(copy.hand.size());
    copy.hand.push(g.hand[i]);
  }
  if (hide_joker_order(copy)) e.exact = false;
  Log log{room, 0};
  play_cards(copy, {visible, count}, &log);
  for (int i = 0; i < log.count; ++i) {
    const Event& event = room[i];
    if (is_open(event.kind)) e.exact = false;
    if (event.kind == EventKind::refused) e.refused = true;
    e.chips = event.kind == EventKind::score ? event.chips : e.chips;
    e.mult = event.kind == EventKind::score ? event.mult : e.mult;
  }
  e.score = copy.score - g.score;
  e.dollars = copy.money - g.money;
  e.events = log.count;
  return e;
}

}  // namespace jimbot
