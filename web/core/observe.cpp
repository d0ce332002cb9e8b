// A position as a player sees it.
#include <bit>

#include "blinds.h"
#include "cards.h"
#include "create.h"
#include "flow/shop.h"
#include "jokers.h"
#include "parts.h"
#include "text.h"
#include "wire.h"

namespace jimbot::web {
namespace {

constexpr const char* kStates[] = {"UPCOMING", "SELECT", "CURRENT", "DEFEATED", "SKIPPED"};

void write_tag(Json& json, const Game& g, const Tag& tag) {
  json.open('{').field("key", row(tag.id).key).field("name", row(tag.id).name);
  json.field("text", describe(g, tag)).close('}');
}

void write_run(Json& json, const Game& g) {
  json.field("phase", phase_name(g.phase)).field("seed", seed_text(g.rng));
  json.field("deck", row(g.deck).key).field("stake", row(g.stake).key);
  json.field("challenge", g.challenge == kNone ? "" : row(static_cast<ChallengeId>(g.challenge)).key);
  json.field("endless", g.endless != 0).field("won", g.won != 0).field("lost", g.lost != 0);
  json.field("truncated", g.truncated != 0).field("ante", g.ante).field("round", g.round);
  json.field("money", g.money).field("spendable", spendable(g)).field("score", g.score);
  json.field("handsLeft", int{g.hands_left}).field("discardsLeft", int{g.discards_left});
  json.field("handsPlayed", int{g.hands_played}).field("handSize", hand_size(g));
  json.field("jokerSlots", joker_limit(g)).field("consumableSlots", consumable_limit(g));
  json.field("handsPerRound", hands_per_round(g)).field("discardsPerRound", discards_per_round(g));
  json.field("sort", g.sort_mode == SortMode::rank ? "rank" : "suit");
}

void write_blinds(Json& json, const Game& g) {
  json.key("blinds").open('[');
  for (int i = 0; i < 3; ++i) {
    const BlindId id = blind_of(g, i);
    const bool current = g.phase == Phase::selecting_hand && i == g.blind_on_deck;
    json.open('{').field("key", row(id).key).field("name", row(id).name).field("text", describe(g, id));
    json.field("state", kStates[static_cast<int>(g.blind_states[static_cast<std::size_t>(i)])]);
    json.field("target", current ? g.target : blind_requirement(g, id)).field("reward", blind_reward(g, id));
    if (i < 2) write_tag(json.key("tag"), g, g.ante_tags[static_cast<std::size_t>(i)]);
    json.close('}');
  }
  json.close(']').field("onDeck", int{g.blind_on_deck}).field("blindDisabled", g.blind_disabled != 0);
}

void write_jokers(Json& json, const Game& g) {
  json.key("jokers").open('[');
  for (const Joker& joker : g.jokers) write_joker(json, g, joker);
  json.close(']').key("jokerSell").open('[');
  for (const Joker& joker : g.jokers) json.add(joker.flags & Joker::kFaceDown ? 0 : sell_value(g, joker));
  json.close(']').key("consumables").open('[');
  for (const Consumable& c : g.consumables) write_consumable(json, g, c);
  json.close(']').key("consumableSell").open('[');
  for (const Consumable& c : g.consumables) json.add(sell_value(g, c));
  json.close(']').key("tags").open('[');
  for (const Tag& tag : g.tags) write_tag(json, g, tag);
  json.close(']').key("vouchers").open('[');
  for (VoucherId id : kEach<VoucherId>)
    if (has(g, id)) json.add(row(id).key);
  json.close(']');
}

void write_cards(Json& json, const Game& g) {
  json.key("hand").open('[');
  std::uint64_t seen[4] = {};
  const auto mark = [&](std::uint8_t i) { seen[i / 64] |= std::uint64_t{1} << (i % 64); };
  for (std::uint8_t i : g.hand) {
    write_card(json, g, g.cards[i]);
    if (!g.cards[i].face_down()) mark(i);
  }
  json.close(']');
  for (std::uint8_t i : g.discard) mark(i);
  // The undrawn cards in order of age: their order is not known. Face-down ones may be any of them.
  json.key("undrawn").open('[');
  for (int i = 0; i < g.cards.size(); ++i) {
    if (seen[i / 64] >> (i % 64) & 1) continue;
    Card card = g.cards[i];
    card.flags = static_cast<std::uint8_t>(card.flags & ~(Card::kFaceDown | Card::kForced));
    json.add(card_code(card));
  }
  json.close(']').field("deckLeft", deck_left(g)).field("deckSize", g.cards.size());
}

void write_shop(Json& json, const Game& g) {
  json.key("shop").open('[');
  for (const Item& item : g.shop) {
    json.open('{').field("price", price_of(g, item));
    write_item(json.key("item"), g, item);
    json.close('}');
  }
  json.close(']').key("shopVouchers").open('[');
  for (const VoucherOffer& v : g.shop_vouchers)
    json.open('{').field("key", row(v.id).key).field("price", price_of(g, v.id)).close('}');
  json.close(']').key("shopPacks").open('[');
  for (const PackOffer& p : g.shop_packs)
    json.open('{').field("key", row(p.id).key).field("price", price_of(g, p)).close('}');
  json.close(']').field("rerollPrice", reroll_price(g)).field("freeRerolls", g.free_rerolls);
  json.field("bossRerollPrice", boss_reroll_price(g));
  json.field("pack", g.phase == Phase::pack ? row(g.pack).key : "");
  json.key("packCards").open('[');
  for (const Item& item : g.pack_cards) write_item(json, g, item);
  json.close(']').field("picksLeft", int{g.pack_picks_left});
}

void write_levels(Json& json, const Game& g) {
  json.key("levels").open('[');
  for (int i = 0; i < kHandTypes; ++i) {
    const HandTypeRow& r = row(static_cast<HandType>(i));
    const HandRecord& h = g.hands[static_cast<std::size_t>(i)];
    const std::int64_t above = h.level - 1;
    json.open('{').field("key", r.key).field("level", h.level).field("played", h.played);
    json.field("chips", r.chips + r.level_chips * above).field("mult", r.mult + r.level_mult * above);
    json.field("secret", r.secret && h.played == 0).close('}');
  }
  const CashOut& c = g.cash_out_rows;
  json.close(']').key("cashOut").open('{').field("blind", c.blind).field("hands", c.hands);
  json.field("discards", c.discards).field("jokers", c.jokers).field("tags", c.tags);
  json.field("interest", c.interest).close('}');
}

}  // namespace

JIMBOT_EXPORT(observe) int observe(int handle) {
  const Game* g = game_of(handle);
  if (!g) return kRefused;
  Json json;
  json.open('{');
  write_run(json, *g);
  write_blinds(json, *g);
  write_jokers(json, *g);
  write_cards(json, *g);
  write_shop(json, *g);
  write_levels(json, *g);
  write_decision(json.key("legal"), *g);
  json.close('}');
  return answer(json.take());
}

}  // namespace jimbot::web
