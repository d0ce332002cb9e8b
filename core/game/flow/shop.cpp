// The shop: stock, purchases, rerolls.
#include "flow/shop.h"

#include <algorithm>

#include "cards.h"
#include "create.h"
#include "flow/pack.h"
#include "flow/tags.h"
#include "passes.h"

namespace jimbot {
namespace {

bool rare_joker_left(const Game& g) {
  for (JokerId id : joker_pool(Rarity::rare))
    if (has(g, kShowman) || !in_use(g, id)) return true;
  return false;
}

// OP-8: an Uncommon or Rare Tag fills the slot in place of the random item; a Rare Tag fizzles when every
// rare joker is there already.
bool make_tag_joker(Game& g, Item& item) {
  for (int i = 0; i < g.tags.size(); ++i) {
    const TagId id = g.tags[i].id;
    if (row(id).type != TagType::store_joker_create) continue;
    g.tags.erase(i);
    if (id == TagId::rare && !rare_joker_left(g)) return false;
    item = {};
    item.kind = ItemKind::joker;
    item.free = 1;
    item.joker = make_joker(g, id == TagId::rare ? JokerSource::rare_tag : JokerSource::uncommon_tag);
    return true;
  }
  return false;
}

// The first edition tag held goes to a joker without edition, which becomes free.
void apply_edition_tag(Game& g, Item& item) {
  if (item.kind != ItemKind::joker || item.joker.edition != Edition::none) return;
  for (int i = 0; i < g.tags.size(); ++i) {
    const TagRow& r = row(g.tags[i].id);
    if (r.type != TagType::store_joker_modify) continue;
    item.joker.edition = r.edition;
    item.free = 1;
    g.tags.erase(i);
    return;
  }
}

void fill_row(Game& g) {
  while (g.shop.size() < shop_slots(g)) {
    Item item{};
    if (!make_tag_joker(g, item)) item = make_shop_item(g);
    apply_edition_tag(g, item);
    g.shop.push(item);
  }
}

void offer_voucher(Game& g, VoucherId id) {
  if (g.shop_vouchers.full()) {
    g.truncated = 1;
    return;
  }
  g.shop_vouchers.push({id});
  ++g.next_number;
}

void pay(Game& g, std::int64_t price) {
  g.money -= price;
  if (in_challenge(g, kInflation)) ++g.inflation;
}

}  // namespace

int shop_slots(const Game& g) {
  return 2 + has(g, VoucherId::overstock_norm) + has(g, VoucherId::overstock_plus);
}

void open_shop(Game& g) {
  g.phase = Phase::shop;
  g.d_six = take_tag(g, TagId::d_six);
  fill_row(g);
  g.voucher_seen = 1;
  if (g.ante_voucher != kNone) offer_voucher(g, static_cast<VoucherId>(g.ante_voucher));
  while (take_tag(g, TagId::voucher))
    offer_voucher(g, static_cast<VoucherId>(roll_voucher(g, Stream::voucher_tag)));
  for (int i = 0; i < kMaxShopPacks; ++i) {
    g.shop_packs.push({roll_booster(g), 0});
    ++g.next_number;
  }
  if (take_tag(g, TagId::coupon)) {
    for (Item& item : g.shop) item.free = 1;
    for (PackOffer& pack : g.shop_packs) pack.free = 1;
  }
}

Item take_shop_card(Game& g, int index) {
  const Item item = g.shop[index];
  pay(g, price_of(g, item));
  g.shop.erase(index);
  return item;
}

void buy_card(Game& g, int index) {
  const Item item = take_shop_card(g, index);
  switch (item.kind) {
    case ItemKind::joker: gain_joker(g, item.joker); break;
    case ItemKind::consumable: gain_consumable(g, item.consumable); break;
    default:
      if (add_card_to_deck(g, item.card) >= 0) cards_added(g, 1);
      break;
  }
}

void redeem(Game& g, VoucherId id) {
  g.vouchers |= bit(id);
  if (id == VoucherId::hieroglyph || id == VoucherId::petroglyph) --g.ante;
  g.hands_left = static_cast<std::int16_t>(hands_per_round(g));
  g.discards_left = static_cast<std::int16_t>(discards_per_round(g));
  if (id == VoucherId::overstock_norm || id == VoucherId::overstock_plus)
    fill_row(g);  // every empty slot, also those emptied by buying
}

void buy_voucher(Game& g, int index) {
  const VoucherId id = g.shop_vouchers[index].id;
  pay(g, price_of(g, id));
  g.shop_vouchers.erase(index);
  if (g.ante_voucher == static_cast<std::uint8_t>(id)) g.ante_voucher = kNone;
  ++g.next_number;  // the redeemed voucher is made anew for the run's collection
  redeem(g, id);
}

void buy_pack(Game& g, int index) {
  const PackOffer pack = g.shop_packs[index];
  pay(g, price_of(g, pack));
  g.shop_packs.erase(index);
  open_pack(g, pack.id);
}

void reroll_shop(Game& g) {
  g.money -= reroll_price(g);
  if (g.free_rerolls > 0)
    --g.free_rerolls;
  else
    ++g.rerolls_paid;
  g.shop.clear();
  fill_row(g);
  Ctx c{.g = g};
  for_each_acting(c, kRerolled, [](Ctx& ctx, const JokerRow& r) { r.rerolled(ctx); });
}

void leave_shop(Game& g) {
  Ctx c{.g = g};
  for_each_acting(c, kShopLeft, [](Ctx& ctx, const JokerRow& r) { r.shop_left(ctx); });
  g.shop.clear();
  g.shop_vouchers.clear();
  g.shop_packs.clear();
  g.d_six = 0;
  g.phase = Phase::blind_select;
  g.blind_states[g.blind_on_deck] = BlindState::select;
}

}  // namespace jimbot
