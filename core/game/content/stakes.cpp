// The 8 stakes, from easy to hard.
#include "content.h"
#include "table.h"

namespace jimbot {
namespace {

constexpr StakeRow kStakeRows[] = {
    {Stake::none, "", "", ""},
    {Stake::white, "stake_white", "White Stake", "The plain game"},
    {Stake::red, "stake_red", "Red Stake", "The Small Blind pays no reward"},
    {Stake::green, "stake_green", "Green Stake", "Blinds grow faster with each ante"},
    {Stake::black, "stake_black", "Black Stake", "Jokers on offer may be Eternal (30%)"},
    {Stake::blue, "stake_blue", "Blue Stake", "-1 discard per round"},
    {Stake::purple, "stake_purple", "Purple Stake", "Blinds grow still faster with each ante"},
    {Stake::orange, "stake_orange", "Orange Stake", "Jokers on offer may be Perishable (30%)"},
    {Stake::gold, "stake_gold", "Gold Stake", "Jokers on offer may be Rental (30%)"},
};
static_assert(ids_in_order(kStakeRows, kCountOf<Stake>));

}  // namespace

const StakeRow& row(Stake id) { return row_of(kStakeRows, id); }

}  // namespace jimbot
