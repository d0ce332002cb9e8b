// Fair look-ahead: a copy of the game with the hidden part drawn again.
#include "hidden.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "cards.h"
#include "create.h"
#include "jokers.h"
#include "policy_random.h"

namespace jimbot {
namespace {

template <class Pile>
void shuffle(Pile& pile, PolicyRandom& random) {
  for (int i = pile.size() - 1; i > 0; --i)
    std::swap(pile[i], pile[static_cast<int>(random.below(static_cast<std::uint32_t>(i + 1)))]);
}

// Each index is there once at most.
void put_in_order(FixedVec<std::uint8_t, kMaxCards>& pool) {
  std::uint64_t there[(kMaxCards + 63) / 64] = {};
  for (const std::uint8_t i : pool) there[i / 64] |= 1ull << (i % 64);
  pool.clear();
  for (int word = 0; word < static_cast<int>(std::size(there)); ++word)
    for (std::uint64_t left = there[word]; left; left &= left - 1)
      pool.push(static_cast<std::uint8_t>(64 * word + std::countr_zero(left)));
}

// A face-down card could be any undrawn card, or any other face-down one; under The Mark it is a face. All of
// them are pooled by creation number and dealt again, so that nothing is left of where they lay.
void redraw_unseen_cards(Game& g, PolicyRandom& random) {
  constexpr std::uint8_t kMarks = Card::kFaceDown | Card::kForced;
  const auto face_down = g.challenge == kNone ? row(g.blind).face_down : nullptr;
  FixedVec<std::uint8_t, kMaxCards> pool = g.draw.cards;
  std::uint8_t marks[kMaxHand];
  bool plain[kMaxHand];  // Aura takes only cards without an edition, so that much is known
  for (int i = 0; i < g.hand.size(); ++i) {
    Card& card = g.cards[g.hand[i]];
    marks[i] = card.face_down() ? card.flags & kMarks : 0;
    plain[i] = card.edition == Edition::none;
    if (!marks[i]) continue;
    card.flags &= static_cast<std::uint8_t>(~kMarks);
    pool.push(g.hand[i]);
  }
  put_in_order(pool);
  for (int i = 0; i < g.hand.size(); ++i) {
    if (!marks[i]) continue;
    int fitting[kMaxCards];
    std::uint32_t n = 0;
    for (int k = 0; k < pool.size(); ++k) {
      const Card& card = g.cards[pool[k]];
      if ((card.edition == Edition::none) == plain[i] && (!face_down || face_down(g, card))) fitting[n++] = k;
    }
    // A position that was put together may hold a face-down card that The Mark would have shown.
    const int k = n ? fitting[random.below(n)]
                    : static_cast<int>(random.below(static_cast<std::uint32_t>(pool.size())));
    g.hand[i] = pool[k];
    g.cards[pool[k]].flags |= marks[i];
    pool.erase(k);
  }
  shuffle(pool, random);
  std::fill(pool.end(), pool.data.data() + pool.data.size(), std::uint8_t{0});
  g.draw.cards = pool;
  g.draw.random = {};
}

// Amber Acorn: the order of the face-down jokers is unknown, but for which of them can be sold.
void redraw_face_down_jokers(Game& g, PolicyRandom& random) {
  for (const bool eternal : {false, true}) {
    std::uint8_t at[kMaxJokers];
    const int n = put_face_down_by_age(g, at, [&](const Joker& joker) {
      return !(joker.flags & Joker::kPinned) && joker.eternal() == eternal;
    });
    for (int i = n; i > 1; --i)
      std::swap(g.jokers[at[i - 1]], g.jokers[at[random.below(static_cast<std::uint32_t>(i))]]);
  }
  refresh(g);
}

// Targets are printed on their jokers, owned or offered.
bool shows(const Game& g, JokerId id) { return in_use(g, id); }

Card ace_of_spades() {
  Card card{};
  card.rank = kAce;
  card.suit = Suit::spades;
  return card;
}

void redraw_targets(Game& g, PolicyRandom& random) {
  if (g.cards.empty()) return;
  FixedVec<std::uint8_t, kMaxCards> fit{};  // as the game chooses: no Stone Card
  for (int i = 0; i < g.cards.size(); ++i)
    if (!g.cards[i].stone()) fit.push(static_cast<std::uint8_t>(i));
  const auto any_card = [&] {
    if (fit.empty()) return ace_of_spades();
    return g.cards[fit[static_cast<int>(random.below(static_cast<std::uint32_t>(fit.size())))]];
  };
  if (!shows(g, JokerId::idol)) {
    const Card card = any_card();
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
  redraw_unseen_cards(g, random);
  redraw_face_down_jokers(g, random);
  redraw_targets(g, random);
  char text[9];
  seed_from_number(random.next(), text);
  seed_rng(g.rng, {text, 8});
  if (!g.voucher_seen && g.ante_voucher != kNone)
    g.ante_voucher = static_cast<std::uint8_t>(roll_voucher(g, Stream::voucher));
}

}  // namespace jimbot
