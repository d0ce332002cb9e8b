// Forms of the fields that are lists or pairs, and the frame.
#include "fields.h"

#include <algorithm>

#include "create.h"
#include "flow/blind.h"

namespace jimbot::text {
namespace {

struct CashOutRow {
  const char* name;
  std::int32_t CashOut::* amount;
};
constexpr CashOutRow kCashOutRows[] = {{"blind", &CashOut::blind},       {"hands", &CashOut::hands},
                                       {"discards", &CashOut::discards}, {"jokers", &CashOut::jokers},
                                       {"tags", &CashOut::tags},         {"interest", &CashOut::interest}};

// Reads a list of exactly the size of the array.
template <class T, std::size_t N, class Read>
std::string read_array(std::string_view text, std::array<T, N>& out, Read read) {
  std::vector<std::string_view> items;
  if (std::string error = read_list(text, items); !error.empty()) return error;
  if (items.size() != N)
    return std::to_string(items.size()) + " entries given, " + std::to_string(N) + " needed";
  for (std::size_t i = 0; i < N; ++i)
    if (std::string error = read(items[i], out[i]); !error.empty()) return error;
  return "";
}

// Calls read(name, value) for each "name:value" of a list.
template <class Read>
std::string read_pairs(std::string_view text, Read read) {
  std::vector<std::string_view> items;
  if (std::string error = read_list(text, items); !error.empty()) return error;
  for (std::string_view name : items) {
    std::string_view value;
    const std::string_view item = name;
    if (!cut(name, ':', value)) return quoted(item) + " is not a pair such as name:1";
    if (std::string error = read(name, value); !error.empty()) return error;
  }
  return "";
}

std::string read_record(std::string_view values, HandRecord& record) {
  std::int32_t* const parts[] = {&record.level, &record.played, &record.played_round};
  std::string_view rest;
  bool more = true;
  for (std::int32_t* part : parts) {
    more = cut(values, ':', rest);
    if (std::string error = read_whole_as(values, part == &record.level, kLargeCount, *part); !error.empty())
      return error;
    if (!more) return "";
    values = rest;
  }
  return "a poker hand has 3 numbers: level, played, played this round";
}

BlindState default_state(Phase phase, int number, int on_deck) {
  if (number != on_deck) return number < on_deck ? BlindState::defeated : BlindState::upcoming;
  switch (phase) {
    case Phase::blind_select: return BlindState::select;
    case Phase::selecting_hand:
    case Phase::game_over: return BlindState::current;
    case Phase::round_eval: return BlindState::defeated;
    default: return BlindState::upcoming;
  }
}

}  // namespace

std::string BlindStates::write(const std::array<BlindState, 3>& member) const {
  return write_list(
      {kBlindStateForm.write(member[0]), kBlindStateForm.write(member[1]), kBlindStateForm.write(member[2])});
}
std::string BlindStates::read(std::string_view text, std::array<BlindState, 3>& member) const {
  return read_array(text, member,
                    [](std::string_view t, BlindState& out) { return kBlindStateForm.read(t, out); });
}

std::string AnteTags::write(const std::array<Tag, 2>& member) const {
  return write_list({write_one(member[0]), write_one(member[1])});
}
std::string AnteTags::read(std::string_view text, std::array<Tag, 2>& member) const {
  return read_array(text, member, [](std::string_view t, Tag& out) { return read_one(t, out); });
}

std::string BossUses::write(const decltype(Game::boss_uses)& member) const {
  std::vector<std::string> uses;
  for (std::size_t i = 0; i < member.size(); ++i)
    if (member[i])
      uses.push_back(std::string(row(static_cast<BlindId>(i)).key) + ":" + std::to_string(member[i]));
  return write_list(uses);
}
std::string BossUses::read(std::string_view text, decltype(Game::boss_uses)& member) const {
  member = {};
  return read_pairs(text, [&](std::string_view key, std::string_view value) {
    BlindId id{};
    if (std::string error = read_id(key, id); !error.empty()) return error;
    return read_whole_as(value, 0, 255, member[static_cast<std::size_t>(id)]);
  });
}

std::string HandRecords::write(const std::array<HandRecord, kHandTypes>& member) const {
  std::vector<std::string> records;
  for (std::size_t i = 0; i < member.size(); ++i) {
    const HandRecord& r = member[i];
    if (r.level == 1 && r.played == 0 && r.played_round == 0) continue;
    records.push_back(std::string(row(static_cast<HandType>(i)).slug) + ":" + std::to_string(r.level) + ":" +
                      std::to_string(r.played) + ":" + std::to_string(r.played_round));
  }
  return write_list(records);
}
std::string HandRecords::read(std::string_view text, std::array<HandRecord, kHandTypes>& member) const {
  return read_pairs(text, [&](std::string_view key, std::string_view values) {
    HandType type{};
    if (std::string error = read_id(key, type); !error.empty()) return error;
    return read_record(values, member[static_cast<std::size_t>(type)]);
  });
}

std::string LockedForm::write(const Game& g) const {
  std::vector<std::string> keys;
  for (JokerId id : kEach<JokerId>)
    if (is_locked(g, id)) keys.push_back(key_of(id));
  for (VoucherId id : kEach<VoucherId>)
    if (g.locked_vouchers & bit(id)) keys.push_back(key_of(id));
  for (TagId id : kEach<TagId>)
    if (g.locked_tags & bit(id)) keys.push_back(key_of(id));
  return write_list(keys);
}
std::string LockedForm::read(std::string_view text, Game& g) const {
  std::vector<std::string_view> keys;
  if (std::string error = read_list(text, keys); !error.empty()) return error;
  g.locked_jokers = {};
  g.locked_vouchers = 0;
  g.locked_tags = 0;
  for (std::string_view key : keys) {
    if (const auto joker = find_joker(key); joker && row(*joker).rarity != Rarity::legendary) {
      const std::size_t i = static_cast<std::size_t>(*joker);
      g.locked_jokers[i / 64] |= std::uint64_t{1} << i % 64;
    } else if (const auto voucher = find_voucher(key)) {
      g.locked_vouchers |= bit(*voucher);
    } else if (const auto tag = find_tag(key)) {
      g.locked_tags |= bit(*tag);
    } else {
      return quoted(key) + " cannot be locked (use a joker below legendary, a voucher or a tag)";
    }
  }
  return "";
}

std::string CashOutRows::write(const CashOut& member) const {
  std::vector<std::string> rows;
  for (const CashOutRow& r : kCashOutRows)
    if (member.*r.amount) rows.push_back(std::string(r.name) + ":" + std::to_string(member.*r.amount));
  return write_list(rows);
}
std::string CashOutRows::read(std::string_view text, CashOut& member) const {
  member = {};
  return read_pairs(text, [&](std::string_view name, std::string_view value) -> std::string {
    for (const CashOutRow& r : kCashOutRows)
      if (name == r.name) return read_whole_as(value, -kLargeCount, kLargeCount, member.*r.amount);
    return "unknown row " + quoted(name) + " (use blind hands discards jokers tags interest)";
  });
}

std::string RankForm::read(std::string_view text, std::uint8_t& member) const {
  for (int rank = 2; rank <= kAce; ++rank)
    if (text.size() == 1 && text[0] == rank_code(rank)) return member = static_cast<std::uint8_t>(rank), "";
  return "unknown rank " + quoted(text) + " (use one of 2-9 T J Q K A)";
}

std::string IdolForm::write(const Game& g) const {
  return {suit_code(g.idol_suit), '_', rank_code(g.idol_rank)};
}
std::string IdolForm::read(std::string_view text, Game& g) const {
  if (text.size() != 3 || text[1] != '_') return quoted(text) + " is not a card such as S_K";
  std::string error = kSuitForm.read(text.substr(0, 1), g.idol_suit);
  return error.empty() ? RankForm{}.read(text.substr(2), g.idol_rank) : error;
}

void set_frame(Game& g) {
  for (int i = 0; i < 3; ++i)
    g.blind_states[static_cast<std::size_t>(i)] = default_state(g.phase, i, g.blind_on_deck);
  const bool in_round =
      g.phase == Phase::selecting_hand || g.phase == Phase::round_eval || g.phase == Phase::game_over;
  const int played = in_round ? g.blind_on_deck : g.blind_on_deck - 1;
  g.round = std::max(0, 3 * (g.ante - 1) + played + 1);  // no blind skipped
  if (played >= 0) {
    g.blind = blind_of(g, played);
    g.target = blind_requirement(g, g.blind);
    g.reward = blind_reward(g, g.blind);
  }
  if (g.phase == Phase::pack) {
    g.pack_picks_left = row(g.pack).picks;
    g.phase_behind_pack = Phase::shop;
  }
}

}  // namespace jimbot::text
