// The shop: stock, purchases, rerolls.
#include "flow/shop.h"

#include <algorithm>

#include "cards.h"
#include "content/vouchers.h"
#include "create.h"
#include "flow/pack.h"
#include "flow/tags.h"
#include "held_tags.h"
#include "passes.h"

namespace jimbot {
namespace {

// OP-8: an Uncommon or Rare Tag fills the slot in place of the random item.
bool make_tag_joker(Game& g, Item& item) {
  const int at = find_tag(g, TagType::store_joker_create);
  if (at < 0) return false;
  Ctx c{.g = g};
  return row(take_tag(g, at).id).stocks(c, item);
}

// The first edition tag held goes to a joker without edition, which becomes free.
void apply_edition_tag(Game& g, Item& item) {
  if (item.kind != ItemKind::joker || item.joker.edition != Edition::none) return;
  const int at = find_tag(g, TagType::store_joker_modify);
  if (at < 0) return;
  item.joker.edition = row(take_tag(g, at).id).edition;
  item.free = 1;
}

// Does a new row use up tags?
bool uses_tags(const Game& g) {
  return find_tag(g, TagType::store_joker_create) >= 0 || find_tag(g, TagType::store_joker_modify) >= 0;
}

void fill_row(Game& g) {
  while (g.shop.size() < shop_slots(g)) {
    Item item{};
    if (!make_tag_joker(g, item)) item = make_shop_item(g);
    apply_edition_tag(g, item);
    g.shop.push(item);
  }
}

void pay(Game& g, std::int64_t price) {
  g.money -= price;
  if (in_challenge(g, kInflation)) ++g.inflation;
}

}  // namespace

int shop_slots(const Game& g) { return 2 + voucher_sum<&VoucherRow::shop_slots>(g); }

void open_shop(Game& g) {
  g.phase = Phase::shop;
  g.d_six = 0;
  use_first_tag(g, TagType::shop_start);
  fill_row(g);
  g.voucher_seen = 1;
  if (g.ante_voucher != kNone) show_voucher(g, static_cast<VoucherId>(g.ante_voucher));
  use_tags(g, TagType::voucher_add);
  for (int i = 0; i < kMaxShopPacks; ++i) {
    g.shop_packs.push({roll_booster(g), 0});
    ++g.next_number;
  }
  use_first_tag(g, TagType::shop_final_pass);
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
  g.ante += row(id).ante;
  g.hands_left = static_cast<std::int16_t>(hands_per_round(g));
  g.discards_left = static_cast<std::int16_t>(discards_per_round(g));
  if (row(id).shop_slots) fill_row(g);  // every empty slot, also those emptied by buying
}

void buy_voucher(Game& g, int index) {
  const VoucherId id = g.shop_vouchers[index].id;
  pay(g, price_of(g, id));
  g.shop_vouchers.erase(index);
  if (g.ante_voucher == static_cast<std::uint8_t>(id)) g.ante_voucher = kNone;
  ++g.next_number;  // the redeemed voucher is made again for the run's collection
  redeem(g, id);
}

void buy_pack(Game& g, int index, Contents contents) {
  const PackOffer pack = g.shop_packs[index];
  pay(g, price_of(g, pack));
  g.shop_packs.erase(index);
  open_pack(g, pack.id, contents);
}

void reroll_shop(Game& g, Contents contents) {
  g.money -= reroll_price(g);
  if (g.free_rerolls > 0)
    --g.free_rerolls;
  else
    ++g.rerolls_paid;
  g.shop.clear();
  if (contents == Contents::dealt || uses_tags(g)) fill_row(g);
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
