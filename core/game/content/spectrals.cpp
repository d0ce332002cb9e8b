// The 18 Spectral cards.
#include <algorithm>
#include <utility>

#include "consumables.h"
#include "table.h"
#include "verbs.h"

namespace jimbot {
namespace {

using enum ConsumableId;

// Ankh works with full slots, but not where a copy could never lie beside its model [OP-46].
constexpr int kAnkhJokerLimit = 2;

Reason ankh_refuse(const Game& g, bool) {
  if (g.jokers.empty()) return Reason::no_joker;
  return joker_limit(g) >= kAnkhJokerLimit ? Reason::none : Reason::no_room_for_joker;
}

// Random picks go by creation number, which is the order of Game::cards.
FixedVec<std::uint8_t, kMaxHand> hand_by_number(const Game& g) {
  auto cards = g.hand;
  std::sort(cards.begin(), cards.end());
  return cards;
}

// The modded build lists the suits in another order than the plain game.
Suit draw_suit(Game& g, Stream stream) {
  constexpr Suit kVanilla[] = {Suit::spades, Suit::hearts, Suit::diamonds, Suit::clubs};
  constexpr Suit kSteamodded[] = {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds};
  const int i = index_of(g, stream, 4);
  return g.variant == Variant::steamodded ? kSteamodded[i] : kVanilla[i];
}

// A single possible rank is not drawn.
int draw_rank(Game& g, Stream stream, int low, int high) {
  return low == high ? low : low + index_of(g, stream, high - low + 1);
}

// Rank and suit come from one stream: rank first in the plain game, suit first in the modded build.
Card draw_enhanced_card(Game& g, Stream stream, int low, int high) {
  constexpr Enhancement kNotStone[] = {Enhancement::bonus, Enhancement::mult, Enhancement::wild, Enhancement::glass,
                                       Enhancement::steel, Enhancement::gold, Enhancement::lucky};
  Card card{};
  if (g.variant == Variant::steamodded) {
    card.suit = draw_suit(g, stream);
    card.rank = static_cast<std::uint8_t>(draw_rank(g, stream, low, high));
  } else {
    card.rank = static_cast<std::uint8_t>(draw_rank(g, stream, low, high));
    card.suit = draw_suit(g, stream);
  }
  card.created_suit = card.suit;
  card.enhancement = kNotStone[index_of(g, Stream::spectral_card, 7)];
  return card;
}

// Familiar, Grim, Incantation: one random card of the hand goes, n new enhanced ones come.
template <ConsumableId Id, Stream S, int Low, int High>
void replace_card(Ctx& c) {
  const auto hand = hand_by_number(c.g);
  const std::uint8_t victim = hand[index_of(c.g, Stream::random_destroy, hand.size())];
  destroy_cards(c.g, {&victim, 1}, c.log);
  int added = 0;
  for (int i = 0; i < row(Id).n; ++i)
    if (add_card_to_hand(c.g, draw_enhanced_card(c.g, S, Low, High)) >= 0) ++added;
  cards_added(c.g, added);
}

template <Seal S>
void put_seal(Ctx& c) {
  for (const int card : c.targets) c.g.cards[card].seal = S;
}

void lose_hand_size(Game& g, double by) { g.hand_size_lost = static_cast<std::int16_t>(g.hand_size_lost + by); }

void sigil_use(Ctx& c) {
  const Suit suit = draw_suit(c.g, Stream::sigil);
  for (const int card : c.g.hand) set_suit(c.g, c.g.cards[card], suit);
}

void ouija_use(Ctx& c) {
  const int rank = draw_rank(c.g, Stream::ouija, 2, kAce);
  for (const int card : c.g.hand) set_rank(c.g, c.g.cards[card], rank);
  lose_hand_size(c.g, row(ouija).n);
}

// The price grows with each use in the run.
void ectoplasm_use(Ctx& c) {
  const int at = pick_joker(c.g, Stream::ectoplasm, is_plain);
  if (at < 0) return;
  c.g.jokers[at].edition = Edition::negative;
  lose_hand_size(c.g, row(ectoplasm).n + row(ectoplasm).n2 * c.g.ectoplasms);
  ++c.g.ectoplasms;
  refresh(c.g);
}

// The first n cards of a shuffled hand go.
void immolate_use(Ctx& c) {
  auto cards = hand_by_number(c.g);
  LuaRandom random;
  random.seed(draw_seed(c.g.rng, Stream::immolate, c.g.ante));
  for (int i = cards.size(); i >= 2; --i) std::swap(cards[i - 1], cards[random.integer(1, i) - 1]);
  const int count = std::min(cards.size(), static_cast<int>(row(immolate).n));
  destroy_cards(c.g, {cards.begin(), static_cast<std::size_t>(count)}, c.log);
  c.earn(static_cast<std::int64_t>(row(immolate).n2));
}

// Destroys every joker but this one and the Eternal ones; returns its place now.
int destroy_other_jokers(Ctx& c, int kept) {
  const std::uint32_t number = c.g.jokers[kept].number;
  for (int i = 0; i < c.g.jokers.size(); ++i)
    if (i != kept && !c.g.jokers[i].eternal()) c.destroy_joker(i);
  remove_dying(c.g);
  int at = 0;
  while (c.g.jokers[at].number != number) ++at;
  return at;
}

void ankh_use(Ctx& c) {
  const int chosen = pick_joker(c.g, Stream::ankh, [](const Joker&) { return true; });
  if (chosen < 0) return;
  const int at = destroy_other_jokers(c, chosen);
  gain_joker(c.g, copy_of_joker(c.g, c.g.jokers[at]));
  if (put_pinned_left(c.g)) refresh(c.g);
}

void hex_use(Ctx& c) {
  const int chosen = pick_joker(c.g, Stream::hex, is_plain);
  if (chosen < 0) return;
  c.g.jokers[chosen].edition = Edition::polychrome;
  destroy_other_jokers(c, chosen);
  refresh(c.g);
}

void cryptid_use(Ctx& c) {
  const Card model = c.g.cards[c.targets[0]];
  int added = 0;
  for (int i = 0; i < row(cryptid).n; ++i)
    if (add_card_to_hand(c.g, copy_of(model)) >= 0) ++added;
  cards_added(c.g, added);
}

constexpr ConsumableRow kSpectralRows[] = {
    {.id = familiar, .key = "c_familiar", .name = "Familiar", .cost = 4, .target = Target::whole_hand, .n = 3, .n2 = 1,
     .text = "Destroys {n2} random card in hand and adds {n} random enhanced face cards to it",
     .use = replace_card<familiar, Stream::familiar, kJack, kKing>},
    {.id = grim, .key = "c_grim", .name = "Grim", .cost = 4, .target = Target::whole_hand, .n = 2, .n2 = 1,
     .text = "Destroys {n2} random card in hand and adds {n} random enhanced Aces to it",
     .use = replace_card<grim, Stream::grim, kAce, kAce>},
    {.id = incantation, .key = "c_incantation", .name = "Incantation", .cost = 4, .target = Target::whole_hand, .n = 4, .n2 = 1,
     .text = "Destroys {n2} random card in hand and adds {n} random enhanced cards from 2 to 10 to it",
     .use = replace_card<incantation, Stream::incantation, 2, 10>},
    {.id = talisman, .key = "c_talisman", .name = "Talisman", .cost = 4,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Puts a Gold Seal on {n} chosen card", .use = put_seal<Seal::gold>},
    {.id = aura, .key = "c_aura", .name = "Aura", .cost = 4,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .plain_targets = true, .n = 1,
     .text = "Makes {n} chosen card without edition Foil, Holographic or Polychrome",
     .use = [](Ctx& c) { c.g.cards[c.targets[0]].edition = guaranteed_edition(real(c.g, Stream::aura)); }},
    {.id = wraith, .key = "c_wraith", .name = "Wraith", .cost = 4,
     .text = "Creates a random Rare joker (needs room) and sets your money to $0", .refuse = needs_joker_room,
     .use = [](Ctx& c) { c.create_jokers(JokerSource::wraith, 1); c.g.money = 0; }},
    {.id = sigil, .key = "c_sigil", .name = "Sigil", .cost = 4, .target = Target::whole_hand,
     .text = "Gives all cards in hand one random suit", .use = sigil_use},
    {.id = ouija, .key = "c_ouija", .name = "Ouija", .cost = 4, .target = Target::whole_hand, .n = 1,
     .text = "Gives all cards in hand one random rank; -{n} hand size", .use = ouija_use},
    {.id = ectoplasm, .key = "c_ectoplasm", .name = "Ectoplasm", .cost = 4, .n = 1, .n2 = 1,
     .text = "Makes a random joker without edition Negative; -{n} hand size, {n2} more with each further use",
     .refuse = needs_plain_joker, .use = ectoplasm_use},
    {.id = immolate, .key = "c_immolate", .name = "Immolate", .cost = 4, .target = Target::whole_hand, .n = 5, .n2 = 20,
     .text = "Destroys {n} random cards in hand and pays ${n2}", .use = immolate_use},
    {.id = ankh, .key = "c_ankh", .name = "Ankh", .cost = 4, .n = kAnkhJokerLimit,
     .text = "Copies a random joker (not its Negative edition) and destroys all others",
     .refuse = ankh_refuse, .use = ankh_use},
    {.id = deja_vu, .key = "c_deja_vu", .name = "Deja Vu", .cost = 4,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Puts a Red Seal on {n} chosen card", .use = put_seal<Seal::red>},
    {.id = hex, .key = "c_hex", .name = "Hex", .cost = 4, .n = 2,  // n: in the data, without effect
     .text = "Makes a random joker without edition Polychrome and destroys all others",
     .refuse = needs_plain_joker, .use = hex_use},
    {.id = trance, .key = "c_trance", .name = "Trance", .cost = 4,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Puts a Blue Seal on {n} chosen card", .use = put_seal<Seal::blue>},
    {.id = medium, .key = "c_medium", .name = "Medium", .cost = 4,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 1,
     .text = "Puts a Purple Seal on {n} chosen card", .use = put_seal<Seal::purple>},
    {.id = cryptid, .key = "c_cryptid", .name = "Cryptid", .cost = 4,
     .target_min = 1, .target_max = 1, .target = Target::hand_cards, .n = 2,
     .text = "Adds {n} copies of a chosen card to your hand", .use = cryptid_use},
    {.id = soul, .key = "c_soul", .name = "The Soul", .cost = 4,
     .text = "Creates a random Legendary joker (needs room)", .refuse = needs_joker_room,
     .use = [](Ctx& c) { c.create_jokers(JokerSource::soul, 1); }},
    {.id = black_hole, .key = "c_black_hole", .name = "Black Hole", .cost = 4,
     .text = "Every poker hand gains a level",
     .use = [](Ctx& c) { for (HandType type : kEach<HandType>) c.level_up(type, 1); }},
};
static_assert(ids_in_order(kSpectralRows, kSpectrals, kTarots + kPlanets));

}  // namespace

std::span<const ConsumableRow> spectral_rows() { return kSpectralRows; }

}  // namespace jimbot
