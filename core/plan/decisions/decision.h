// A decision of an agent, and what it compared.
#pragma once
#include <optional>

#include "choices.h"

namespace jimbot {

// One alternative with its price: how much it changes the chance to win.
struct Alternative {
  Action action;
  double price;
  std::optional<Action> then = {};  // a second action that belongs to it: what a sale makes room for
  double error = 0;  // standard error of the price; 0: not known
};
bool is_choice(const Alternative& a, const plan::Choice& choice);
using Alternatives = FixedVec<Alternative, 96, std::uint32_t>;

struct Decision {
  Action action{};
  std::optional<Action> then{};  // for the position that follows, if it is legal there
  Alternatives
      alternatives{};  // what was compared, best first: none where a rule or the hand planner decided
  double chance = 0;  // to win, before the decision; 0 where nothing was compared
  int worlds = 0;  // redrawn games that Search played on in
  bool dared = false;  // taken whatever its price
};

// Which alternatives a decision lists.
enum class Detail {
  weighed,
  all,  // also those that the network finds too unlikely to be compared
  hands,  // and what the hand planner compared, by the chance to clear
};

}  // namespace jimbot
