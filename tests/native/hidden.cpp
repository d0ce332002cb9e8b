// Hidden facts: redrawn by determinize, never shown, never explained.
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "checks.h"
#include "create.h"
#include "explain.h"
#include "flow/blind.h"
#include "hidden.h"
#include "jokers.h"
#include "report.h"
#include "save.h"
#include "step.h"
#include "text.h"

namespace jimbot::fuzz {
namespace {

constexpr std::size_t kRoom = 4096;  // events of an explanation
constexpr int kSteps = 4;            // played on in a redrawn game

// A list of named facts. Two lists are compared fact by fact, so a failure names the one that differs.
struct Facts {
  std::vector<std::pair<const char*, std::string>> list;
  template <class T>
  void add(const char* name, const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      list.emplace_back(name, number_text(value));
    else if constexpr (std::is_same_v<T, std::string>)
      list.emplace_back(name, value);
    else
      list.emplace_back(name, std::to_string(static_cast<long long>(value)));
  }
};

bool shown(const Game& g, JokerId id) {
  const auto offered = [&](const Item& item) { return item.kind == ItemKind::joker && item.joker.id == id; };
  return std::any_of(g.jokers.begin(), g.jokers.end(),
                     [&](const Joker& j) { return j.id == id && !(j.flags & Joker::kFaceDown); }) ||
         std::any_of(g.shop.begin(), g.shop.end(), offered) ||
         std::any_of(g.pack_cards.begin(), g.pack_cards.end(), offered);
}

std::string card_facts(const Card& card, std::uint8_t without = 0) {
  Card seen = card;
  seen.flags &= static_cast<std::uint8_t>(~without);
  return card_code(seen) + "#" + std::to_string(card.number) +
         (seen.flags & Card::kPlayedThisAnte ? "p" : "") + (seen.forced() ? "o" : "");
}

std::string joker_facts(const Game& g, const Joker& j) {
  return std::string(row(j.id).key) + ":" + number_text(j.value) + "/" +
         std::to_string(static_cast<int>(j.edition)) + "/" + std::to_string(j.flags) + "/" +
         std::to_string(j.rounds_left) + "/" + std::to_string(j.extra) + "/$" +
         std::to_string(sell_value(g, j)) + "#" + std::to_string(j.number);
}

std::string item_facts(const Game& g, const Item& item) {
  const std::string price = " $" + std::to_string(price_of(g, item));
  switch (item.kind) {
    case ItemKind::joker: return joker_facts(g, item.joker) + price;
    case ItemKind::consumable: return row(item.consumable.id).key + price;
    default: return card_facts(item.card) + price;
  }
}

void add_run(const Game& g, Facts& f) {
  f.add("phase", static_cast<int>(g.phase));
  f.add("ended", g.won | g.lost << 1 | g.truncated << 2);
  f.add("ante", g.ante);
  f.add("round", g.round);
  f.add("money", g.money);
  f.add("vouchers", g.vouchers);
  f.add("blind on deck", g.blind_on_deck);
  for (int i = 0; i < 3; ++i) {
    f.add("blind", static_cast<int>(blind_of(g, i)));
    f.add("blind state", static_cast<int>(g.blind_states[static_cast<std::size_t>(i)]));
    f.add("requirement", blind_requirement(g, blind_of(g, i)));
    f.add("reward", blind_reward(g, blind_of(g, i)));
  }
  f.add("boss rerolled", g.boss_rerolled);
  for (const Tag& tag : g.ante_tags) f.add("ante tag", static_cast<int>(tag.id) * 256 + tag.hand);
  for (const Tag& tag : g.tags) f.add("tag", static_cast<int>(tag.id) * 256 + tag.hand);
  if (g.voucher_seen) f.add("voucher of the ante", g.ante_voucher);
  for (const HandRecord& r : g.hands) {
    f.add("level", r.level);
    f.add("played", r.played);
    f.add("played this round", r.played_round);
  }
  f.add("counters", std::to_string(g.hands_played_run) + "/" + std::to_string(g.discards_unused) + "/" +
                        std::to_string(g.skips) + "/" + std::to_string(g.tarots_used) + "/" +
                        std::to_string(g.last_hand) + "/" + std::to_string(g.last_consumable));
  if (shown(g, JokerId::idol)) f.add("The Idol", static_cast<int>(g.idol_suit) * 16 + g.idol_rank);
  if (shown(g, JokerId::mail)) f.add("Mail-In Rebate", g.mail_rank);
  if (shown(g, JokerId::castle)) f.add("Castle", static_cast<int>(g.castle_suit));
  if (shown(g, JokerId::ancient)) f.add("Ancient Joker", static_cast<int>(g.ancient_suit));
}

void add_round(const Game& g, Facts& f) {
  f.add("blind played", static_cast<int>(g.blind));
  f.add("blind disabled", g.blind_disabled);
  f.add("score", g.score);
  f.add("target", g.target);
  f.add("hands left", g.hands_left);
  f.add("discards left", g.discards_left);
  f.add("hands played", g.hands_played);
  f.add("discards used", g.discards_used);
  f.add("hands of the boss",
        std::to_string(g.mouth_hand) + "/" + std::to_string(g.ox_hand) + "/" + std::to_string(g.eye_hands));
  f.add("hand size", hand_size(g));
  f.add("joker slots", joker_limit(g));
  f.add("consumable slots", consumable_limit(g));
  f.add("hands per round", hands_per_round(g));
  f.add("discards per round", discards_per_round(g));
  const CashOut& c = g.cash_out_rows;
  f.add("cash-out", std::to_string(c.blind) + "/" + std::to_string(c.hands) + "/" +
                        std::to_string(c.discards) + "/" + std::to_string(c.jokers) + "/" +
                        std::to_string(c.tags) + "/" + std::to_string(c.interest));
}

void add_cards(const Game& g, Facts& f) {
  std::vector<bool> unseen(static_cast<std::size_t>(g.cards.size()), false);
  for (std::uint8_t i : g.draw.cards) unseen[i] = true;
  for (std::uint8_t i : g.hand) {
    const Card& card = g.cards[i];
    if (card.face_down()) unseen[i] = true;
    f.add("hand", card.face_down() ? std::string(card.forced() ? "?? forced" : "??") : card_facts(card));
  }
  for (std::uint8_t i : g.discard) f.add("discard pile", card_facts(g.cards[i]));
  f.add("draw pile", g.draw.cards.size());
  for (std::size_t i = 0; i < unseen.size(); ++i)
    if (unseen[i])
      f.add("unseen card", card_facts(g.cards[static_cast<int>(i)], Card::kFaceDown | Card::kForced));
  for (const Joker& joker : g.jokers)
    f.add("joker", joker.flags & Joker::kFaceDown ? std::string("??") : joker_facts(g, joker));
  for (const Consumable& c : g.consumables)
    f.add("consumable", std::string(row(c.id).key) + "/" + std::to_string(static_cast<int>(c.edition)) +
                            "/$" + std::to_string(sell_value(g, c)));
}

void add_shop(const Game& g, Facts& f) {
  for (const Item& item : g.shop) f.add("shop", item_facts(g, item));
  for (const VoucherOffer& v : g.shop_vouchers)
    f.add("shop voucher", static_cast<int>(v.id) * 1000 + price_of(g, v.id));
  for (const PackOffer& p : g.shop_packs) f.add("shop pack", static_cast<int>(p.id) * 1000 + price_of(g, p));
  f.add("reroll price", reroll_price(g));
  if (g.phase == Phase::pack) f.add("pack", static_cast<int>(g.pack));
  f.add("picks left", g.pack_picks_left);
  for (const Item& item : g.pack_cards) f.add("pack card", item_facts(g, item));
}

void add_legal(const Game& g, Facts& f) {
  for (int k = 0; k <= static_cast<int>(ActionKind::sort_hand); ++k) {
    const ActionKind kind = static_cast<ActionKind>(k);
    std::uint64_t left = legal_indices(g, kind);
    f.add("legal indices", std::string(kind_name(kind)) + " " + std::to_string(left));
    for (; left; left &= left - 1) {
      const CardChoice c = card_choice(g, kind, std::countr_zero(left));
      f.add("card choice", std::string(kind_name(kind)) + " " + std::to_string(c.min) + "/" +
                               std::to_string(c.max) + "/" + std::to_string(c.eligible) + "/" +
                               std::to_string(c.required));
    }
  }
}

Facts facts_of(const Game& g) {
  Facts f;
  add_run(g, f);
  add_round(g, f);
  add_cards(g, f);
  add_shop(g, f);
  add_legal(g, f);
  return f;
}

// Fails once for every kind of fact that differs.
void compare(const Facts& a, const Facts& b, const char* property, const Game& g) {
  const std::size_t n = std::min(a.list.size(), b.list.size());
  for (std::size_t i = 0; i < n; ++i) {
    const auto& [name, value] = a.list[i];
    if (value == b.list[i].second) continue;
    return fail((std::string(property) + ": " + name).c_str(), g, value + " or " + b.list[i].second);
  }
  if (a.list.size() != b.list.size()) fail(property, g, "one has more facts");
}

bool same_number(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b) || a == b;
}

struct Explained {
  Explanation e;
  std::vector<Event> events = std::vector<Event>(kRoom);
};

Explained explained(const Game& g, const Action& play) {
  Explained x;
  x.e = explain_play(g, {play.cards.data(), play.count}, x.events);
  x.events.resize(static_cast<std::size_t>(x.e.events));
  return x;
}

std::string difference(const Explained& a, const Explained& b) {
  if (a.e.hidden != b.e.hidden || a.e.exact != b.e.exact || a.e.refused != b.e.refused)
    return "hidden, exact or refused";
  if (a.e.hidden) return "";
  if (a.e.type != b.e.type || a.e.scoring != b.e.scoring) return "the hand type or the scoring cards";
  if (!same_number(a.e.chips, b.e.chips) || !same_number(a.e.mult, b.e.mult) ||
      !same_number(a.e.score, b.e.score))
    return "score " + number_text(a.e.score) + " or " + number_text(b.e.score);
  if (a.e.dollars != b.e.dollars)
    return "dollars " + std::to_string(a.e.dollars) + " or " + std::to_string(b.e.dollars);
  if (a.events.size() != b.events.size()) return "the number of events";
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    const Event &x = a.events[i], &y = b.events[i];
    if (x.kind != y.kind || x.source != y.source || x.index != y.index || x.stream != y.stream ||
        !same_number(x.amount, y.amount) || !same_number(x.amount2, y.amount2) ||
        !same_number(x.chips, y.chips) || !same_number(x.mult, y.mult))
      return "event " + std::to_string(i);
  }
  return "";
}

bool random_play(const Game& g, PolicyRandom& random, Action& play) {
  play = {};
  play.kind = ActionKind::play;
  return legal_indices(g, play.kind) && choose_cards(card_choice(g, play.kind, 0), random, play) &&
         is_legal(g, play);
}

}  // namespace

void check_hidden(const Game& g, PolicyRandom& random) {
  where.doing = "hidden facts";
  const auto one = std::make_unique<Game>(g), two = std::make_unique<Game>(g);
  determinize(*one, random.next());
  determinize(*two, random.next());
  check(is_sound(*one), "a redrawn game is sound", g);
  const Facts seen = facts_of(g), first = facts_of(*one);
  compare(seen, first, "determinize keeps what is seen", g);
  compare(first, facts_of(*two), "games that differ in hidden facts look alike", g);
  const std::uint64_t seed = random.next();
  const auto again = std::make_unique<Game>(*one), other = std::make_unique<Game>(*two);
  determinize(*again, seed);
  determinize(*other, seed);
  check(std::memcmp(again.get(), other.get(), sizeof(Game)) == 0,
        "games that differ in hidden facts are redrawn to the same game", g);
  if (Action play; random_play(g, random, play)) {
    const Explained x = explained(*one, play);
    if (const std::string d = difference(x, explained(*two, play)); !d.empty())
      fail("games that differ in hidden facts explain alike", g, write_action(play) + ": " + d);
    if (const std::string d = difference(x, explained(g, play)); !d.empty())
      fail("determinize keeps the explanation", g, write_action(play) + ": " + d);
  }
  for (int i = 0; i < kSteps && one->phase != Phase::game_over; ++i) {
    apply(*one, random_decision(*one, random));
    check_position(*one);
  }
}

void check_explanation(const Game& g, PolicyRandom& random) {
  where.doing = "explanation";
  Action play;
  if (!random_play(g, random, play)) return;
  const auto before = std::make_unique<Game>(g);
  const Explained x = explained(g, play);
  check(std::memcmp(&g, before.get(), sizeof(Game)) == 0, "an explanation does not touch the game", g);
  check(x.events.size() < kRoom, "an explanation fits its room", g);
  if (!x.e.exact) return;
  apply(*before, play);
  const Game& after = *before;
  if (!same_number(after.score - g.score, x.e.score))
    fail("an exact explanation gives the score", g,
         write_action(play) + ": explained " + number_text(x.e.score) + ", scored " +
             number_text(after.score - g.score));
  if (after.last_hand != static_cast<std::uint8_t>(x.e.type))
    fail("an explanation names the hand", g, write_action(play));
  if (after.phase == Phase::selecting_hand && after.money - g.money != x.e.dollars)
    fail("an exact explanation gives the dollars", g,
         write_action(play) + ": explained " + std::to_string(x.e.dollars) + ", earned " +
             std::to_string(after.money - g.money));
}

}  // namespace jimbot::fuzz
