// Small parts that the writer and the reader of the notation share: numbers, lists, codes of things.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "content.h"
#include "state.h"
#include "text.h"

namespace jimbot::text {

// Left open in a hand-written position; the reader fills it in.
inline constexpr std::uint32_t kUnnumbered = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::int32_t kOpenExtra = std::numeric_limits<std::int32_t>::min();
inline constexpr Suit kOpenSuit = static_cast<Suit>(kNone);

// Far beyond play, and small enough that the sums of the game stay in their types.
inline constexpr std::int64_t kLargeCount = 100'000'000;
inline constexpr std::int64_t kLargeNumber = 1'000'000'000;
inline constexpr double kLargeValue = 10'000'000;

void replace_all(std::string& text, std::string_view what, const std::string& by);
std::string quoted(std::string_view given);  // in quotes, shortened, printable
std::string lower_case(std::string_view text);  // and everything but letters and digits as _
std::string short_name(DeckId id);           // red
std::string short_name(Stake id);            // white
std::string short_name(ChallengeId id);      // omelette

// Readers of this folder return "" or what is wrong, without the name of the token.
std::string read_whole(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t& out);
std::string read_real(std::string_view text, double& out);
std::string read_list(std::string_view text, std::vector<std::string_view>& out);
std::string write_list(const std::vector<std::string>& items);
std::string count_error(std::size_t given, int limit, const char* noun);

template <class T>
std::string read_whole_as(std::string_view text, std::int64_t low, std::int64_t high, T& out) {
  std::int64_t value = 0;
  std::string error = read_whole(text, low, high, value);
  if (error.empty()) out = static_cast<T>(value);
  return error;
}

// Adds a mark and what it marks. (g++ 12 warns wrongly about "+" + std::to_string(n).)
inline void append(std::string& text, char mark, std::string_view marked) {
  text += mark;
  text += marked;
}

// Cuts `text` at the first `mark` and returns what follows it; false if there is none.
bool cut(std::string_view& text, char mark, std::string_view& behind);

// One thing of a list, with its marks and creation number.
std::string write_one(const Card& card);
std::string write_one(const Joker& joker);
std::string write_one(const Consumable& consumable);
std::string write_one(const Item& item);
std::string write_one(const Tag& tag);
std::string write_one(const VoucherOffer& offer);
std::string write_one(const PackOffer& offer);
std::string read_one(std::string_view text, Card& out);
std::string read_one(std::string_view text, Joker& out);
std::string read_one(std::string_view text, Consumable& out);
std::string read_one(std::string_view text, Item& out);
std::string read_one(std::string_view text, Tag& out);
std::string read_one(std::string_view text, VoucherOffer& out);
std::string read_one(std::string_view text, PackOffer& out);

// The random streams that were used: [boss:0.99,cdt1:0.5,...], the record of deep redraws: [Voucher3:5], and the
// hands of Orbital Tags in the antes that can come again: [3:pair:flush:straight].
std::string write_streams(const Rng& rng);
std::string write_deep(const Rng& rng);
std::string write_orbital(const Rng& rng);
std::string read_streams(std::string_view text, Rng& rng);  // forgets every other stream
std::string read_deep(std::string_view text, Rng& rng);
std::string read_orbital(std::string_view text, Rng& rng);

// Keys of ids, and how an error names them.
template <class Id>
struct Ids;
template <>
struct Ids<JokerId> {
  static constexpr const char *noun = "joker", *example = "j_joker";
  static constexpr auto find = find_joker;
};
template <>
struct Ids<ConsumableId> {
  static constexpr const char *noun = "consumable", *example = "c_fool";
  static constexpr auto find = find_consumable;
};
template <>
struct Ids<VoucherId> {
  static constexpr const char *noun = "voucher", *example = "v_grabber";
  static constexpr auto find = find_voucher;
};
template <>
struct Ids<TagId> {
  static constexpr const char *noun = "tag", *example = "tag_double";
  static constexpr auto find = find_tag;
};
template <>
struct Ids<BlindId> {
  static constexpr const char *noun = "blind", *example = "bl_hook";
  static constexpr auto find = find_blind;
};
template <>
struct Ids<BoosterId> {
  static constexpr const char *noun = "booster pack", *example = "p_arcana_normal_1";
  static constexpr auto find = find_booster;
};
template <>
struct Ids<HandType> {
  static constexpr const char *noun = "poker hand", *example = "full_house";
  static constexpr auto find = find_hand_type;
};

inline const char* key_of(HandType id) { return row(id).slug; }
template <class Id>
const char* key_of(Id id) {
  return row(id).key;
}

template <class Id>
std::string read_id(std::string_view key, Id& out) {
  const std::optional<Id> id = Ids<Id>::find(key);
  if (!id)
    return std::string("unknown ") + Ids<Id>::noun + " " + quoted(key) + " (use a key such as " +
           Ids<Id>::example + ")";
  out = *id;
  return "";
}

}  // namespace jimbot::text
