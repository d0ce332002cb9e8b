// What cards show of a position, in words and numbers.
#include "bind.h"
#include "content.h"
#include "text.h"
#include "verbs.h"

using namespace jimbot;

namespace {

template <class Id>
Id known(std::optional<Id> id, std::string_view key) {
  if (!id) throw nb::value_error(("the game has no '" + std::string(key) + "'").c_str());
  return *id;
}

std::string tag_text(const Game& g, std::string_view key, std::optional<std::string> hand) {
  Tag tag{known(find_tag(key), key), kNone};
  if (hand) tag.hand = static_cast<std::uint8_t>(known(find_hand_type(*hand), *hand));
  return describe(g, tag);
}

std::optional<std::string> joker_target(const Game& g, const Joker& joker) {
  const std::string target = target_in_text(g, joker);
  return target.empty() ? std::nullopt : std::optional(target);
}

}  // namespace

void bind_texts(nb::module_& m) {
  m.def(
      "joker_text", [](const Game& g, const Joker& joker) { return describe(g, joker); },
      "What a joker says, with the numbers of the moment.");
  m.def("joker_number", &number_in_text, "The number that a joker shows.");
  m.def("joker_target", &joker_target, "The rank, suit or hand that a joker names at the moment.");
  m.def(
      "card_text", [](const Game& g, const Card& card) { return describe(g, card); },
      "What a playing card says.");
  m.def(
      "consumable_text",
      [](const Game& g, std::string_view key) { return describe(g, known(find_consumable(key), key)); },
      "What a consumable says.");
  m.def(
      "blind_text",
      [](const Game& g, std::string_view key) { return describe(g, known(find_blind(key), key)); },
      "What a blind says.");
  m.def(
      "most_played_hand", [](const Game& g) { return row(most_played_hand(g)).key; },
      "Key of the poker hand that was played most often.");
  m.def("tag_text", &tag_text, nb::arg("game"), nb::arg("key"), nb::arg("hand").none() = nb::none(),
        "What a tag says.");
}
