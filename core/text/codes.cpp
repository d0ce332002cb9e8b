// Codes of single things: cards, jokers, consumables, offers, tags.
#include <charconv>
#include <cmath>

#include "parts.h"

namespace jimbot {
namespace {

constexpr const char* kEnhancements[] = {"",      "BONUS", "MULT", "WILD", "GLASS",
                                         "STEEL", "STONE", "GOLD", "LUCKY"};
constexpr const char* kEditions[] = {"", "FOIL", "HOLO", "POLYCHROME", "NEGATIVE"};
constexpr const char* kSeals[] = {"", "GOLD", "RED", "BLUE", "PURPLE"};
constexpr std::string_view kSuits = "SHCD";
constexpr std::string_view kRanks = "23456789TJQKA";

struct Mark {
  const char* text;
  std::uint8_t flag;
};
constexpr Mark kCardMarks[] = {{"d", Card::kDebuffed},
                               {"f", Card::kFaceDown},
                               {"p", Card::kPlayedThisAnte},
                               {"o", Card::kForced},
                               {"D", Card::kDebuffedForever}};
constexpr Mark kJokerMarks[] = {{"eternal", Joker::kEternal},
                                {"rental", Joker::kRental},
                                {"pinned", Joker::kPinned},
                                {"d", Joker::kDebuffed},
                                {"f", Joker::kFaceDown}};

template <std::size_t N>
std::string write_marks(const Mark (&marks)[N], std::uint8_t flags, std::size_t first = 0,
                        std::size_t end = N) {
  std::string text;
  for (std::size_t i = first; i < end; ++i)
    if (flags & marks[i].flag) text += std::string("/") + marks[i].text;
  return text;
}

template <std::size_t N>
bool read_mark(const Mark (&marks)[N], std::string_view text, std::uint8_t& flags) {
  for (const Mark& mark : marks)
    if (text == mark.text) return flags |= mark.flag, true;
  return false;
}

template <class E, std::size_t N>
std::string read_choice(const char* const (&names)[N], std::string_view text, const char* noun, E& out) {
  std::string allowed;
  for (std::size_t i = 1; i < N; ++i) {
    if (text == names[i]) return out = static_cast<E>(i), "";
    allowed += std::string(i > 1 ? " " : "") + names[i];
  }
  return std::string("unknown ") + noun + " " + text::quoted(text) + " (use one of " + allowed + ")";
}

std::string read_suit(std::string_view text, Suit& out) {
  const std::size_t suit = text.size() == 1 ? kSuits.find(text[0]) : std::string_view::npos;
  if (suit == std::string_view::npos) return "unknown suit " + text::quoted(text) + " (use one of C D H S)";
  out = static_cast<Suit>(suit);
  return "";
}

std::string read_face(std::string_view text, Card& out) {
  const std::size_t suit = text.size() == 3 ? kSuits.find(text[0]) : std::string_view::npos;
  const std::size_t rank = text.size() == 3 ? kRanks.find(text[2]) : std::string_view::npos;
  if (suit == std::string_view::npos || rank == std::string_view::npos || text[1] != '_')
    return "unknown card " + text::quoted(text) +
           " (use a suit of C D H S and a rank of 2-9 T J Q K A, such as S_K)";
  out.suit = static_cast<Suit>(suit);
  out.rank = static_cast<std::uint8_t>(rank + 2);
  return "";
}

std::string read_card_mark(std::string_view text, Card& out) {
  if (read_mark(kCardMarks, text, out.flags)) return "";
  const std::string_view value = text.size() > 2 && text[1] == ':' ? text.substr(2) : std::string_view{};
  if (!value.empty()) {
    switch (text[0]) {
      case 'e': return read_choice(kEnhancements, value, "enhancement", out.enhancement);
      case 'x': return read_choice(kEditions, value, "edition", out.edition);
      case 's': return read_choice(kSeals, value, "seal", out.seal);
      case 'b': return text::read_whole_as(value, -text::kLargeCount, text::kLargeCount, out.bonus);
      case 'c':
        return value == "N" ? (out.created_suit = Suit::none, std::string())
                            : read_suit(value, out.created_suit);
      default: break;
    }
  }
  return "unknown mark " + text::quoted(text) + " of a card (use e:GLASS x:FOIL s:RED b:5 c:H d f p o D)";
}

// The face and the marks, without a number. The created suit stays open unless it is given.
std::string read_card(std::string_view text, Card& out) {
  out = {};
  out.created_suit = text::kOpenSuit;
  std::string_view marks, rest;
  bool more = text::cut(text, '/', marks);
  if (std::string error = read_face(text, out); !error.empty()) return error;
  for (; more; marks = rest) {
    more = text::cut(marks, '/', rest);
    if (std::string error = read_card_mark(marks, out); !error.empty()) return error;
  }
  return "";
}

std::string write_edition(Edition id) {
  return id == Edition::none ? "" : std::string("/x:") + edition_code(id);
}

std::string read_joker_mark(std::string_view text, Joker& out) {
  if (read_mark(kJokerMarks, text, out.flags)) return "";
  if (text.starts_with("x:")) return read_choice(kEditions, text.substr(2), "edition", out.edition);
  std::string_view rounds;
  const bool counted = text::cut(text, ':', rounds);
  if (text == "perishable") {
    out.flags |= Joker::kPerishable;
    out.rounds_left = static_cast<std::uint8_t>(sticker_rows()[1].n);
    return counted ? text::read_whole_as(rounds, 0, 100, out.rounds_left) : "";
  }
  return "unknown mark " + text::quoted(text) +
         " of a joker (use x:FOIL eternal perishable:5 rental pinned d f)";
}

// The counter behind ":"; it ends where the number does, so that "45+3" leaves "+3".
std::string read_value(std::string_view& text, double& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{}) return text::quoted(text) + " is not the value of a joker (such as j_runner:45)";
  if (!(std::fabs(out) <= text::kLargeValue))
    return text::quoted(text) + " is out of range for the value of a joker";
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return "";
}

// key[:value][~extra][+sell bonus]
std::string read_joker_head(std::string_view text, Joker& out) {
  const std::size_t key_end = std::min(text.find_first_of(":~+"), text.size());
  if (std::string error = text::read_id(text.substr(0, key_end), out.id); !error.empty()) return error;
  text.remove_prefix(key_end);
  out.value = row(out.id).start;
  if (text.starts_with(':')) {
    text.remove_prefix(1);
    if (std::string error = read_value(text, out.value); !error.empty()) return error;
  }
  std::string_view bonus, extra;
  const bool has_bonus = text::cut(text, '+', bonus), has_extra = text::cut(text, '~', extra);
  if (!text.empty()) return text::quoted(text) + " is not part of a joker (such as j_runner:45~2+3)";
  std::string error;
  if (has_extra) error = text::read_whole_as(extra, -text::kLargeCount, text::kLargeCount, out.extra);
  if (has_bonus && error.empty())
    error = text::read_whole_as(bonus, -text::kLargeCount, text::kLargeCount, out.sell_bonus);
  return error;
}

std::string read_number(std::string_view& text, std::uint32_t& out) {
  std::string_view number;
  out = text::kUnnumbered;
  if (!text::cut(text, '#', number)) return "";
  return text::read_whole_as(number, 0, text::kLargeNumber, out);
}

std::string write_number(std::uint32_t number) {
  std::string text;
  text::append(text, '#', std::to_string(number));
  return text;
}
std::string write_bonus(std::int32_t bonus) {
  std::string text;
  if (bonus) text::append(text, '+', std::to_string(bonus));
  return text;
}

}  // namespace

const char* enhancement_code(Enhancement id) { return kEnhancements[static_cast<std::size_t>(id)]; }
const char* edition_code(Edition id) { return kEditions[static_cast<std::size_t>(id)]; }
const char* seal_code(Seal id) { return kSeals[static_cast<std::size_t>(id)]; }
char suit_code(Suit suit) { return suit == Suit::none ? 'N' : kSuits[static_cast<std::size_t>(suit)]; }
char rank_code(int rank) {
  return rank >= 2 && rank <= kAce ? kRanks[static_cast<std::size_t>(rank - 2)] : '?';
}

std::string card_code(const Card& card) {
  std::string code = {suit_code(card.suit), '_', rank_code(card.rank)};
  if (card.enhancement != Enhancement::none) code += std::string("/e:") + enhancement_code(card.enhancement);
  code += write_edition(card.edition);
  if (card.seal != Seal::none) code += std::string("/s:") + seal_code(card.seal);
  if (card.bonus) code += "/b:" + std::to_string(card.bonus);
  return code + write_marks(kCardMarks, card.flags, 0, 2);
}

bool parse_card_code(std::string_view code, Card& out, std::string& error) {
  Card card;
  error = read_card(code, card);
  if (!error.empty()) return false;
  if (card.created_suit == text::kOpenSuit) card.created_suit = card.suit;
  out = card;
  return true;
}

namespace text {

std::string write_one(const Card& card) {
  std::string code = card_code(card) + write_marks(kCardMarks, card.flags, 2);
  if (card.created_suit != card.suit) code += std::string("/c:") + suit_code(card.created_suit);
  return code + write_number(card.number);
}

std::string read_one(std::string_view text, Card& out) {
  std::uint32_t number;
  if (std::string error = read_number(text, number); !error.empty()) return error;
  std::string error = read_card(text, out);
  out.number = number;
  return error;
}

std::string write_one(const Joker& joker) {
  const JokerRow& r = row(joker.id);
  std::string code = r.key;
  if (number_text(joker.value) != number_text(r.start)) append(code, ':', number_text(joker.value));
  if (joker.extra) append(code, '~', std::to_string(joker.extra));
  code += write_bonus(joker.sell_bonus) + write_edition(joker.edition);
  code += write_marks(kJokerMarks, joker.flags, 0, 1);
  if (joker.perishable()) code += "/perishable:" + std::to_string(joker.rounds_left);
  return code + write_marks(kJokerMarks, joker.flags, 1) + write_number(joker.number);
}

// A joker with a number is written in full: its second number is 0 unless given.
std::string read_one(std::string_view text, Joker& out) {
  out = {};
  if (std::string error = read_number(text, out.number); !error.empty()) return error;
  if (out.number == kUnnumbered) out.extra = kOpenExtra;
  std::string_view marks, rest;
  bool more = cut(text, '/', marks);
  if (std::string error = read_joker_head(text, out); !error.empty()) return error;
  for (; more; marks = rest) {
    more = cut(marks, '/', rest);
    if (std::string error = read_joker_mark(marks, out); !error.empty()) return error;
  }
  return "";
}

std::string write_one(const Consumable& consumable) {
  return row(consumable.id).key + write_edition(consumable.edition) + write_bonus(consumable.sell_bonus) +
         write_number(consumable.number);
}

std::string read_one(std::string_view text, Consumable& out) {
  out = {};
  if (std::string error = read_number(text, out.number); !error.empty()) return error;
  std::string_view bonus, edition;
  const bool has_bonus = cut(text, '+', bonus), has_edition = cut(text, '/', edition);
  std::string error = read_id(text, out.id);
  if (error.empty() && has_bonus) error = read_whole_as(bonus, -kLargeCount, kLargeCount, out.sell_bonus);
  if (!error.empty() || !has_edition) return error;
  if (!edition.starts_with("x:"))
    return "unknown mark " + quoted(edition) + " of a consumable (use x:NEGATIVE)";
  return read_choice(kEditions, edition.substr(2), "edition", out.edition);
}

std::string write_one(const Item& item) {
  const char* free = item.free ? "!free" : "";
  switch (item.kind) {
    case ItemKind::joker: return write_one(item.joker) + free;
    case ItemKind::consumable: return write_one(item.consumable) + free;
    default: return write_one(item.card) + free;
  }
}

bool read_free(std::string_view& text) {
  if (!text.ends_with("!free")) return false;
  text.remove_suffix(5);
  return true;
}

std::string read_one(std::string_view text, Item& out) {
  out = {};
  out.free = read_free(text);
  if (text.starts_with("j_")) {
    out.kind = ItemKind::joker;
    return read_one(text, out.joker);
  }
  if (text.starts_with("c_")) {
    out.kind = ItemKind::consumable;
    return read_one(text, out.consumable);
  }
  out.kind = ItemKind::card;
  std::string error = read_one(text, out.card);
  if (out.card.created_suit == kOpenSuit) out.card.created_suit = out.card.suit;
  return error;
}

std::string write_one(const Tag& tag) {
  std::string code = row(tag.id).key;
  return tag.hand == kNone ? code : code + ":" + row(static_cast<HandType>(tag.hand)).slug;
}

std::string read_one(std::string_view text, Tag& out) {
  std::string_view hand;
  const bool has_hand = cut(text, ':', hand);
  out.hand = kNone;
  if (std::string error = read_id(text, out.id); !error.empty()) return error;
  if (has_hand != row(out.id).names_hand)
    return has_hand ? "only tag_orbital has a poker hand"
                    : "tag_orbital needs its poker hand, such as tag_orbital:pair";
  if (!has_hand) return "";
  HandType type{};
  std::string error = read_id(hand, type);
  out.hand = static_cast<std::uint8_t>(type);
  return error;
}

std::string write_one(const VoucherOffer& offer) { return row(offer.id).key; }
std::string read_one(std::string_view text, VoucherOffer& out) { return read_id(text, out.id); }

std::string write_one(const PackOffer& offer) {
  return std::string(row(offer.id).key) + (offer.free ? "!free" : "");
}
std::string read_one(std::string_view text, PackOffer& out) {
  out.free = read_free(text);
  return read_id(text, out.id);
}

}  // namespace text
}  // namespace jimbot
