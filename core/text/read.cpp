// Reading a position, and editing one. Beside the fields of fields.h a notation has:
//   seed deck stake challenge variant endless one_chip target_percent   the options of the run
//   hand draw discard                                    cards, see zones.h; the draw pile from bottom to top
//   rng deep orbital                                     the random streams, see streams.cpp
#include <algorithm>
#include <cstring>

#include "cards.h"
#include "fields.h"
#include "flow/blind.h"
#include "flow/cash_out.h"
#include "flow/run.h"
#include "jokers.h"
#include "save.h"
#include "zones.h"

namespace jimbot {
namespace {

using namespace text;

constexpr std::string_view kHeader = "jimbot1";
constexpr std::size_t kMaxTokens = 200;
constexpr const char* kDefaultSeed = "JIMBOT";
constexpr const char* kOptionNames[] = {"seed",    "deck",    "stake",    "challenge",
                                        "variant", "endless", "one_chip", "target_percent"};

struct Token {
  std::string_view name, value;
  bool known = false;
};

// The tokens of a text. As a visitor it reads the fields that are named; the first error stays.
struct Tokens {
  std::vector<Token> tokens;
  std::string error;

  Token* find(std::string_view name) {
    for (Token& token : tokens)
      if (token.name == name) return &token;
    return nullptr;
  }
  bool has(std::string_view name) { return find(name) != nullptr; }

  template <class Member, class Form>
  void operator()(const char* name, Member& member, const Form& form) {
    Token* token = error.empty() ? find(name) : nullptr;
    if (!token) return;
    token->known = true;
    if (const std::string why = form.read(token->value, member); !why.empty())
      error = std::string(name) + ": " + why;
  }
};

std::string check_brackets(const Token& token) {
  const auto name_error = [&](const char* why) { return std::string(token.name) + ": " + why; };
  const std::string_view v = token.value;
  const bool list = v.size() >= 2 && v.front() == '[' && v.back() == ']';
  const std::string_view inside = list ? v.substr(1, v.size() - 2) : v;
  if (inside.find_first_of("[]") == std::string_view::npos) return "";
  return name_error("unbalanced bracket in ") + quoted(v) + " (a list is [a,b] without spaces)";
}

std::string add_token(std::string_view word, Tokens& out) {
  Token token{word, {}};
  if (!cut(token.name, '=', token.value)) return quoted(word) + " is not a token such as money=4";
  for (char c : token.name)
    if (!((c >= 'a' && c <= 'z') || c == '_')) return "unknown token " + quoted(token.name);
  if (std::string error = check_brackets(token); !error.empty()) return error;
  if (out.has(token.name)) return std::string(token.name) + ": given twice";
  if (out.tokens.size() == kMaxTokens) return "too many tokens (at most " + std::to_string(kMaxTokens) + ")";
  out.tokens.push_back(token);
  return "";
}

std::string split(std::string_view text, bool needs_header, Tokens& out) {
  constexpr std::string_view kSpace = " \t\r\n";
  bool first = true;
  for (std::size_t at = 0; (at = text.find_first_not_of(kSpace, at)) != std::string_view::npos;
       first = false) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end;
    if (first && word == kHeader) continue;
    if (first && needs_header) return "a notation starts with jimbot1, not with " + quoted(word);
    if (std::string error = add_token(word, out); !error.empty()) return error;
  }
  return first && needs_header ? "the notation is empty (it starts with jimbot1)" : "";
}

// Forms of the options.
struct SeedForm {
  static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
  }
  std::string read(std::string_view text, std::string& out) const {
    out.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '%') {
        out += text[i];
        continue;
      }
      const int high = i + 2 < text.size() ? hex(text[i + 1]) : -1, low = high >= 0 ? hex(text[i + 2]) : -1;
      if (low < 0) return quoted(text) + " has a % without two hexadecimal digits";
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
    const bool printable = std::all_of(out.begin(), out.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (out.empty() || out.size() > kMaxSeed || !printable)
      return quoted(text) + " is no seed (1 to " + std::to_string(kMaxSeed) + " printable ASCII characters)";
    return "";
  }
};
template <class Find>
struct NameForm {
  Find find;
  const char *noun, *example;
  template <class T>
  std::string read(std::string_view text, T& out) const {
    const auto id = find(text);
    if (!id)
      return std::string("unknown ") + noun + " " + quoted(text) + " (use a name such as " + example + ")";
    out = static_cast<T>(*id);
    return "";
  }
};
template <class Find>
NameForm(Find, const char*, const char*) -> NameForm<Find>;

std::string start_from_options(Tokens& tokens, Game& g) {
  RunOptions options;
  std::string seed = kDefaultSeed;
  tokens("seed", seed, SeedForm{});
  tokens("deck", options.deck, NameForm{find_deck, "deck", "red"});
  tokens("stake", options.stake, NameForm{find_stake, "stake", "white"});
  tokens("challenge", options.challenge, NameForm{find_challenge, "challenge", "omelette"});
  tokens("variant", options.variant, kVariantForm);
  tokens("endless", options.endless, kFlag);
  tokens("one_chip", options.one_chip, kFlag);
  tokens("target_percent", options.target_percent, Whole{1, 100});
  if (!tokens.error.empty()) return tokens.error;
  if (options.challenge != kNone && (options.deck != DeckId::red || options.stake != Stake::white))
    return std::string("challenge: it has its own deck on White Stake, not ") + row(options.deck).key +
           " on " + row(options.stake).key;
  options.seed = seed;
  start_run(g, options);
  return "";
}

struct ZoneForm {
  Zone zone;
  std::string read(std::string_view text, WrittenZones& out) const { return read_zone(text, zone, out); }
};
struct StreamForm {
  std::string read(std::string_view text, Rng& rng) const { return read_streams(text, rng); }
};
struct DeepForm {
  std::string read(std::string_view text, Rng& rng) const { return read_deep(text, rng); }
};

struct OrbitalForm {
  std::string read(std::string_view text, Rng& rng) const { return read_orbital(text, rng); }
};

// Calls visit(number) for the creation number of everything that has one.
template <class Visit>
void visit_numbers(Game& g, Visit visit) {
  for (Card& card : g.cards) visit(card.number);
  for (Joker& joker : g.jokers) visit(joker.number);
  for (Consumable& consumable : g.consumables) visit(consumable.number);
  const auto items = [&](auto& row) {
    for (Item& item : row)
      visit(item.kind == ItemKind::joker        ? item.joker.number
            : item.kind == ItemKind::consumable ? item.consumable.number
                                                : item.card.number);
  };
  items(g.shop);
  items(g.pack_cards);
}

void raise_next_number(Game& g, const WrittenZones& zones) {
  const auto raise = [&](std::uint32_t number) {
    if (number != kUnnumbered) g.next_number = std::max(g.next_number, number + 1);
  };
  visit_numbers(g, raise);
  for (const auto& zone : zones.cards)
    if (zone)
      for (const Card& card : *zone) raise(card.number);
}

// What a hand-written joker leaves open is rolled as for a new one.
void complete_joker(Game& g, Joker& joker) {
  if (joker.extra != kOpenExtra) return;
  joker.extra = 0;
  if (row(joker.id).created) row(joker.id).created(g, joker);
}

void complete_lists(Game& g) {
  visit_numbers(g, [&](std::uint32_t& number) {
    if (number == kUnnumbered) number = g.next_number++;
  });
  for (Joker& joker : g.jokers) complete_joker(g, joker);
  put_pinned_left(g);
  for (Item& item : g.shop)
    if (item.kind == ItemKind::joker) complete_joker(g, item.joker);
  for (Item& item : g.pack_cards)
    if (item.kind == ItemKind::joker) complete_joker(g, item.joker);
}

// Rebuilds what follows from the jokers; the discards left stay as they are written.
void refresh_quietly(Game& g) {
  const std::int16_t discards_left = g.discards_left;
  refresh(g);
  g.discards_left = discards_left;
}

bool holds_hand(const Game& g) {
  return g.phase == Phase::selecting_hand || g.phase == Phase::game_over ||
         (g.phase == Phase::pack && row(g.pack).deals_hand);
}
bool holds_shop(const Game& g) {
  return g.phase == Phase::shop || g.phase == Phase::game_over ||
         (g.phase == Phase::pack && g.phase_behind_pack == Phase::shop);
}

std::string check_pack(const Game& g) {
  if (g.phase != Phase::pack) {
    if (!g.pack_cards.empty() && g.phase != Phase::game_over)
      return "pack_cards: cards of a pack need phase=PACK";
    return "";
  }
  if (g.pack_picks_left < 1) return "pack_picks_left: an open pack has at least 1 pick left";
  if (g.phase_behind_pack != Phase::shop && g.phase_behind_pack != Phase::blind_select)
    return "phase_behind_pack: a pack is opened in SHOP or BLIND_SELECT";
  return "";
}

std::string check_numbers(Game& g) {
  std::vector<std::uint32_t> numbers;
  visit_numbers(g, [&](std::uint32_t number) { numbers.push_back(number); });
  std::sort(numbers.begin(), numbers.end());
  const auto twice = std::adjacent_find(numbers.begin(), numbers.end());
  return twice == numbers.end() ? "" : "number #" + std::to_string(*twice) + " is given twice";
}

std::string check_to_do_list(const Joker& joker) {
  if (joker.id != JokerId::todo_list || (joker.extra >= 0 && joker.extra < kHandTypes)) return "";
  return "jokers: To Do List's hand ~" + std::to_string(joker.extra) + " is not 0 to 11";
}

std::string check_to_do_lists(const Game& g) {
  std::string error;
  const auto check_item = [&](const Item& item) {
    if (error.empty() && item.kind == ItemKind::joker) error = check_to_do_list(item.joker);
  };
  for (const Joker& joker : g.jokers)
    if (error.empty()) error = check_to_do_list(joker);
  for (const Item& item : g.shop) check_item(item);
  for (const Item& item : g.pack_cards) check_item(item);
  return error;
}

std::string check_offers(const Game& g) {
  std::string error;
  const auto check = [&](const char* where, const auto& offers) {
    for (const Item& item : offers)
      if (error.empty() && !is_sound(item))
        error =
            std::string(where) + ": " + write_one(item) +
            " is marked as only what is owned can be (a joker on offer may be eternal, perishable, rental)";
  };
  check("shop", g.shop);
  check("pack_cards", g.pack_cards);
  return error;
}

// What the game takes for granted about a position.
std::string check_position(Game& g) {
  if (!is_boss(g.boss))
    return std::string("boss: ") + row(g.boss).key + " is no boss (use a key such as bl_hook)";
  if (!g.hand.empty() && !holds_hand(g))
    return "hand: cards are held only in SELECTING_HAND, GAME_OVER and in a PACK that deals a hand";
  if (!holds_shop(g) && !(g.shop.empty() && g.shop_vouchers.empty() && g.shop_packs.empty()))
    return "shop: its cards, vouchers and packs need phase=SHOP, or a PACK opened there";
  if (std::string error = check_pack(g); !error.empty()) return error;
  if (g.phase == Phase::selecting_hand && g.hand.empty())
    return "hand: a round needs at least 1 card in hand";
  if (g.phase == Phase::selecting_hand && g.hands_left < 1)
    return "hands_left: a round needs at least 1 hand left";
  if (std::string error = check_to_do_lists(g); !error.empty()) return error;
  if (std::string error = check_offers(g); !error.empty()) return error;
  int forced = 0;
  for (std::uint8_t i : g.hand) forced += g.cards[i].forced();
  if (forced > kMaxPlayed) return "hand: at most " + std::to_string(kMaxPlayed) + " cards can be forced (/o)";
  return check_numbers(g);
}

// A change of phase ends what belonged to the old one.
void leave_phase(Game& g) {
  if (!holds_shop(g)) {
    g.shop.clear();
    g.shop_vouchers.clear();
    g.shop_packs.clear();
  }
  if (g.phase != Phase::pack && g.phase != Phase::game_over) {
    g.pack_cards.clear();
    g.pack_picks_left = 0;
  }
  if (!holds_hand(g)) {
    for (std::uint8_t i : g.hand) g.draw.cards.push(i);
    g.hand.clear();
  }
}

std::string read_frame(Tokens& tokens, Game& g) {
  const Phase before = g.phase;
  visit_frame(g, tokens);
  if (!tokens.error.empty()) return tokens.error;
  if (g.phase == Phase::pack && before != Phase::pack && !(tokens.has("pack") && tokens.has("pack_cards")))
    return "phase: PACK needs pack=p_... and pack_cards=[...]";
  bool framed = tokens.has("pack") && g.phase == Phase::pack;
  for (const char* name : {"phase", "ante", "on_deck", "boss"}) framed |= tokens.has(name);
  if (framed) set_frame(g);
  if (g.phase != before) leave_phase(g);
  return "";
}

std::string read_fields(Tokens& tokens, const WrittenZones& zones, Game& g) {
  visit_scalars(g, tokens);
  visit_lists(g, tokens);
  tokens("rng", g.rng, StreamForm{});
  tokens("deep", g.rng, DeepForm{});
  tokens("orbital", g.rng, OrbitalForm{});
  if (!tokens.error.empty()) return tokens.error;
  raise_next_number(g, zones);
  complete_lists(g);
  refresh_quietly(g);
  return "";
}

// The blind is really selected; what is written about the round then holds.
std::string deal_round(Tokens& tokens, const WrittenZones& zones, Game& g) {
  if (std::string error = check_position(g); !error.empty()) return error;
  select_blind(g);
  settle_draw_pile(g, 0);
  visit_scalars(g, tokens);
  raise_next_number(g, zones);
  return tokens.error;
}

std::string read_position(Tokens& tokens, Game& g) {
  WrittenZones zones;
  tokens("hand", zones, ZoneForm{kHand});
  tokens("draw", zones, ZoneForm{kDraw});
  tokens("discard", zones, ZoneForm{kDiscard});
  if (!tokens.error.empty()) return tokens.error;
  settle_draw_pile(g, 0);
  const Phase before = g.phase;
  if (std::string error = read_frame(tokens, g); !error.empty()) return error;
  const bool deals =
      g.phase == Phase::selecting_hand && before != Phase::selecting_hand && !zones.cards[kHand];
  if (deals) {
    g.phase = Phase::blind_select;
    leave_phase(g);
    set_frame(g);
  }
  if (std::string error = read_fields(tokens, zones, g); !error.empty()) return error;
  if (deals)
    if (std::string error = deal_round(tokens, zones, g); !error.empty()) return error;
  bool debuffs = false;
  for (const char* name : {"phase", "boss", "on_deck", "blind", "blind_disabled", "hand", "draw", "discard"})
    debuffs |= tokens.has(name);
  debuffs &= g.phase == Phase::selecting_hand && !deals;
  if (zones.any() || debuffs)
    if (std::string error = put_zones(g, zones, debuffs); !error.empty()) return error;
  if (g.phase == Phase::round_eval && before != Phase::round_eval && !tokens.has("cash_out"))
    reckon_cash_out(g);
  if (std::string error = check_position(g); !error.empty()) return error;
  return is_sound(g)
             ? ""
             : "no run leads to this position (a card forced by Cerulean Bell, /o, lies in the hand of "
               "a Boss Blind; 5 at most)";
}

std::string check_known(const Tokens& tokens) {
  for (const Token& token : tokens.tokens)
    if (!token.known)
      return "unknown token " + quoted(token.name) + " (use one such as money, jokers or hand)";
  return "";
}

}  // namespace

std::string read_notation(std::string_view text, Game& out) {
  Tokens tokens;
  if (std::string error = split(text, true, tokens); !error.empty()) return error;
  Game g;
  if (std::string error = start_from_options(tokens, g); !error.empty()) return error;
  if (std::string error = read_position(tokens, g); !error.empty()) return error;
  if (std::string error = check_known(tokens); !error.empty()) return error;
  out = g;
  return "";
}

std::string edit_notation(std::string_view text, Game& g) {
  Tokens tokens;
  if (std::string error = split(text, false, tokens); !error.empty()) return error;
  for (const char* name : kOptionNames)
    if (tokens.has(name)) return std::string(name) + ": an option of the run cannot be changed by an edit";
  Game edited = g;
  if (std::string error = read_position(tokens, edited); !error.empty()) return error;
  if (std::string error = check_known(tokens); !error.empty()) return error;
  g = edited;
  return "";
}

}  // namespace jimbot
