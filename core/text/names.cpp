// Keys and names of everything, numbers, and texts with numbers in them.
#include <charconv>
#include <cmath>

#include "parts.h"

namespace jimbot {
namespace {

constexpr const char* kPhases[] = {"BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL",
                                   "SHOP",         "PACK",           "GAME_OVER"};

template <class Id, int Count>
std::optional<Id> find_key(std::string_view key) {
  for (int i = 0; i < Count; ++i)
    if (key == row(static_cast<Id>(i)).key) return static_cast<Id>(i);
  return std::nullopt;
}

// Short names: the first one in [first, count) that equals the text or whose full name does.
template <class Id>
std::optional<Id> find_name(std::string_view text, std::string_view short_text, int first, int count) {
  for (int i = first; i < count; ++i) {
    const Id id = static_cast<Id>(i);
    if (short_text == text::short_name(id) || text == text::lower_case(row(id).name)) return id;
  }
  return std::nullopt;
}

void strip(std::string_view& text, std::string_view prefix, std::string_view suffix) {
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
}

}  // namespace

std::optional<JokerId> find_joker(std::string_view key) { return find_key<JokerId, kJokerIds>(key); }
std::optional<ConsumableId> find_consumable(std::string_view key) {
  return find_key<ConsumableId, kConsumableIds>(key);
}
std::optional<VoucherId> find_voucher(std::string_view key) { return find_key<VoucherId, kVoucherIds>(key); }
std::optional<TagId> find_tag(std::string_view key) { return find_key<TagId, kTagIds>(key); }
std::optional<BlindId> find_blind(std::string_view key) { return find_key<BlindId, kBlindIds>(key); }
std::optional<BoosterId> find_booster(std::string_view key) { return find_key<BoosterId, kBoosterIds>(key); }

std::optional<DeckId> find_deck(std::string_view given) {
  const std::string name = text::lower_case(given);
  std::string_view bare = name;
  strip(bare, "b_", "_deck");
  return find_name<DeckId>(name, bare, 0, kDeckIds);
}

std::optional<Stake> find_stake(std::string_view given) {
  const std::string name = text::lower_case(given);
  std::string_view bare = name;
  if (bare.size() == 1 && bare[0] >= '1' && bare[0] <= '8') return static_cast<Stake>(bare[0] - '0');
  strip(bare, "stake_", "_stake");
  return find_name<Stake>(name, bare, 1, static_cast<int>(Stake::gold) + 1);
}

std::optional<ChallengeId> find_challenge(std::string_view given) {
  const std::string name = text::lower_case(given);
  std::string_view bare = name;
  strip(bare, "c_", "_1");
  return find_name<ChallengeId>(name, bare, 0, kChallengeIds);
}

std::optional<HandType> find_hand_type(std::string_view given) {
  const std::string name = text::lower_case(given);
  for (int i = 0; i < kHandTypes; ++i)
    if (name == row(static_cast<HandType>(i)).slug) return static_cast<HandType>(i);
  return std::nullopt;
}

const char* phase_name(Phase phase) { return kPhases[static_cast<std::size_t>(phase)]; }

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  char buffer[40];
  const bool whole =
      std::fabs(number) < 1e15 && number == std::floor(number) && (number != 0 || !std::signbit(number));
  const auto end = whole
                       ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::int64_t>(number)).ptr
                       : std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

std::string fill_text(const char* text, double n, double n2, double value) {
  std::string filled = text;
  text::replace_all(filled, "{n}", number_text(n));
  text::replace_all(filled, "{n2}", number_text(n2));
  text::replace_all(filled, "{value}", number_text(value));
  text::replace_all(filled, "{hand}", "Poker Hand");
  return filled;
}

namespace text {

void replace_all(std::string& text, std::string_view what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

std::string quoted(std::string_view given) {
  constexpr std::size_t kShown = 40;
  std::string shown = "'";
  for (char c : given.substr(0, kShown)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (given.size() > kShown ? "...'" : "'");
}

std::string lower_case(std::string_view text) {
  std::string lower;
  for (char c : text.substr(0, 64)) {
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    lower += letter ? static_cast<char>(c | 0x20) : c >= '0' && c <= '9' ? c : '_';
  }
  return lower;
}

std::string short_name(DeckId id) { return std::string(row(id).key).substr(2); }
std::string short_name(Stake id) { return std::string(row(id).key).substr(6); }
std::string short_name(ChallengeId id) {
  const std::string key = row(id).key;
  return key.substr(2, key.size() - 4);
}

std::string read_whole(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool too_large = error == std::errc::result_out_of_range;
  if (text.empty() || end != text.data() + text.size() || (error != std::errc{} && !too_large))
    return quoted(text) + " is not a whole number";
  if (too_large || out < low || out > high)
    return quoted(text) + " is out of range (" + std::to_string(low) + " to " + std::to_string(high) + ")";
  return "";
}

std::string read_real(std::string_view text, double& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || end != text.data() + text.size() || error != std::errc{})
    return quoted(text) + " is not a number";
  return "";
}

std::string read_list(std::string_view text, std::vector<std::string_view>& out) {
  out.clear();
  if (text.size() < 2 || text.front() != '[' || text.back() != ']')
    return quoted(text) + " is not a list such as [a,b]";
  text = text.substr(1, text.size() - 2);
  if (text.empty()) return "";
  std::string_view behind;
  for (bool more = true; more; text = behind) {
    more = cut(text, ',', behind);
    if (text.empty()) return "the list has an empty place";
    out.push_back(text);
  }
  return "";
}

std::string write_list(const std::vector<std::string>& items) {
  std::string list = "[";
  for (const std::string& item : items) {
    if (list.size() > 1) list += ',';
    list += item;
  }
  return list + "]";
}

std::string count_error(std::size_t given, int limit, const char* noun) {
  if (given <= static_cast<std::size_t>(limit)) return "";
  return std::to_string(given) + " " + noun + " given, at most " + std::to_string(limit) + " fit";
}

bool cut(std::string_view& text, char mark, std::string_view& behind) {
  const std::size_t at = text.find(mark);
  behind = {};
  if (at == std::string_view::npos) return false;
  behind = text.substr(at + 1);
  text = text.substr(0, at);
  return true;
}

}  // namespace text
}  // namespace jimbot
