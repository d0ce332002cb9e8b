// The 24 skip tags.
#include <algorithm>

#include "content.h"
#include "table.h"
#include "verbs.h"

namespace jimbot {
namespace {

using enum TagId;

constexpr std::uint8_t pack_of(BoosterId id) { return static_cast<std::uint8_t>(id); }

template <TagId Id>
int n_of() {
  return static_cast<int>(row(Id).n);
}

bool free_joker(Ctx& c, Item& item, JokerSource source) {
  item = {};
  item.kind = ItemKind::joker;
  item.free = 1;
  item.joker = make_joker(c.g, source);
  return true;
}

// A Rare Tag fizzles when every rare joker is there already.
bool rare_joker_left(const Game& g) {
  for (JokerId id : joker_pool(Rarity::rare))
    if (has(g, kShowman) || !in_use(g, id)) return true;
  return false;
}

// Dollars for each of `count`.
template <TagId T>
std::int64_t per(int count) {
  return static_cast<std::int64_t>(row(T).n) * count;
}

// The n of the Rare and the four edition tags is in the data without effect.
constexpr TagRow kTagRows[] = {
    {.id = uncommon, .key = "tag_uncommon", .name = "Uncommon Tag", .min_ante = 1, .type = TagType::store_joker_create,
     .text = "The next shop has a free Uncommon joker",
     .stocks = [](Ctx& c, Item& item) { return free_joker(c, item, JokerSource::uncommon_tag); }},
    {.id = rare, .key = "tag_rare", .name = "Rare Tag", .min_ante = 1, .type = TagType::store_joker_create, .n = 3,
     .text = "The next shop has a free Rare joker",
     .stocks = [](Ctx& c, Item& item) { return rare_joker_left(c.g) && free_joker(c, item, JokerSource::rare_tag); }},
    {.id = negative, .key = "tag_negative", .name = "Negative Tag", .min_ante = 2, .type = TagType::store_joker_modify,
     .n = 5, .edition = Edition::negative,
     .text = "The next shop joker without edition is free and Negative"},
    {.id = foil, .key = "tag_foil", .name = "Foil Tag", .min_ante = 1, .type = TagType::store_joker_modify,
     .n = 2, .edition = Edition::foil,
     .text = "The next shop joker without edition is free and Foil"},
    {.id = holo, .key = "tag_holo", .name = "Holographic Tag", .min_ante = 1, .type = TagType::store_joker_modify,
     .n = 3, .edition = Edition::holo,
     .text = "The next shop joker without edition is free and Holographic"},
    {.id = polychrome, .key = "tag_polychrome", .name = "Polychrome Tag", .min_ante = 1, .type = TagType::store_joker_modify,
     .n = 4, .edition = Edition::polychrome,
     .text = "The next shop joker without edition is free and Polychrome"},
    {.id = investment, .key = "tag_investment", .name = "Investment Tag", .min_ante = 1, .type = TagType::eval, .n = 25,
     .text = "${n} when the next Boss Blind is beaten",
     .waits = [](const Game& g) { return !is_boss(g.blind); },
     .use = [](Ctx& c, const Tag&) { c.g.cash_out_rows.tags += n_of<investment>(); }},
    {.id = voucher, .key = "tag_voucher", .name = "Voucher Tag", .min_ante = 1, .type = TagType::voucher_add,
     .text = "One more voucher in the next shop",
     .use = [](Ctx& c, const Tag&) { c.offer_voucher(Stream::voucher_tag); }},
    {.id = boss, .key = "tag_boss", .name = "Boss Tag", .min_ante = 1, .type = TagType::new_blind_choice,
     .text = "Rerolls the boss",
     .use = [](Ctx& c, const Tag&) { c.reroll_boss(); }},
    {.id = standard, .key = "tag_standard", .name = "Standard Tag", .min_ante = 2, .type = TagType::new_blind_choice,
     .pack = pack_of(BoosterId::standard_mega_1), .text = "A free Mega Standard Pack"},
    {.id = charm, .key = "tag_charm", .name = "Charm Tag", .min_ante = 1, .type = TagType::new_blind_choice,
     .pack = pack_of(BoosterId::arcana_mega_1), .text = "A free Mega Arcana Pack"},
    {.id = meteor, .key = "tag_meteor", .name = "Meteor Tag", .min_ante = 2, .type = TagType::new_blind_choice,
     .pack = pack_of(BoosterId::celestial_mega_1), .text = "A free Mega Celestial Pack"},
    {.id = buffoon, .key = "tag_buffoon", .name = "Buffoon Tag", .min_ante = 2, .type = TagType::new_blind_choice,
     .pack = pack_of(BoosterId::buffoon_mega_1), .text = "A free Mega Buffoon Pack"},
    {.id = handy, .key = "tag_handy", .name = "Handy Tag", .min_ante = 2, .type = TagType::immediate, .n = 1,
     .text = "${n} per hand played in this run",
     .pays = [](const Game& g, int) { return per<handy>(g.hands_played_run); }},
    {.id = garbage, .key = "tag_garbage", .name = "Garbage Tag", .min_ante = 2, .type = TagType::immediate, .n = 1,
     .text = "${n} per discard left unused in this run",
     .pays = [](const Game& g, int) { return per<garbage>(g.discards_unused); }},
    {.id = ethereal, .key = "tag_ethereal", .name = "Ethereal Tag", .min_ante = 2, .type = TagType::new_blind_choice,
     .pack = pack_of(BoosterId::spectral_normal_1), .text = "A free Spectral Pack"},
    {.id = coupon, .key = "tag_coupon", .name = "Coupon Tag", .min_ante = 1, .type = TagType::shop_final_pass,
     .text = "The first cards and packs of the next shop are free",
     .use = [](Ctx& c, const Tag&) {
       for (Item& item : c.g.shop) item.free = 1;
       for (PackOffer& pack : c.g.shop_packs) pack.free = 1;
     }},
    {.id = double_, .key = "tag_double", .name = "Double Tag", .min_ante = 1, .type = TagType::tag_add,
     .text = "Copies the next tag you get (no Double Tag)"},
    {.id = juggle, .key = "tag_juggle", .name = "Juggle Tag", .min_ante = 1, .type = TagType::round_start_bonus, .n = 3,
     .text = "+{n} hand size in the next round",
     .use = [](Ctx& c, const Tag&) {
       c.g.round_hand_size = static_cast<std::int16_t>(c.g.round_hand_size + n_of<juggle>());
     }},
    {.id = d_six, .key = "tag_d_six", .name = "D6 Tag", .min_ante = 1, .type = TagType::shop_start,
     .text = "Rerolls start at $0 in the next shop",
     .use = [](Ctx& c, const Tag&) { c.g.d_six = 1; }},
    {.id = top_up, .key = "tag_top_up", .name = "Top-up Tag", .min_ante = 2, .type = TagType::immediate, .n = 2,
     .text = "Creates up to {n} random Common jokers (needs room)",
     .use = [](Ctx& c, const Tag&) { c.create_jokers(JokerSource::top_up, n_of<top_up>()); }},
    {.id = skip, .key = "tag_skip", .name = "Speed Tag", .min_ante = 1, .type = TagType::immediate, .n = 5,
     .text = "${n} per blind skipped in this run, this one too",
     .pays = [](const Game&, int skips) { return per<skip>(skips); }},
    {.id = orbital, .key = "tag_orbital", .name = "Orbital Tag", .min_ante = 2, .type = TagType::immediate, .n = 3,
     .names_hand = true, .text = "{hand} gains {n} levels",
     .use = [](Ctx& c, const Tag& tag) { c.level_up(static_cast<HandType>(tag.hand), n_of<orbital>()); }},
    {.id = economy, .key = "tag_economy", .name = "Economy Tag", .min_ante = 1, .type = TagType::immediate, .n = 40,
     .text = "Doubles your money, by ${n} at most",
     .use = [](Ctx& c, const Tag&) { c.earn(std::clamp<std::int64_t>(c.g.money, 0, n_of<economy>())); }},
};
static_assert(ids_in_order(kTagRows, kTagIds));

}  // namespace

const TagRow& row(TagId id) { return row_of(kTagRows, id); }

}  // namespace jimbot
