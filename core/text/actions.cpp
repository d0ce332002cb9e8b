// Actions as text: a kind, an index, the cards.
#include "parts.h"

namespace jimbot {
namespace {

constexpr const char* kSortModes[] = {"rank", "suit"};

// What follows the name of a kind.
enum class Form { alone, cards, index, index_on_cards, sort_mode };

Form form_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::play:
    case ActionKind::discard:
    case ActionKind::rearrange_hand:
    case ActionKind::rearrange_jokers:
    case ActionKind::rearrange_consumables: return Form::cards;
    case ActionKind::sell_joker:
    case ActionKind::sell_consumable:
    case ActionKind::buy_card:
    case ActionKind::buy_voucher:
    case ActionKind::buy_pack: return Form::index;
    case ActionKind::use:
    case ActionKind::buy_and_use:
    case ActionKind::pick: return Form::index_on_cards;
    case ActionKind::sort_hand: return Form::sort_mode;
    default: return Form::alone;
  }
}

const char* usage(Form form) {
  switch (form) {
    case Form::cards: return " 0,2,4";
    case Form::index: return " 0";
    case Form::index_on_cards: return " 0 or on cards: 0 on 1,2";
    case Form::sort_mode: return " rank|suit";
    default: return " alone";
  }
}

std::string write_cards(const Action& a) {
  std::string text;
  for (std::size_t i = 0; i < a.count && i < a.cards.size(); ++i)
    text::append(text, ',', std::to_string(a.cards[i]));
  return text.empty() ? text : text.substr(1);
}

std::string read_cards(std::string_view text, Action& a) {
  std::string_view rest;
  for (bool more = true; more; text = rest) {
    more = text::cut(text, ',', rest);
    if (a.count == kMaxActionCards)
      return "at most " + std::to_string(kMaxActionCards) + " cards can be named";
    std::uint8_t position = 0;
    if (std::string error = text::read_whole_as(text, 0, 254, position); !error.empty())
      return "card " + error;
    a.cards[a.count++] = position;
  }
  return "";
}

std::string read_sort_mode(std::string_view text, Action& a) {
  for (std::size_t i = 0; i < std::size(kSortModes); ++i)
    if (text == kSortModes[i]) return a.index = static_cast<std::uint8_t>(i), "";
  return "unknown order " + text::quoted(text) + " (use rank or suit)";
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  std::string_view rest;
  for (bool more = true; more && words.size() < 6; text = rest) {
    more = text::cut(text, ' ', rest);
    if (!text.empty()) words.push_back(text);
  }
  return words;
}

std::string read_arguments(const std::vector<std::string_view>& words, Action& a) {
  const Form form = form_of(a.kind);
  const std::size_t n = words.size();
  const std::string wrong = std::string("write ") + kind_name(a.kind) + usage(form);
  switch (form) {
    case Form::alone: return n == 1 ? "" : wrong;
    case Form::cards: return n == 1 ? "" : n == 2 ? read_cards(words[1], a) : wrong;
    case Form::sort_mode: return n == 2 ? read_sort_mode(words[1], a) : wrong;
    default: break;
  }
  const bool on_cards = form == Form::index_on_cards && n == 4 && words[2] == "on";
  if (n != 2 && !on_cards) return wrong;
  std::string error = text::read_whole_as(words[1], 0, 254, a.index);
  return error.empty() && on_cards ? read_cards(words[3], a) : error;
}

}  // namespace

std::string write_action(const Action& a) {
  std::string text = kind_name(a.kind);
  const Form form = form_of(a.kind);
  if (form == Form::cards && a.count) text::append(text, ' ', write_cards(a));
  if (form == Form::index || form == Form::index_on_cards) text::append(text, ' ', std::to_string(a.index));
  if (form == Form::index_on_cards && a.count) text += " on " + write_cards(a);
  if (form == Form::sort_mode) text::append(text, ' ', a.index < 2 ? kSortModes[a.index] : "?");
  return text;
}

std::string read_action(std::string_view text, Action& out) {
  const std::vector<std::string_view> words = words_of(text);
  if (words.empty()) return "the action is empty (write one such as 'play 0,1,2')";
  Action a{};
  int kind = 0;
  while (kind < kActionKinds && words[0] != kind_name(static_cast<ActionKind>(kind))) ++kind;
  if (kind == kActionKinds)
    return "unknown action " + text::quoted(words[0]) + " (use one such as play, use, buy_card)";
  a.kind = static_cast<ActionKind>(kind);
  if (const std::string error = read_arguments(words, a); !error.empty())
    return std::string(words[0]) + ": " + error;
  out = a;
  return "";
}

}  // namespace jimbot
