// Names of small enums as Python sees them: the game's keys without prefix, None for "none".
#pragma once
#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "content.h"

namespace jimbot {

inline std::string bare(const char* key) {
  const std::string text = key;
  const auto at = text.find('_');
  return at == std::string::npos ? text : text.substr(at + 1);
}
template <class E>
std::optional<std::string> name_or_none(E id) {
  if (id == E::none) return std::nullopt;
  return bare(row(id).key);
}
inline std::optional<std::string> seal_name(Seal seal) {
  if (seal == Seal::none) return std::nullopt;
  std::string name = row(seal).key;
  name[0] = static_cast<char>(name[0] | 0x20);
  return name;
}
template <class Id>
std::optional<std::string> key_or_none(std::uint8_t id) {
  if (id == kNone) return std::nullopt;
  return row(static_cast<Id>(id)).key;
}

using Thing = std::variant<Joker, Consumable, Card>;
inline Thing thing_of(const Item& item) {
  if (item.kind == ItemKind::joker) return item.joker;
  if (item.kind == ItemKind::consumable) return item.consumable;
  return item.card;
}
constexpr const char* kSuitNames[4] = {"spades", "hearts", "clubs", "diamonds"};
constexpr const char* kBlindStateNames[5] = {"UPCOMING", "SELECT", "CURRENT", "DEFEATED", "SKIPPED"};

}  // namespace jimbot
