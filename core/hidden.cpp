// Fair look-ahead: a copy of the game with the hidden part drawn anew.
#include "hidden.h"

#include <algorithm>

#include "cards.h"
#include "create.h"
#include "jokers.h"
#include "playout.h"

namespace jimbot {
namespace {

template <class Pile>
void shuffle(Pile& pile, PolicyRandom& random) {
  for (int i = pile.size() - 1; i > 0; --i)
    std::swap(pile[i], pile[static_cast<int>(random.below(static_cast<std::uint32_t>(i + 1)))]);
}

// A face-down card could be any undrawn card, or any other face-down one. Under The Mark it is a face.
void redraw_face_down(Game& g, PolicyRandom& random) {
  const bool faces_only = g.blind == BlindId::mark && g.challenge == kNone;
  for (int i = 0; i < g.hand.size(); ++i) {
    if (!g.cards[g.hand[i]].face_down()) continue;
    std::uint8_t* candidates[kMaxCards + kMaxHand];
    std::uint32_t n = 0;
    candidates[n++] = &g.hand[i];
    // Aura takes only cards without an edition, so that much is known of a face-down card
    const bool plain = g.cards[g.hand[i]].edition == Edition::none;
    const auto fits = [&](std::uint8_t k) {
      return (g.cards[k].edition == Edition::none) == plain && (!faces_only || has_face(g, g.cards[k]));
    };
    for (int k = i + 1; k < g.hand.size(); ++k)
      if (g.cards[g.hand[k]].face_down() && fits(g.hand[k])) candidates[n++] = &g.hand[k];
    for (std::uint8_t& k : g.draw.cards)
      if (fits(k)) candidates[n++] = &k;
    std::uint8_t* other = candidates[random.below(n)];
    Card &mine = g.cards[g.hand[i]], &theirs = g.cards[*other];
    const std::uint8_t marks = Card::kFaceDown | Card::kForced;
    const std::uint8_t kept = mine.flags & marks;
    mine.flags = static_cast<std::uint8_t>((mine.flags & ~marks) | (theirs.flags & marks));
    theirs.flags = static_cast<std::uint8_t>((theirs.flags & ~marks) | kept);
    std::swap(g.hand[i], *other);
  }
}

// Amber Acorn: the order of the face-down jokers is unknown, but for which of them can be sold.
void redraw_face_down_jokers(Game& g, PolicyRandom& random) {
  const auto is_hidden = [](const Joker& j) {
    return (j.flags & Joker::kFaceDown) && !(j.flags & Joker::kPinned);
  };
  for (const bool eternal : {false, true}) {
    std::uint8_t at[kMaxJokers];
    std::uint32_t n = 0;
    for (int i = 0; i < g.jokers.size(); ++i)
      if (is_hidden(g.jokers[i]) && g.jokers[i].eternal() == eternal) at[n++] = static_cast<std::uint8_t>(i);
    for (std::uint32_t i = n; i > 1; --i) std::swap(g.jokers[at[i - 1]], g.jokers[at[random.below(i)]]);
  }
  refresh(g);
}

// Targets are printed on their jokers, owned or offered.
bool shows(const Game& g, JokerId id) { return in_use(g, id); }

void redraw_targets(Game& g, PolicyRandom& random) {
  const auto any_card = [&]() -> const Card& {
    return g.cards[static_cast<int>(random.below(static_cast<std::uint32_t>(g.cards.size())))];
  };
  if (g.cards.empty()) return;
  if (!shows(g, JokerId::idol)) {
    const Card& card = any_card();
    g.idol_rank = card.rank;
    g.idol_suit = card.suit;
  }
  if (!shows(g, JokerId::mail)) g.mail_rank = any_card().rank;
  if (!shows(g, JokerId::castle)) g.castle_suit = any_card().suit;
  if (!shows(g, JokerId::ancient)) g.ancient_suit = static_cast<Suit>(random.below(4));
}

}  // namespace

void determinize(Game& g, std::uint64_t seed) {
  PolicyRandom random{seed};
  settle_draw_pile(g, 0);
  redraw_face_down(g, random);
  shuffle(g.draw.cards, random);
  redraw_face_down_jokers(g, random);
  redraw_targets(g, random);
  char text[9];
  seed_from_number(random.next(), text);
  seed_rng(g.rng, {text, 8});
  if (!g.voucher_seen && g.ante_voucher != kNone)
    g.ante_voucher = static_cast<std::uint8_t>(roll_voucher(g, Stream::voucher));
}

}  // namespace jimbot
