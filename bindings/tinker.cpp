// Changes from outside the rules: what the debug methods of the game's protocol do, and the few moves that
// its remote control allows although the game would refuse them.
#include <algorithm>

#include "bind.h"
#include "cards.h"
#include "create.h"
#include "flow/pack.h"
#include "flow/round.h"
#include "flow/shop.h"
#include "flow/use.h"
#include "jokers.h"
#include "names.h"
#include "text.h"

using namespace jimbot;

namespace {

template <class Id>
Id known(std::optional<Id> id, std::string_view key) {
  if (!id) throw nb::value_error(("unknown key '" + std::string(key) + "'").c_str());
  return *id;
}

template <class E>
E named(const std::optional<std::string>& name, int count) {
  if (!name) return E::none;
  for (int i = 1; i < count; ++i)
    if (name_or_none(static_cast<E>(i)) == name) return static_cast<E>(i);
  throw nb::value_error(("unknown name '" + *name + "'").c_str());
}

Seal seal_named(const std::optional<std::string>& name) {
  for (int i = 0; i < 5; ++i)
    if (seal_name(static_cast<Seal>(i)) == name) return static_cast<Seal>(i);
  throw nb::value_error(("unknown seal '" + *name + "'").c_str());
}

// A hand size that rises brings its cards; the round is not judged.
void draw_owed(Game& g) {
  const double score = g.score;
  g.score = -1;
  settle_round(g);
  g.score = score;
}

bool give_joker(Game& g, std::string_view key, const std::optional<std::string>& edition, bool eternal,
                int perishable, bool rental) {
  const JokerId id = known(find_joker(key), key);
  const Edition look = named<Edition>(edition, 5);
  if (g.jokers.full()) return false;
  Joker joker = make_joker_of(g, id);
  joker.edition = look;
  if (eternal) joker.flags |= Joker::kEternal;
  if (rental) joker.flags |= Joker::kRental;
  if (perishable > 0) joker.flags |= Joker::kPerishable;
  joker.rounds_left = static_cast<std::uint8_t>(std::clamp(perishable, 0, 255));
  gain_joker(g, joker);
  draw_owed(g);
  return true;
}

bool give_consumable(Game& g, std::string_view key, const std::optional<std::string>& edition) {
  const ConsumableId id = known(find_consumable(key), key);
  const Edition look = named<Edition>(edition, 5);
  if (g.consumables.full()) return false;
  Consumable made = make_consumable(g, id);
  made.edition = look;
  return gain_consumable(g, made);
}

bool give_card(Game& g, int rank, std::string_view suit, const std::optional<std::string>& enhancement,
               const std::optional<std::string>& edition, const std::optional<std::string>& seal) {
  Card card{};
  const auto found = std::find(std::begin(kSuitNames), std::end(kSuitNames), suit);
  if (rank < 2 || rank > 14 || found == std::end(kSuitNames)) throw nb::value_error("no such card");
  card.rank = static_cast<std::uint8_t>(rank);
  card.suit = card.created_suit = static_cast<Suit>(found - std::begin(kSuitNames));
  card.enhancement = named<Enhancement>(enhancement, 9);
  card.edition = named<Edition>(edition, 5);
  card.seal = seal_named(seal);
  if (g.hand.full() || g.cards.full()) return false;
  check_debuff(g, g.cards[add_card_to_hand(g, card)]);
  return true;
}

bool offer_voucher(Game& g, std::string_view key) {
  const VoucherId id = known(find_voucher(key), key);
  if (g.shop_vouchers.full()) return false;
  g.shop_vouchers.push({id});
  ++g.next_number;
  return true;
}

bool offer_pack(Game& g, std::string_view key) {
  const BoosterId id = known(find_booster(key), key);
  if (g.shop_packs.full()) return false;
  g.shop_packs.push({id, 0});
  ++g.next_number;
  return true;
}

// A Dice Tag that is in force stays so.
void restock_shop(Game& g) {
  const std::uint8_t d_six = g.d_six;
  g.shop.clear();
  g.shop_vouchers.clear();
  g.shop_packs.clear();
  open_shop(g);
  g.d_six |= d_six;
}

void set_number(Game& g, std::string_view name, double value) {
  const auto small = [&] { return static_cast<std::int16_t>(std::clamp(value, 0.0, 10'000.0)); };
  if (name == "money") {
    g.money = static_cast<std::int64_t>(std::clamp(value, 0.0, 1e15));
  } else if (name == "score") {
    g.score = value;
  } else if (name == "ante") {
    g.ante = small();
  } else if (name == "round") {
    g.round = static_cast<std::int32_t>(std::clamp(value, 0.0, 1e8));
  } else if (name == "hands_left") {
    g.hands_left = small();
  } else if (name == "discards_left") {
    g.discards_left = small();
  } else {
    throw nb::value_error(("unknown number '" + std::string(name) + "'").c_str());
  }
}

// A picked consumable acts although the game would not let it: a joker is made over the slots, and what
// finds nothing to act on is spent. The Fool without a card to copy finds no room for one.
void pick_anyway(Game& g, int index, const std::vector<std::uint8_t>& positions) {
  const bool nothing_to_copy = g.last_consumable == kNone;
  g.base_joker_slots = static_cast<std::int16_t>(g.base_joker_slots + 100);
  g.base_consumable_slots = static_cast<std::int16_t>(g.base_consumable_slots - 100 * nothing_to_copy);
  pick_from_pack(g, index, positions);
  g.base_joker_slots = static_cast<std::int16_t>(g.base_joker_slots - 100);
  g.base_consumable_slots = static_cast<std::int16_t>(g.base_consumable_slots + 100 * nothing_to_copy);
  if (g.truncated) g.phase = Phase::game_over;
}

}  // namespace

void bind_tinker(nb::module_& m) {
  m.def("give_joker", &give_joker, nb::arg("game"), nb::arg("key"), nb::arg("edition").none(),
        nb::arg("eternal"), nb::arg("perishable"), nb::arg("rental"));
  m.def("give_consumable", &give_consumable, nb::arg("game"), nb::arg("key"), nb::arg("edition").none());
  m.def("give_card", &give_card, nb::arg("game"), nb::arg("rank"), nb::arg("suit"),
        nb::arg("enhancement").none(), nb::arg("edition").none(), nb::arg("seal").none());
  m.def("offer_voucher", &offer_voucher, nb::arg("game"), nb::arg("key"));
  m.def("offer_pack", &offer_pack, nb::arg("game"), nb::arg("key"));
  m.def("restock_shop", &restock_shop, nb::arg("game"));
  m.def("set_number", &set_number, nb::arg("game"), nb::arg("name"), nb::arg("value"));
  m.def("pick_anyway", &pick_anyway, nb::arg("game"), nb::arg("index"), nb::arg("positions"));
  m.def(
      "sell_anyway", [](Game& g, int position) { sell_joker(g, position); }, nb::arg("game"),
      nb::arg("position"));
}
