// Cards, jokers, consumables, blinds and tags in words, with what the position adds to them.
#include <cmath>

#include "cards.h"
#include "jokers.h"
#include "parts.h"
#include "verbs.h"

namespace jimbot {
namespace {

using text::replace_all;

constexpr const char* kRankWords[] = {"Jack", "Queen", "King", "Ace"};
constexpr const char* kSuitWords[] = {"Spades", "Hearts", "Clubs", "Diamonds"};

std::string rank_word(int rank) { return rank < kJack ? std::to_string(rank) : kRankWords[rank - kJack]; }
std::string suit_word(Suit suit) { return kSuitWords[static_cast<int>(suit)]; }
std::string code(char c) { return std::string(1, c); }

// Every chance of the tables is written "1 in".
std::string with_odds(const Game& g, std::string text) {
  replace_all(text, "1 in ", number_text(chance_numerator(g)) + " in ");
  return text;
}

void add_shown(std::string& text, const std::string& shown) { text += " (Currently " + shown + ")"; }

// Counters are sums of tenths and hundredths; ten digits hide what binary adds to them.
double tidy(double number) { return std::round(number * 1e10) / 1e10; }

std::string target_words(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  if (r.extra == Extra::hand) return row(static_cast<HandType>(joker.extra)).key;
  switch (r.aim) {
    case Aim::idol: return rank_word(g.idol_rank) + " of " + suit_word(g.idol_suit);
    case Aim::mail: return rank_word(g.mail_rank);
    case Aim::castle: return suit_word(g.castle_suit);
    case Aim::ancient: return suit_word(g.ancient_suit);
    case Aim::none: break;
  }
  return "";
}

const HandTypeRow* hand_of(ConsumableId planet) {
  for (int i = 0; i < kHandTypes; ++i)
    if (const HandTypeRow& r = row(static_cast<HandType>(i)); r.planet == planet) return &r;
  return nullptr;
}

}  // namespace

std::optional<double> number_in_text(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  const auto has = [](const char* text, std::string_view place) {
    return text && std::string_view(text).find(place) != std::string_view::npos;
  };
  if (!has(r.text, "{value}") && !has(r.shows, "{value}") && !r.shown) return std::nullopt;
  return tidy(shown_number(g, joker));
}

std::string target_in_text(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  switch (r.aim) {
    case Aim::idol: return code(suit_code(g.idol_suit)) + "_" + rank_code(g.idol_rank);
    case Aim::mail: return code(rank_code(g.mail_rank));
    case Aim::castle: return code(suit_code(g.castle_suit));
    case Aim::ancient: return code(suit_code(g.ancient_suit));
    case Aim::none: break;
  }
  return r.extra == Extra::hand ? row(static_cast<HandType>(joker.extra)).key : "";
}

std::string describe(const Game& g, const Joker& joker) {
  const JokerRow& r = row(joker.id);
  const double number = tidy(shown_number(g, joker));
  std::string text = with_odds(g, fill_text(r.text, r.n, r.n2, number));
  if (!r.shows) return text;
  std::string shown = fill_text(r.shows, r.n, r.n2, number);
  replace_all(shown, "{rest}", std::to_string(rest_of(g, joker)));
  replace_all(shown, "{target}", target_words(g, joker));
  add_shown(text, shown);
  return text;
}

std::string describe(const Game& g, const Card& card) {
  const EnhancementRow& r = row(card.enhancement);
  const std::string enhanced = with_odds(g, fill_text(r.text, r.n, r.n2, 0));
  std::string text = enhanced;
  if (!card.stone()) {
    text = "+" + std::to_string(chips_of_rank(card.rank)) + " chips";
    if (!enhanced.empty()) text += " " + enhanced;
  }
  if (card.bonus) text += (card.bonus > 0 ? " +" : " ") + std::to_string(card.bonus) + " extra chips";
  return text;
}

std::string describe(const Game& g, ConsumableId id) {
  const ConsumableRow& r = row(id);
  std::string text = with_odds(g, fill_text(r.text, r.n, r.n2, 0));
  if (const HandTypeRow* hand = hand_of(id))
    text = "(lvl." + std::to_string(g.hands[static_cast<std::size_t>(hand->id)].level) + ") " + text;
  if (!r.shows) return text;
  std::string shown = fill_text(r.shows, r.n, r.n2, r.shown ? r.shown(g) : 0);
  const bool none = g.last_consumable == kNone || g.last_consumable == static_cast<std::uint8_t>(id);
  replace_all(shown, "{last}", none ? "None" : row(static_cast<ConsumableId>(g.last_consumable)).name);
  add_shown(text, shown);
  return text;
}

std::string describe(const Game& g, BlindId id) {
  std::string text = with_odds(g, row(id).text);
  if (id != BlindId::ox) return text;
  add_shown(text, row(g.ox_hand == kNone ? most_played_hand(g) : static_cast<HandType>(g.ox_hand)).key);
  return text;
}

std::string describe(const Game& g, const Tag& tag) {
  const TagRow& r = row(tag.id);
  std::string text = r.text;
  if (tag.hand != kNone) replace_all(text, "{hand}", row(static_cast<HandType>(tag.hand)).key);
  text = fill_text(text.c_str(), r.n, 0, 0);
  if (r.pays) text += " (Will give $" + std::to_string(r.pays(g, g.skips + 1)) + ")";
  return text;
}

}  // namespace jimbot
