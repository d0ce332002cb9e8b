// Game: one run.
#include <bit>
#include <cstring>

#include "bind.h"
#include "cards.h"
#include "check.h"
#include "create.h"
#include "explain.h"
#include "flow/blind.h"
#include "flow/run.h"
#include "flow/shop.h"
#include "hidden.h"
#include "jokers.h"
#include "legal.h"
#include "names.h"
#include "save.h"
#include "step.h"
#include "text.h"

using namespace jimbot;

namespace {

void check(const std::string& error) {
  if (!error.empty()) refuse(error);
}

template <class Id>
std::optional<int> number(std::optional<Id> id) {
  return id ? std::optional<int>(static_cast<int>(*id)) : std::nullopt;
}

template <class Vec, class Fn>
auto list_of(const Vec& items, Fn fn) {
  std::vector<decltype(fn(items[0]))> out;
  for (const auto& item : items) out.push_back(fn(item));
  return out;
}

std::pair<Thing, std::int64_t> offer(const Game& g, const Item& item) {
  return {thing_of(item), price_of(g, item)};
}

std::vector<Card> zone(const Game& g, const auto& pile) {
  return list_of(pile, [&](std::uint8_t i) { return g.cards[i]; });
}

std::vector<std::optional<int>> acting(const Game& g) {
  std::vector<std::optional<int>> out;
  for (int i = 0; i < g.jokers.size(); ++i) {
    const std::uint8_t at = g.acts_as[static_cast<std::size_t>(i)];
    out.push_back(at == kNone ? std::nullopt : std::optional<int>(at));
  }
  return out;
}

// In the order the game keeps it; the last card is drawn next. After a round the played and held cards
// lie below the undrawn ones until the cash-out shuffles.
std::vector<Card> deck_order(const Game& g) {
  Game copy = g;
  settle_draw_pile(copy, 0);
  std::vector<Card> cards = zone(copy, copy.discard);
  if (g.phase == Phase::selecting_hand || g.lost) cards.clear();
  for (const Card& card : zone(copy, copy.draw.cards)) cards.push_back(card);
  return cards;
}

std::tuple<std::string, std::string, double, int> blind(const Game& g, int number) {
  const BlindId id = blind_of(g, number);
  const bool current = g.phase == Phase::selecting_hand && number == g.blind_on_deck;
  return std::make_tuple(row(id).key,
                         kBlindStateNames[static_cast<int>(g.blind_states[static_cast<std::size_t>(number)])],
                         current ? g.target : blind_requirement(g, id), blind_reward(g, id));
}

std::pair<std::string, std::optional<std::string>> tag(const Tag& t) {
  return {row(t.id).key, key_or_none<HandType>(t.hand)};
}

nb::bytes to_bytes(const Game& g) {
  std::array<std::byte, kSaveSize> out;
  save(g, out);
  return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size());
}

Game from_bytes(nb::bytes data) {
  Game g;
  const std::span bytes(reinterpret_cast<const std::byte*>(data.c_str()), data.size());
  switch (load(bytes, g)) {
    case LoadError::none: break;
    case LoadError::not_a_save: refuse("these bytes are not a saved JimBot game");
    case LoadError::other_layout:
      refuse(
          "this game was saved by a version of JimBot with another state layout; "
          "transcripts and notations can be read by every version");
    case LoadError::wrong_size:
      refuse("a saved game has " + std::to_string(kSaveSize) + " bytes, not " + std::to_string(data.size()));
    case LoadError::damaged: refuse("this saved game is damaged: its checksum or contents are wrong");
  }
  return g;
}

Game start(std::string_view seed, int deck, int stake, int challenge, int variant, bool endless,
           bool one_chip, int target_percent) {
  check_run(seed, deck, stake, challenge, variant);
  check_within("target_percent", target_percent, 1, 100);
  Game g;
  start_run(g,
            {seed, static_cast<DeckId>(deck), static_cast<Stake>(stake), static_cast<std::uint8_t>(challenge),
             static_cast<Variant>(variant), endless, one_chip, target_percent});
  return g;
}

std::optional<std::string> why_not(const Game& g, const Action& a) {
  const Reason reason = why_illegal(g, a);
  return reason == Reason::none ? std::nullopt : std::optional<std::string>(reason_text(reason));
}

std::vector<int> indices_of(const Game& g, std::string_view kind) {
  std::string kinds;
  for (int k = 0; k < kActionKinds; ++k) {
    const char* name = kind_name(static_cast<ActionKind>(k));
    if (kind == name) {
      std::vector<int> out;
      for (std::uint64_t left = legal_indices(g, static_cast<ActionKind>(k)); left; left &= left - 1)
        out.push_back(std::countr_zero(left));
      return out;
    }
    kinds += std::string(k ? ", " : "") + name;
  }
  refuse("unknown kind of action '" + std::string(kind) + "'; one of " + kinds);
}

AnyDict explain(const Game& g, const Action& play) {
  if (play.kind != ActionKind::play)
    refuse(std::string("only a play is explained, not '") + write_action(play) + "'");
  check_legal(g, play);
  static constexpr const char* kKinds[] = {
      "base",   "level",   "chips",   "mult",     "times_mult", "dollars",   "retrigger", "roll", "range",
      "random", "balance", "refused", "debuffed", "created",    "destroyed", "grows",     "score"};
  static constexpr const char* kSources[] = {"hand",       "card",  "held_card", "joker",
                                             "consumable", "blind", "deck"};
  std::vector<Event> room(4096);
  const Explanation e = explain_play(g, {play.cards.data(), play.count}, room);
  nb::list events;
  for (int i = 0; i < e.events; ++i) {
    const Event& v = room[static_cast<std::size_t>(i)];
    char key[kMaxKey];
    const int length = stream_key(v.stream, g.ante, 0, key);
    events.append(nb::make_tuple(kKinds[static_cast<int>(v.kind)], kSources[static_cast<int>(v.source)],
                                 v.index, v.amount, v.amount2, v.chips, v.mult,
                                 nb::str(key, static_cast<std::size_t>(length))));
  }
  AnyDict out;
  out["hidden"] = e.hidden;
  out["exact"] = e.exact;
  out["refused"] = e.refused;
  out["hand"] = e.hidden ? nb::none() : nb::object(nb::str(row(e.type).key));
  out["scoring"] = e.scoring;
  out["chips"] = e.chips;
  out["mult"] = e.mult;
  out["score"] = e.score;
  out["dollars"] = e.dollars;
  out["events"] = events;
  return out;
}

}  // namespace

void jimbot::check_legal(const Game& g, const Action& a) {
  if (const Reason reason = why_illegal(g, a); reason != Reason::none)
    throw IllegalAction("'" + write_action(a) + "' is not legal in " + phase_name(g.phase) + ": " +
                        reason_text(reason));
}

void bind_game(nb::module_& m) {
  nb::exception<IllegalAction>(m, "IllegalAction", PyExc_ValueError).doc() =
      "An action that the rules refuse. The game is as it was.";
  m.attr("STATE_BYTES") = sizeof(Game);
  m.attr("SAVE_BYTES") = kSaveSize;
  m.def(
      "find_deck", [](std::string_view text) { return number(find_deck(text)); },
      "Number of a deck by key or name.");
  m.def(
      "find_stake", [](std::string_view text) { return number(find_stake(text)); },
      "Number of a stake by key or name.");
  m.def(
      "find_challenge", [](std::string_view text) { return number(find_challenge(text)); },
      "Number of a challenge by key or name.");

  nb::class_<Game>(m, "Game", "One run, hidden part and all: one value of plain bytes.")
      .def_static("start", &start, nb::arg("seed"), nb::arg("deck"), nb::arg("stake"), nb::arg("challenge"),
                  nb::arg("variant"), nb::arg("endless"), nb::arg("one_chip"),
                  nb::arg("target_percent") = 100)
      .def_static("from_bytes", &from_bytes)
      .def_static("from_notation",
                  [](std::string_view text) {
                    Game g;
                    check(read_notation(text, g));
                    return g;
                  })
      .def("to_bytes", &to_bytes)
      .def("state_bytes",
           [](const Game& g) { return nb::bytes(reinterpret_cast<const char*>(&g), sizeof g); })
      .def("clone", [](const Game& g) { return g; })
      .def("__copy__", [](const Game& g) { return g; })
      .def("__deepcopy__", [](const Game& g, nb::handle) { return g; })
      .def("__getstate__", &to_bytes)
      .def("__setstate__", [](Game& self, nb::bytes data) { new (&self) Game(from_bytes(data)); })
      .def(
          "notation", [](const Game& g, bool rng) { return write_notation(g, rng); }, nb::arg("rng") = true)
      .def("edit", [](Game& g, std::string_view text) { check(edit_notation(text, g)); })
      .def("determinize",
           [](const Game& g, std::uint64_t seed) {
             Game copy = g;
             determinize(copy, seed);
             return copy;
           })
      .def("legal_actions",
           [](const Game& g) {
             std::vector<Action> out;
             for_each_legal(g, [&](const Action& a) { out.push_back(a); });
             return out;
           })
      .def("legal_indices", &indices_of)
      .def("why_illegal", &why_not)
      .def(
          "apply",
          [](Game& g, const Action& a) {
            check_legal(g, a);
            apply(g, a);
          },
          "Makes a decision. Raises IllegalAction, and changes nothing, if the rules refuse it.")
      .def("explain", &explain)

      .def_prop_ro("streams", &stream_states, "The random streams that were used, as in the notation.")
      .def_prop_ro("orbital_hands", &orbital_hands,
                   "Hands of Orbital Tags in the last antes, as in the notation.")
      .def_prop_ro("seed", [](const Game& g) { return std::string(seed_text(g.rng)); })
      .def_prop_ro("deck", [](const Game& g) { return row(g.deck).key; })
      .def_prop_ro("stake", [](const Game& g) { return row(g.stake).key; })
      .def_prop_ro("challenge", [](const Game& g) { return key_or_none<ChallengeId>(g.challenge); })
      .def_prop_ro("variant",
                   [](const Game& g) { return g.variant == Variant::vanilla ? "vanilla" : "steamodded"; })
      .def_prop_ro("endless", [](const Game& g) { return bool(g.endless); })
      .def_prop_ro("one_chip", [](const Game& g) { return bool(g.one_chip); })
      .def_prop_ro("target_percent", [](const Game& g) { return 100 - g.target_cut; })
      .def_prop_rw(
          "calls_only", [](const Game& g) { return bool(g.calls_only); },
          [](Game& g, bool only) { g.calls_only = only; }, "Only what the protocol has calls for is legal.")
      .def_prop_ro("phase", [](const Game& g) { return phase_name(g.phase); })
      .def_prop_ro("won", [](const Game& g) { return bool(g.won); })
      .def_prop_ro("lost", [](const Game& g) { return bool(g.lost); })
      .def_prop_ro("truncated", [](const Game& g) { return bool(g.truncated); })
      .def_ro("ante", &Game::ante)
      .def_ro("round", &Game::round)
      .def_ro("money", &Game::money)
      .def_ro("score", &Game::score)
      .def_ro("target", &Game::target)
      .def_ro("hands_left", &Game::hands_left)
      .def_ro("discards_left", &Game::discards_left)
      .def_ro("hands_played", &Game::hands_played)
      .def_ro("discards_used", &Game::discards_used)
      .def_ro("hands_played_run", &Game::hands_played_run)
      .def_ro("discards_unused", &Game::discards_unused)
      .def_ro("skips", &Game::skips)
      .def_ro("tarots_used", &Game::tarots_used)
      .def_ro("starting_deck_size", &Game::starting_deck_size)
      .def_ro("next_number", &Game::next_number)
      .def_prop_ro("deck_size", [](const Game& g) { return g.cards.size(); })
      .def_ro("blind_on_deck", &Game::blind_on_deck)
      .def_prop_ro("blind_disabled", [](const Game& g) { return bool(g.blind_disabled); })
      .def_prop_ro("boss_rerolled", [](const Game& g) { return bool(g.boss_rerolled); })
      .def_prop_ro("current_blind", [](const Game& g) { return row(g.blind).key; })
      .def_prop_ro("blinds",
                   [](const Game& g) { return std::make_tuple(blind(g, 0), blind(g, 1), blind(g, 2)); })
      .def_prop_ro("ante_tags",
                   [](const Game& g) { return std::make_tuple(tag(g.ante_tags[0]), tag(g.ante_tags[1])); })
      .def_prop_ro("tags", [](const Game& g) { return list_of(g.tags, tag); })
      .def_prop_ro("ante_voucher", [](const Game& g) { return key_or_none<VoucherId>(g.ante_voucher); })
      .def_prop_ro("voucher_seen", [](const Game& g) { return bool(g.voucher_seen); })
      .def_prop_ro("vouchers",
                   [](const Game& g) {
                     std::vector<std::string> out;
                     for (VoucherId id : kEach<VoucherId>)
                       if (has(g, id)) out.push_back(row(id).key);
                     return out;
                   })
      .def_prop_ro("hand_levels",
                   [](const Game& g) {
                     std::vector<std::tuple<std::string, int, std::int64_t, std::int64_t, int, int>> out;
                     for (int i = 0; i < kHandTypes; ++i) {
                       const HandTypeRow& r = row(static_cast<HandType>(i));
                       const HandRecord& h = g.hands[static_cast<std::size_t>(i)];
                       const std::int64_t above = h.level - 1;
                       out.emplace_back(r.key, h.level, r.chips + r.level_chips * above,
                                        r.mult + r.level_mult * above, h.played, h.played_round);
                     }
                     return out;
                   })
      .def_prop_ro("last_hand", [](const Game& g) { return key_or_none<HandType>(g.last_hand); })
      .def_prop_ro("last_consumable",
                   [](const Game& g) { return key_or_none<ConsumableId>(g.last_consumable); })
      .def_prop_ro("mouth_hand", [](const Game& g) { return key_or_none<HandType>(g.mouth_hand); })
      .def_prop_ro("ox_hand", [](const Game& g) { return key_or_none<HandType>(g.ox_hand); })
      .def_prop_ro("eye_hands",
                   [](const Game& g) {
                     std::vector<std::string> out;
                     for (int i = 0; i < kHandTypes; ++i)
                       if (g.eye_hands & (1u << i)) out.push_back(row(static_cast<HandType>(i)).key);
                     return out;
                   })
      .def_prop_ro("cards", [](const Game& g) { return list_of(g.cards, [](const Card& c) { return c; }); })
      .def_prop_ro("hand", [](const Game& g) { return zone(g, g.hand); })
      .def_prop_ro("discard_pile", [](const Game& g) { return zone(g, g.discard); })
      .def_prop_ro("draw_pile_size", [](const Game& g) { return g.draw.cards.size(); })
      .def_prop_ro("deck_order", &deck_order)
      .def_prop_ro("jokers",
                   [](const Game& g) { return list_of(g.jokers, [](const Joker& j) { return j; }); })
      .def_prop_ro("acts_as", &acting,
                   "Position of the joker whose effect each joker has; None: it has none.")
      .def_prop_ro(
          "consumables",
          [](const Game& g) { return list_of(g.consumables, [](const Consumable& c) { return c; }); })
      .def_prop_ro("shop",
                   [](const Game& g) { return list_of(g.shop, [&](const Item& i) { return offer(g, i); }); })
      .def_prop_ro(
          "pack_cards",
          [](const Game& g) { return list_of(g.pack_cards, [&](const Item& i) { return offer(g, i); }); })
      .def_prop_ro("shop_vouchers",
                   [](const Game& g) {
                     return list_of(g.shop_vouchers, [&](const VoucherOffer& v) {
                       return std::pair(std::string(row(v.id).key), price_of(g, v.id));
                     });
                   })
      .def_prop_ro("shop_packs",
                   [](const Game& g) {
                     return list_of(g.shop_packs, [&](const PackOffer& p) {
                       return std::pair(std::string(row(p.id).key), price_of(g, p));
                     });
                   })
      .def_prop_ro("pack",
                   [](const Game& g) {
                     return g.phase == Phase::pack ? std::optional<std::string>(row(g.pack).key)
                                                   : std::nullopt;
                   })
      .def_ro("pack_picks_left", &Game::pack_picks_left)
      .def_prop_ro("reroll_price", [](const Game& g) { return reroll_price(g); })
      .def_ro("free_rerolls", &Game::free_rerolls)
      .def_prop_ro("chance_numerator", [](const Game& g) { return static_cast<int>(chance_numerator(g)); })
      .def_prop_ro("spendable", [](const Game& g) { return spendable(g); })
      .def_prop_ro("hand_size", [](const Game& g) { return hand_size(g); })
      .def_prop_ro("joker_slots", [](const Game& g) { return joker_limit(g); })
      .def_prop_ro("consumable_slots", [](const Game& g) { return consumable_limit(g); })
      .def_prop_ro("shop_slots", [](const Game& g) { return shop_slots(g); })
      .def_prop_ro("hands_per_round", [](const Game& g) { return hands_per_round(g); })
      .def_prop_ro("discards_per_round", [](const Game& g) { return discards_per_round(g); })
      .def_prop_ro("sort_mode", [](const Game& g) { return g.sort_mode == SortMode::rank ? "rank" : "suit"; })
      .def("joker_sell_value",
           [](const Game& g, int i) { return sell_value(g, item_at(g.jokers, "joker", i)); })
      .def("consumable_sell_value",
           [](const Game& g, int i) { return sell_value(g, item_at(g.consumables, "consumable", i)); })
      .def("joker_price",
           [](const Game& g, int i) {
             Item item{};
             item.kind = ItemKind::joker;
             item.joker = item_at(g.jokers, "joker", i);
             return price_of(g, item);
           })
      .def("consumable_price",
           [](const Game& g, int i) {
             Item item{};
             item.kind = ItemKind::consumable;
             item.consumable = item_at(g.consumables, "consumable", i);
             return price_of(g, item);
           })
      .def_prop_ro("targets",
                   [](const Game& g) {
                     return std::make_tuple(
                         std::make_tuple(g.idol_rank, kSuitNames[static_cast<int>(g.idol_suit)]), g.mail_rank,
                         kSuitNames[static_cast<int>(g.castle_suit)],
                         kSuitNames[static_cast<int>(g.ancient_suit)]);
                   })
      .def_prop_ro("cash_out_rows", [](const Game& g) {
        const CashOut& r = g.cash_out_rows;
        return std::make_tuple(r.blind, r.hands, r.discards, r.jokers, r.tags, r.interest);
      });
}
