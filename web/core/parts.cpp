// What lies face down is written as such and nothing more.
#include "parts.h"

#include "content.h"
#include "create.h"
#include "legal.h"
#include "text.h"

namespace jimbot::web {
namespace {

std::string edition_name(Edition edition) {
  return edition == Edition::none ? "" : std::string(row(edition).key).substr(2);
}

void write_places(Json& json, std::uint64_t bits) {
  json.open('[');
  for (; bits; bits &= bits - 1) json.add(std::countr_zero(bits));
  json.close(']');
}

}  // namespace

void write_card(Json& json, const Game& g, const Card& card) {
  json.open('{').field("kind", "card");
  if (card.face_down()) {
    json.field("faceDown", true).field("forced", card.forced()).close('}');
    return;
  }
  json.field("code", card_code(card)).field("number", card.number).field("rank", int{card.rank});
  json.field("suit", std::string(1, suit_code(card.suit)));
  json.field("enhancement", enhancement_code(card.enhancement)).field("edition", edition_name(card.edition));
  json.field("seal", seal_code(card.seal)).field("bonus", card.bonus).field("debuffed", card.debuffed());
  json.field("forced", card.forced()).field("text", describe(g, card)).close('}');
}

void write_joker(Json& json, const Game& g, const Joker& joker) {
  json.open('{').field("kind", "joker");
  if (joker.flags & Joker::kFaceDown) {
    json.field("faceDown", true).close('}');
    return;
  }
  const JokerRow& r = row(joker.id);
  json.field("key", r.key).field("name", r.name).field("number", joker.number);
  json.field("text", describe(g, joker)).field("edition", edition_name(joker.edition));
  json.field("eternal", joker.eternal()).field("perishable", joker.perishable());
  json.field("rental", joker.rental()).field("pinned", (joker.flags & Joker::kPinned) != 0);
  json.field("debuffed", joker.debuffed()).field("roundsLeft", int{joker.rounds_left});
  if (const auto number = number_in_text(g, joker)) json.field("shows", *number);
  json.field("target", target_in_text(g, joker)).close('}');
}

void write_consumable(Json& json, const Game& g, const Consumable& consumable) {
  const ConsumableRow& r = row(consumable.id);
  json.open('{').field("kind", "consumable").field("key", r.key).field("name", r.name);
  json.field("number", consumable.number).field("text", describe(g, consumable.id));
  json.field("edition", edition_name(consumable.edition)).close('}');
}

void write_item(Json& json, const Game& g, const Item& item) {
  if (item.kind == ItemKind::joker)
    write_joker(json, g, item.joker);
  else if (item.kind == ItemKind::consumable)
    write_consumable(json, g, item.consumable);
  else
    write_card(json, g, item.card);
}

void write_decision(Json& json, const Game& g) {
  json.open('{');
  for (int k = 0; k <= static_cast<int>(ActionKind::sort_hand); ++k) {
    const auto kind = static_cast<ActionKind>(k);
    std::uint64_t left = legal_indices(g, kind);
    if (!left) continue;
    json.key(kind_name(kind)).open('[');
    for (; left; left &= left - 1) {
      const int index = std::countr_zero(left);
      const CardChoice choice = card_choice(g, kind, index);
      json.open('{').field("index", index).field("min", choice.min).field("max", choice.max);
      write_places(json.key("cards"), choice.eligible);
      write_places(json.key("required"), choice.required);
      json.close('}');
    }
    json.close(']');
  }
  json.close('}');
}

}  // namespace jimbot::web
