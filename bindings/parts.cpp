// Cards, jokers, consumables, offers, tags, actions.
#include <cstring>

#include "action.h"
#include "bind.h"
#include "check.h"
#include "names.h"
#include "save.h"
#include "text.h"

using namespace jimbot;

namespace {

Action make_action(std::string_view text) {
  Action a{};
  if (const std::string error = read_action(text, a); !error.empty()) refuse(error);
  return a;
}

bool same_action(const Action& a, nb::object other) {
  Action b;
  return nb::try_cast(other, b) && write_action(a) == write_action(b);
}

// Cards, jokers and consumables are copied and kept as their bytes.
template <class T>
void bind_state(nb::class_<T>& type) {
  type.def("__getstate__",
           [](const T& self) { return nb::bytes(reinterpret_cast<const char*>(&self), sizeof self); });
  type.def("__setstate__", [](T& self, nb::bytes data) {
    T value;
    if (data.size() != sizeof value)
      refuse("the state has " + std::to_string(sizeof value) + " bytes, " + std::to_string(data.size()) +
             " were given");
    std::memcpy(static_cast<void*>(&value), data.c_str(), sizeof value);
    if (!is_sound(value)) refuse("the state is damaged: a number in it is out of range");
    new (&self) T(value);
  });
}

std::vector<int> cards_of(const Action& a) { return {a.cards.begin(), a.cards.begin() + a.count}; }

}  // namespace

void bind_parts(nb::module_& m) {
  nb::class_<Card> card(m, "Card", "A playing card as the engine keeps it.");
  bind_state(card);
  card.def_ro("number", &Card::number)
      .def_ro("bonus", &Card::bonus)
      .def_ro("rank", &Card::rank)
      .def_prop_ro("suit", [](const Card& c) { return kSuitNames[static_cast<int>(c.suit)]; })
      .def_prop_ro("enhancement", [](const Card& c) { return name_or_none(c.enhancement); })
      .def_prop_ro("edition", [](const Card& c) { return name_or_none(c.edition); })
      .def_prop_ro("seal", [](const Card& c) { return seal_name(c.seal); })
      .def_prop_ro("debuffed", &Card::debuffed)
      .def_prop_ro("face_down", &Card::face_down)
      .def_prop_ro("forced", &Card::forced)
      .def_prop_ro("played_this_ante", [](const Card& c) { return bool(c.flags & Card::kPlayedThisAnte); })
      .def_prop_ro("code", [](const Card& c) { return card_code(c); });
  nb::class_<Joker> joker(m, "Joker", "A joker as the engine keeps it.");
  bind_state(joker);
  joker.def_prop_ro("key", [](const Joker& j) { return row(j.id).key; })
      .def_prop_ro("name", [](const Joker& j) { return row(j.id).name; })
      .def_prop_ro("edition", [](const Joker& j) { return name_or_none(j.edition); })
      .def_ro("value", &Joker::value)
      .def_ro("extra", &Joker::extra)
      .def_ro("number", &Joker::number)
      .def_ro("sell_bonus", &Joker::sell_bonus)
      .def_ro("rounds_left", &Joker::rounds_left)
      .def_prop_ro("eternal", &Joker::eternal)
      .def_prop_ro("perishable", &Joker::perishable)
      .def_prop_ro("rental", &Joker::rental)
      .def_prop_ro("debuffed", &Joker::debuffed)
      .def_prop_ro("pinned", [](const Joker& j) { return bool(j.flags & Joker::kPinned); })
      .def_prop_ro("face_down", [](const Joker& j) { return bool(j.flags & Joker::kFaceDown); });
  nb::class_<Consumable> consumable(m, "Consumable",
                                    "A tarot, planet or spectral card as the engine keeps it.");
  bind_state(consumable);
  consumable.def_prop_ro("key", [](const Consumable& c) { return row(c.id).key; })
      .def_prop_ro("name", [](const Consumable& c) { return row(c.id).name; })
      .def_prop_ro("edition", [](const Consumable& c) { return name_or_none(c.edition); })
      .def_ro("number", &Consumable::number)
      .def_ro("sell_bonus", &Consumable::sell_bonus);
  nb::class_<Action>(m, "Action",
                     "One complete decision. Made by the constructor of its kind, or read from its text.")
      .def(
          "__init__", [](Action* self, std::string_view text) { new (self) Action(make_action(text)); },
          nb::arg("text"), "From its text, such as \"play 0,2\".")
      .def_prop_ro(
          "kind", [](const Action& a) { return kind_name(a.kind); }, "Such as play, buy_card or leave_shop.")
      .def_ro("index", &Action::index, "The place of what is bought, sold, used or picked, from 0.")
      .def_prop_ro("cards", &cards_of, "Places of the cards in the hand, from 0; or the new order.")
      .def("__str__", [](const Action& a) { return write_action(a); })
      .def("__repr__", [](const Action& a) { return "Action('" + write_action(a) + "')"; })
      .def("__getstate__", [](const Action& a) { return write_action(a); })
      .def("__setstate__", [](Action& self, std::string_view text) { new (&self) Action(make_action(text)); })
      .def("__eq__", &same_action)
      .def("__hash__", [](const Action& a) { return nb::hash(nb::str(write_action(a).c_str())); });
}
