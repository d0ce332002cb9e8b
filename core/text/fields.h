// The tokens of the notation: every field of Game by its name, its place and its form. The writer, the reader
// and the editor visit the same list, so a field is in all of them or in none.
#pragma once
#include "parts.h"

namespace jimbot::text {

// Forms: write(member) gives the text, read(text, member) takes it ("" or what is wrong).

struct Whole {
  std::int64_t low, high;
  template <class T>
  std::string write(const T& member) const {
    return std::to_string(member);
  }
  template <class T>
  std::string read(std::string_view text, T& member) const {
    return read_whole_as(text, low, high, member);
  }
};
inline constexpr Whole kFlag{0, 1}, kCount{0, kLargeCount}, kSigned{-kLargeCount, kLargeCount},
    kSmall{-10'000, 10'000};

struct Real {
  std::string write(double member) const { return number_text(member); }
  std::string read(std::string_view text, double& member) const { return read_real(text, member); }
};

// One of a few names; the member is the index.
template <std::size_t N>
struct Choice {
  const char* names[N];
  template <class T>
  std::string write(const T& member) const {
    return names[static_cast<std::size_t>(member)];
  }
  template <class T>
  std::string read(std::string_view text, T& member) const {
    std::string allowed;
    for (std::size_t i = 0; i < N; ++i) {
      if (text == names[i]) return member = static_cast<T>(i), "";
      allowed += std::string(i ? " " : "") + names[i];
    }
    return "unknown value " + quoted(text) + " (use one of " + allowed + ")";
  }
};
inline constexpr Choice<6> kPhaseForm{
    {"BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "PACK", "GAME_OVER"}};
inline constexpr Choice<3> kBlindForm{{"small", "big", "boss"}};
inline constexpr Choice<5> kBlindStateForm{{"upcoming", "select", "current", "defeated", "skipped"}};
inline constexpr Choice<2> kSortForm{{"rank", "suit"}};
inline constexpr Choice<4> kSuitForm{{"S", "H", "C", "D"}};
inline constexpr Choice<2> kVariantForm{{"vanilla", "steamodded"}};

template <class Id>
struct Key {
  std::string write(Id member) const { return key_of(member); }
  std::string read(std::string_view text, Id& member) const { return read_id(text, member); }
};

// The key of an id in one byte, or "none".
template <class Id>
struct KeyOrNone {
  std::string write(std::uint8_t member) const {
    return member == kNone ? "none" : key_of(static_cast<Id>(member));
  }
  std::string read(std::string_view text, std::uint8_t& member) const {
    Id id{};
    if (text == "none") return member = kNone, "";
    std::string error = read_id(text, id);
    if (error.empty()) member = static_cast<std::uint8_t>(id);
    return error;
  }
};

// One bit per id, from `First` on.
template <class Id, int First, int Count>
struct KeySet {
  template <class T>
  std::string write(const T& member) const {
    std::vector<std::string> keys;
    for (int i = 0; i < Count; ++i)
      if (member >> i & 1) keys.push_back(key_of(static_cast<Id>(First + i)));
    return write_list(keys);
  }
  template <class T>
  std::string read(std::string_view text, T& member) const {
    std::vector<std::string_view> keys;
    if (std::string error = read_list(text, keys); !error.empty()) return error;
    member = 0;
    for (std::string_view key : keys) {
      Id id{};
      if (std::string error = read_id(key, id); !error.empty()) return error;
      const int i = static_cast<int>(id) - First;
      if (i < 0 || i >= Count) return quoted(key) + " does not belong here";
      member = static_cast<T>(member | T{1} << i);
    }
    return "";
  }
};

// A FixedVec, one code per element.
struct ListOf {
  const char* noun;
  template <class Vec>
  std::string write(const Vec& member) const {
    std::vector<std::string> codes;
    for (const auto& element : member) codes.push_back(write_one(element));
    return write_list(codes);
  }
  template <class Vec>
  std::string read(std::string_view text, Vec& member) const {
    std::vector<std::string_view> codes;
    if (std::string error = read_list(text, codes); !error.empty()) return error;
    if (std::string error = count_error(codes.size(), Vec::kCapacity, noun); !error.empty()) return error;
    member.clear();
    for (std::string_view code : codes) {
      auto element = member.data[0];
      if (std::string error = read_one(code, element); !error.empty()) return error;
      member.push(element);
    }
    return "";
  }
};

// Forms of single fields.
struct BlindStates {  // [defeated,current,upcoming]
  std::string write(const std::array<BlindState, 3>& member) const;
  std::string read(std::string_view text, std::array<BlindState, 3>& member) const;
};
struct AnteTags {  // [tag_charm,tag_orbital:pair]: of the Small and the Big Blind
  std::string write(const std::array<Tag, 2>& member) const;
  std::string read(std::string_view text, std::array<Tag, 2>& member) const;
};
struct BossUses {  // [bl_hook:1]; all others 0
  std::string write(const decltype(Game::boss_uses)& member) const;
  std::string read(std::string_view text, decltype(Game::boss_uses)& member) const;
};
struct HandRecords {  // [pair:3:12:1]: level, times played, this round; the last two may be left out
  std::string write(const std::array<HandRecord, kHandTypes>& member) const;
  std::string read(std::string_view text, std::array<HandRecord, kHandTypes>& member) const;
};
struct CashOutRows {  // [blind:3,interest:2]; all others 0
  std::string write(const CashOut& member) const;
  std::string read(std::string_view text, CashOut& member) const;
};
struct LockedForm {  // [j_glass,v_illusion,tag_rare]
  std::string write(const Game& g) const;
  std::string read(std::string_view text, Game& g) const;
};
struct RankForm {  // K
  std::string write(std::uint8_t member) const { return {rank_code(member)}; }
  std::string read(std::string_view text, std::uint8_t& member) const;
};
struct IdolForm {  // S_K
  std::string write(const Game& g) const;
  std::string read(std::string_view text, Game& g) const;
};

// Where the run is. Defaults of further fields follow from these (set_frame).
template <class G, class Visit>
void visit_frame(G& g, Visit&& visit) {
  visit("phase", g.phase, kPhaseForm);
  visit("ante", g.ante, kSmall);
  visit("on_deck", g.blind_on_deck, kBlindForm);
  visit("boss", g.boss, Key<BlindId>{});
  visit("pack", g.pack, Key<BoosterId>{});
}

template <class G, class Visit>
void visit_run(G& g, Visit&& visit) {
  visit("phase_behind_pack", g.phase_behind_pack, kPhaseForm);
  visit("won", g.won, kFlag);
  visit("lost", g.lost, kFlag);
  visit("truncated", g.truncated, kFlag);
  visit("blind_states", g.blind_states, BlindStates{});
  visit("boss_rerolled", g.boss_rerolled, kFlag);
  visit("ante_tags", g.ante_tags, AnteTags{});
  visit("ante_voucher", g.ante_voucher, KeyOrNone<VoucherId>{});
  visit("voucher_seen", g.voucher_seen, kFlag);
  visit("first_pack_given", g.first_pack_given, kFlag);
  visit("calls_only", g.calls_only, kFlag);
  visit("round", g.round, kCount);
  visit("money", g.money, Whole{-1'000'000'000'000'000, 1'000'000'000'000'000});
  visit("boss_uses", g.boss_uses, BossUses{});
  visit("base_hands", g.base_hands, kSmall);
  visit("base_discards", g.base_discards, kSmall);
  visit("base_hand_size", g.base_hand_size, kSmall);
  visit("base_joker_slots", g.base_joker_slots, kSmall);
  visit("base_consumable_slots", g.base_consumable_slots, kSmall);
  visit("hand_size_lost", g.hand_size_lost, kSmall);
  visit("ectoplasms", g.ectoplasms, kSmall);
  visit("starting_deck_size", g.starting_deck_size, Whole{0, kMaxCards});
  visit("vouchers", g.vouchers, KeySet<VoucherId, 0, kVoucherIds>{});
  visit("locked", g, LockedForm{});
  visit("inflation", g.inflation, kCount);
  visit("next_number", g.next_number, Whole{0, 2 * kLargeNumber});
  visit("hands", g.hands, HandRecords{});
  visit("hands_played_run", g.hands_played_run, kCount);
  visit("discards_unused", g.discards_unused, kSigned);
  visit("skips", g.skips, kCount);
  visit("tarots_used", g.tarots_used, kCount);
  visit("planets_used", g.planets_used, KeySet<ConsumableId, kTarots, kPlanets>{});
  visit("last_consumable", g.last_consumable, KeyOrNone<ConsumableId>{});
  visit("last_hand", g.last_hand, KeyOrNone<HandType>{});
  visit("gros_michel_extinct", g.gros_michel_extinct, kFlag);
  visit("joker_slots_closed", g.joker_slots_closed, kFlag);
  visit("idol", g, IdolForm{});
  visit("mail_rank", g.mail_rank, RankForm{});
  visit("castle_suit", g.castle_suit, kSuitForm);
  visit("ancient_suit", g.ancient_suit, kSuitForm);
  visit("sort_mode", g.sort_mode, kSortForm);
}

template <class G, class Visit>
void visit_round(G& g, Visit&& visit) {
  visit("blind", g.blind, Key<BlindId>{});
  visit("blind_disabled", g.blind_disabled, kFlag);
  visit("saved", g.saved, kFlag);
  visit("armed", g.armed, kFlag);
  visit("mouth_hand", g.mouth_hand, KeyOrNone<HandType>{});
  visit("ox_hand", g.ox_hand, KeyOrNone<HandType>{});
  visit("eye_hands", g.eye_hands, KeySet<HandType, 0, kHandTypes>{});
  visit("hands_left", g.hands_left, kSmall);
  visit("discards_left", g.discards_left, kSmall);
  visit("hands_played", g.hands_played, kSmall);
  visit("discards_used", g.discards_used, kSmall);
  visit("round_hand_size", g.round_hand_size, kSmall);
  visit("blind_took", g.blind_took, kSmall);
  visit("reward", g.reward, kSigned);
  visit("score", g.score, Real{});
  visit("target", g.target, Real{});
  visit("rerolls_paid", g.rerolls_paid, kCount);
  visit("free_rerolls", g.free_rerolls, kCount);
  visit("cash_out", g.cash_out_rows, CashOutRows{});
  visit("d_six", g.d_six, kFlag);
  visit("pack_picks_left", g.pack_picks_left, Whole{0, kMaxPackCards});
}

template <class G, class Visit>
void visit_scalars(G& g, Visit&& visit) {
  visit_run(g, visit);
  visit_round(g, visit);
}

template <class G, class Visit>
void visit_lists(G& g, Visit&& visit) {
  visit("jokers", g.jokers, ListOf{"jokers"});
  visit("consumables", g.consumables, ListOf{"consumables"});
  visit("tags", g.tags, ListOf{"tags"});
  visit("shop", g.shop, ListOf{"cards"});
  visit("shop_vouchers", g.shop_vouchers, ListOf{"vouchers"});
  visit("shop_packs", g.shop_packs, ListOf{"packs"});
  visit("pack_cards", g.pack_cards, ListOf{"cards"});
}

// The blind being or last played, its requirement and reward, and the states of the ante's blinds, as they
// follow from phase, ante, on_deck and boss; an open pack has all its picks and leads back to the shop.
void set_frame(Game& g);

}  // namespace jimbot::text
