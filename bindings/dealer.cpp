// Dealer: the random generation of one seed, call by call, outside any run. Seed reports and the golden
// vectors are made with it.
#include "bind.h"
#include "cards.h"
#include "check.h"
#include "create.h"
#include "flow/cash_out.h"
#include "flow/run.h"
#include "names.h"
#include "text.h"

using namespace jimbot;

namespace {

struct Dealer {
  Game g;

  Dealer(std::string_view seed, int deck, int stake) {
    check_run(seed, deck, stake, kNone);
    start_run(g, {.seed = seed, .deck = static_cast<DeckId>(deck), .stake = static_cast<Stake>(stake)});
    const std::string text(seed);
    seed_rng(g.rng, text);
    g.boss_uses = {};
    g.consumables.clear();
  }
};

// Everything in these keys counts as being in play.
void set_in_use(Dealer& d, const std::vector<std::string>& keys) {
  check_within("the number of keys in use", static_cast<std::int64_t>(keys.size()), 0, kMaxConsumables);
  d.g.jokers.clear();
  d.g.consumables.clear();
  for (const std::string& key : keys) {
    if (const auto joker = find_joker(key)) {
      d.g.jokers.push({}).id = *joker;
    } else if (const auto consumable = find_consumable(key)) {
      d.g.consumables.push({}).id = *consumable;
    } else {
      refuse("unknown joker or consumable key '" + key + "'");
    }
  }
}

void set_vouchers(Dealer& d, const std::vector<std::string>& keys) {
  d.g.vouchers = 0;
  for (const std::string& key : keys) {
    const auto id = find_voucher(key);
    if (!id) refuse("unknown voucher key '" + key + "'");
    d.g.vouchers |= bit(*id);
  }
}

// The full deck holds these enhancements (they open joker gates).
void set_deck_enhancements(Dealer& d, const std::vector<std::string>& keys) {
  check_within("the number of enhancements", static_cast<std::int64_t>(keys.size()), 0, d.g.cards.size());
  for (Card& card : d.g.cards) card.enhancement = Enhancement::none;
  int at = 0;
  for (const std::string& key : keys) {
    int e = 1;
    while (e <= 8 && key != row(static_cast<Enhancement>(e)).key) ++e;
    if (e > 8) refuse("unknown enhancement key '" + key + "'");
    d.g.cards[at++].enhancement = static_cast<Enhancement>(e);
  }
}

void set_played(Dealer& d, const std::vector<std::string>& hands) {
  for (HandRecord& record : d.g.hands) record.played = 0;
  for (const std::string& hand : hands) {
    const auto type = find_hand_type(hand);
    if (!type) refuse("unknown poker hand '" + hand + "'");
    d.g.hands[static_cast<std::size_t>(*type)].played = 1;
  }
}

std::vector<Thing> open(Dealer& d, std::string_view key) {
  const auto id = find_booster(key);
  if (!id) refuse("unknown booster key '" + std::string(key) + "'");
  fill_pack(d.g, *id);
  std::vector<Thing> out;
  for (const Item& item : d.g.pack_cards) out.push_back(thing_of(item));
  d.g.pack_cards.clear();
  return out;
}

// A row of n slots: each card counts as in play for the next ones and for packs until clear_row.
std::vector<Thing> row_of(Dealer& d, int n) {
  check_within("the number of slots", n, 0, kMaxShopCards - d.g.shop.size());
  std::vector<Thing> out;
  for (int i = 0; i < n; ++i) out.push_back(thing_of(d.g.shop.push(make_shop_item(d.g))));
  return out;
}

std::vector<std::string> deal(Dealer& d) {
  shuffle_deck(d.g, Stream::round_shuffle);
  std::vector<std::string> out;
  while (!d.g.draw.cards.empty()) out.push_back(card_code(d.g.cards[draw_card(d.g)]));
  return out;
}

}  // namespace

void bind_dealer(nb::module_& m) {
  nb::class_<Dealer>(m, "Dealer",
                     "Deals what a seed holds, without a run: bosses, vouchers, tags, shops, packs.")
      .def(nb::init<std::string_view, int, int>(), nb::arg("seed"), nb::arg("deck") = 0, nb::arg("stake") = 1)
      .def_prop_rw(
          "ante", [](const Dealer& d) { return d.g.ante; },
          [](Dealer& d, int ante) {
            check_within("ante", ante, -kMaxAnte, kMaxAnte);
            d.g.ante = ante;
          })
      .def("set_in_use", &set_in_use)
      .def("set_vouchers", &set_vouchers)
      .def("set_deck_enhancements", &set_deck_enhancements)
      .def("set_played", &set_played)
      .def("set_gros_michel_extinct", [](Dealer& d, bool extinct) { d.g.gros_michel_extinct = extinct; })
      .def("boss", [](Dealer& d) { return row(roll_boss(d.g)).key; })
      .def("voucher",
           [](Dealer& d) { return row(static_cast<VoucherId>(roll_voucher(d.g, Stream::voucher))).key; })
      .def("tag", [](Dealer& d) { return row(roll_tag(d.g).id).key; })
      .def("shop_row", &row_of)
      .def("clear_row", [](Dealer& d) { d.g.shop.clear(); })
      .def("booster", [](Dealer& d) { return row(roll_booster(d.g)).key; })
      .def("open", &open)
      .def("legendary", [](Dealer& d) { return make_joker(d.g, JokerSource::soul); })
      .def("deal", &deal)
      .def("round_targets", [](Dealer& d) {
        roll_round_targets(d.g, true);
        return std::make_tuple(d.g.idol_rank, kSuitNames[static_cast<int>(d.g.idol_suit)], d.g.mail_rank,
                               kSuitNames[static_cast<int>(d.g.castle_suit)]);
      });
}
