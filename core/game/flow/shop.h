// The shop.
#pragma once
#include "flow/pack.h"
#include "state.h"

namespace jimbot {

int shop_slots(const Game& g);
void open_shop(Game& g);
Item take_shop_card(Game& g, int index);  // pays for it
void buy_card(Game& g, int index);
void buy_voucher(Game& g, int index);
void buy_pack(Game& g, int index, Contents contents = Contents::dealt);
void reroll_shop(Game& g, Contents contents = Contents::dealt);
void leave_shop(Game& g);
void redeem(Game& g, VoucherId id);       // a voucher takes effect

}  // namespace jimbot
