// Plans at the bounds of the state: hands that grow under The Serpent, levels of a hundred million.
#include "checks.h"
#include "planner.h"
#include "report.h"
#include "text.h"

namespace jimbot::fuzz {
namespace {

std::string cards(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    text += {suit_code(static_cast<Suit>(i % 4)), '_', rank_code(2 + i % 13)};
  }
  return text;
}

void check_plan(const std::string& position) {
  Game g{};
  check(read_notation("jimbot1 seed=BOUNDS phase=SELECTING_HAND " + position, g).empty(), "it is a position",
        g);
  for (const PlannerOptions& options : {PlannerOptions{4, 4}, PlannerOptions{}, PlannerOptions{24, 96}}) {
    PolicyRandom random{1};
    check(is_legal(g, plan_hand(g, options, random)), "a plan at the bounds is legal", g);
  }
}

}  // namespace

void check_bounds() {
  for (const int size : {24, 28, 34, 40, kMaxHand})
    check_plan("ante=6 on_deck=boss boss=bl_serpent hands_left=9 discards_left=9 hand=[" + cards(size) +
               "] draw=[" + cards(150) + "]");
  // At ante 1 any hand is enough; at ante 30 none is, and the planner looks further.
  for (const char* ante : {"ante=1", "ante=30"})
    check_plan(std::string(ante) +
               " hands=[flush_five:43000000,flush_house:100000000,straight_flush:100000000,straight:90000000,"
               "high_card:100000000] jokers=[j_space] hand=[" +
               cards(8) + "]");
}

}  // namespace jimbot::fuzz
