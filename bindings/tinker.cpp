// Changes from outside the rules: what the debug methods of the game's protocol do, and the few moves that
// its remote control allows although the game would refuse them.
#include <algorithm>
#include <cmath>

#include "bind.h"
#include "cards.h"
#include "check.h"
#include "create.h"
#include "flow/pack.h"
#include "flow/round.h"
#include "flow/shop.h"
#include "flow/use.h"
#include "jokers.h"
#include "names.h"
#include "save.h"
#include "text.h"

using namespace jimbot;

namespace {

template <class Id>
Id known(std::optional<Id> id, std::string_view key) {
  if (!id) refuse("unknown key '" + std::string(key) + "'");
  return *id;
}

template <class E>
E named(const std::optional<std::string>& name, int count) {
  if (!name) return E::none;
  for (int i = 1; i < count; ++i)
    if (name_or_none(static_cast<E>(i)) == name) return static_cast<E>(i);
  refuse("unknown name '" + *name + "'");
}

Seal seal_named(const std::optional<std::string>& name) {
  for (int i = 0; i < 5; ++i)
    if (seal_name(static_cast<Seal>(i)) == name) return static_cast<Seal>(i);
  refuse("unknown seal '" + *name + "'");
}

// Makes a change, or refuses it and leaves the game as it was where no position of the game would come of it.
template <class Change>
auto change(Game& g, const char* what, Change make) {
  Game copy = g;
  const auto done = make(copy);
  if (!is_sound(copy))
    refuse(std::string(what) + " is not possible in " + phase_name(g.phase) + " of this game");
  g = copy;
  return done;
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
  check_within("perishable", perishable, 0, 255);
  if (g.jokers.full()) return false;
  return change(g, "giving a joker", [&](Game& copy) {
    Joker joker = make_joker_of(copy, id);
    joker.edition = look;
    if (eternal) joker.flags |= Joker::kEternal;
    if (rental) joker.flags |= Joker::kRental;
    if (perishable > 0) joker.flags |= Joker::kPerishable;
    joker.rounds_left = static_cast<std::uint8_t>(perishable);
    gain_joker(copy, joker);
    draw_owed(copy);
    return true;
  });
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
  check_within("rank", rank, 2, kAce);
  if (found == std::end(kSuitNames))
    refuse("unknown suit '" + std::string(suit) + "'; spades, hearts, clubs or diamonds is allowed");
  card.rank = static_cast<std::uint8_t>(rank);
  card.suit = card.created_suit = static_cast<Suit>(found - std::begin(kSuitNames));
  card.enhancement = named<Enhancement>(enhancement, 9);
  card.edition = named<Edition>(edition, 5);
  card.seal = seal_named(seal);
  if (g.hand.full() || g.cards.full()) return false;
  return change(g, "giving a card", [&](Game& copy) {
    check_debuff(copy, copy.cards[add_card_to_hand(copy, card)]);
    return true;
  });
}

bool offer_voucher(Game& g, std::string_view key) {
  const VoucherId id = known(find_voucher(key), key);
  if (g.shop_vouchers.full()) return false;
  return change(g, "offering a voucher", [&](Game& copy) {
    copy.shop_vouchers.push({id});
    ++copy.next_number;
    return true;
  });
}

bool offer_pack(Game& g, std::string_view key) {
  const BoosterId id = known(find_booster(key), key);
  if (g.shop_packs.full()) return false;
  return change(g, "offering a pack", [&](Game& copy) {
    copy.shop_packs.push({id, 0});
    ++copy.next_number;
    return true;
  });
}

// A Dice Tag that is in force stays so.
void restock_shop(Game& g) {
  change(g, "stocking the shop", [](Game& copy) {
    const std::uint8_t d_six = copy.d_six;
    copy.shop.clear();
    copy.shop_vouchers.clear();
    copy.shop_packs.clear();
    open_shop(copy);
    copy.d_six |= d_six;
    return true;
  });
}

// What is beyond the engine's range is cut.
void write_number(Game& g, std::string_view name, double value) {
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
    refuse("unknown number '" + std::string(name) +
           "'; one of money, score, ante, round, hands_left, discards_left");
  }
}

void set_number(Game& g, std::string_view name, double value) {
  if (std::isnan(value)) refuse(std::string(name) + " cannot be set to not-a-number");
  change(g, "setting that number", [&](Game& copy) {
    write_number(copy, name, value);
    return true;
  });
}

void check_positions(const Game& g, const std::vector<std::uint8_t>& positions) {
  std::uint64_t seen = 0;
  for (std::uint8_t p : positions) {
    check_index("hand card", p, g.hand.size());
    if (seen >> p & 1) refuse("hand card " + std::to_string(p) + " is named twice");
    seen |= 1ull << p;
  }
}

// A picked consumable acts although the game would not let it: a joker is made over the slots, and what
// finds nothing to act on is spent. The Fool without a card to copy finds no room for one.
void pick_anyway(Game& g, int index, const std::vector<std::uint8_t>& positions) {
  if (g.phase != Phase::pack) refuse("a card is picked from an open pack only");
  const Item& item = item_at(g.pack_cards, "card in the pack", index);
  if (item.kind != ItemKind::consumable) refuse("only a consumable is picked although the rules refuse it");
  const ConsumableRow& r = row(item.consumable.id);
  check_positions(g, positions);
  if (r.target_max > 0)
    check_within("the number of targets", static_cast<std::int64_t>(positions.size()), r.target_min,
                 r.target_max);
  if (r.target != Target::none && g.hand.empty()) refuse("the consumable needs a hand of cards in sight");
  change(g, "picking that card", [&](Game& copy) {
    const bool nothing_to_copy = copy.last_consumable == kNone;
    copy.base_joker_slots = static_cast<std::int16_t>(copy.base_joker_slots + 100);
    copy.base_consumable_slots =
        static_cast<std::int16_t>(copy.base_consumable_slots - 100 * nothing_to_copy);
    pick_from_pack(copy, index, positions);
    copy.base_joker_slots = static_cast<std::int16_t>(copy.base_joker_slots - 100);
    copy.base_consumable_slots =
        static_cast<std::int16_t>(copy.base_consumable_slots + 100 * nothing_to_copy);
    if (copy.truncated) copy.phase = Phase::game_over;
    return true;
  });
}

void sell_anyway(Game& g, int position) {
  check_index("joker", position, g.jokers.size());
  if (g.phase == Phase::game_over) refuse("the run is over: nothing can be sold");
  change(g, "selling that joker", [&](Game& copy) {
    sell_joker(copy, position);
    return true;
  });
}

}  // namespace

void bind_tinker(nb::module_& m) {
  m.def("give_joker", &give_joker, "Adds a joker; false without room.", nb::arg("game"), nb::arg("key"),
        nb::arg("edition").none(), nb::arg("eternal"), nb::arg("perishable"), nb::arg("rental"));
  m.def("give_consumable", &give_consumable, "Adds a consumable; false without room.", nb::arg("game"),
        nb::arg("key"), nb::arg("edition").none());
  m.def("give_card", &give_card, "Adds a playing card; false without room.", nb::arg("game"), nb::arg("rank"),
        nb::arg("suit"), nb::arg("enhancement").none(), nb::arg("edition").none(), nb::arg("seal").none());
  m.def("offer_voucher", &offer_voucher, "Puts a voucher into the shop.", nb::arg("game"), nb::arg("key"));
  m.def("offer_pack", &offer_pack, "Puts a booster pack into the shop.", nb::arg("game"), nb::arg("key"));
  m.def("restock_shop", &restock_shop, "Deals the whole shop again.", nb::arg("game"));
  m.def("set_number", &set_number, "Sets money, score, ante, round, hands_left or discards_left.",
        nb::arg("game"), nb::arg("name"), nb::arg("value"));
  m.def("pick_anyway", &pick_anyway, "Picks from a pack as the mod does, whose rules are looser.",
        nb::arg("game"), nb::arg("index"), nb::arg("positions"));
  m.def("sell_anyway", &sell_anyway, "Sells a joker as the mod does, Eternal or not.", nb::arg("game"),
        nb::arg("position"));
}
