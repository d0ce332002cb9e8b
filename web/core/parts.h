// Cards, jokers and offers as JSON.
#pragma once
#include "json.h"
#include "state.h"

namespace jimbot::web {

void write_card(Json& json, const Game& g, const Card& card);
void write_joker(Json& json, const Game& g, const Joker& joker);
void write_consumable(Json& json, const Game& g, const Consumable& consumable);
void write_item(Json& json, const Game& g, const Item& item);
void write_decision(Json& json, const Game& g);  // what may be decided: places, and cards that go with them

}  // namespace jimbot::web
