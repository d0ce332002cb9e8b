// The content tables as lists of dicts: documentation, `jimbot info` and the table tests read them.
#include "bind.h"
#include "check.h"
#include "flow/blind.h"
#include "hook_names.h"
#include "names.h"
#include "text.h"

using namespace jimbot;

namespace {

template <class Id, class Fn>
nb::list table(int count, int first, Fn fn) {
  nb::list out;
  for (int i = first; i < count; ++i) {
    nb::dict d;
    fn(d, row(static_cast<Id>(i)));
    out.append(d);
  }
  return out;
}

constexpr const char* kRarities[] = {"none", "common", "uncommon", "rare", "legendary"};
constexpr const char* kKinds[] = {"tarot", "planet", "spectral"};
constexpr const char* kBoosterKinds[] = {"Arcana", "Celestial", "Standard", "Buffoon", "Spectral"};
constexpr const char* kTagTypes[] = {
    "store_joker_create", "store_joker_modify", "eval",    "voucher_add",       "new_blind_choice",
    "immediate",          "shop_final_pass",    "tag_add", "round_start_bonus", "shop_start"};

std::vector<std::string> hooks_of(JokerId id) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::size(kHookNames); ++i)
    if (hook_bits(id) & (1u << i)) out.push_back(kHookNames[i]);
  return out;
}

std::vector<std::string> voucher_keys(BitsOf<VoucherId> bits) {
  std::vector<std::string> out;
  for (VoucherId id : kEach<VoucherId>)
    if (bits & bit(id)) out.push_back(row(id).key);
  return out;
}

constexpr const char* kAims[] = {"none", "idol", "mail", "castle", "ancient"};
constexpr const char* kExtras[] = {"none", "hand", "cards_left", "hands_before"};
template <class E>
nb::object name_or_none(const char* const* names, E value) {
  return value == E::none ? nb::none() : nb::object(nb::str(names[static_cast<std::size_t>(value)]));
}

// Where a joker shows a number: in its text, behind it, or nowhere.
const char* number_place(const JokerRow& r) {
  const std::string_view value = "{value}";
  if (std::string_view(r.text).find(value) != std::string_view::npos) return "in_text";
  const bool behind = r.shows && std::string_view(r.shows).find(value) != std::string_view::npos;
  return behind || r.shown ? "behind" : nullptr;
}

template <class Id>
void add_keys(nb::list& out, BitsOf<Id> bits) {
  for (Id id : kEach<Id>)
    if (bits & bit(id)) out.append(row(id).key);
}

void joker(nb::dict& d, const JokerRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["rarity"] = kRarities[static_cast<int>(r.rarity)];
  d["cost"] = r.cost;
  d["copyable"] = r.copyable;
  d["eternal_ok"] = r.eternal_ok;
  d["perishable_ok"] = r.perishable_ok;
  d["n"] = r.n;
  d["n2"] = r.n2;
  d["start"] = r.start;
  d["gate"] = name_or_none(r.gate);
  d["hand_size"] = r.hand_size;
  d["hands"] = r.hands;
  d["discards"] = r.discards;
  d["rules"] = r.rules;
  d["hooks"] = hooks_of(r.id);
  d["number"] = number_place(r);
  d["counts"] = !r.shown && number_place(r);
  d["aim"] = name_or_none(kAims, r.aim);
  d["extra"] = name_or_none(kExtras, r.extra);
  d["text"] = fill_text(r.text, r.n, r.n2, r.start);
}
void consumable(nb::dict& d, const ConsumableRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["kind"] = kKinds[static_cast<int>(kind_of(r.id))];
  d["cost"] = r.cost;
  d["target_min"] = r.target_min;
  d["target_max"] = r.target_max;
  d["target"] = r.target == Target::none         ? "none"
                : r.target == Target::hand_cards ? "hand_cards"
                                                 : "whole_hand";
  d["n"] = r.n;
  d["n2"] = r.n2;
  d["text"] = fill_text(r.text, r.n, r.n2, 0);
}
void hand(nb::dict& d, const HandTypeRow& r) {
  d["key"] = r.key;
  d["slug"] = r.slug;
  d["chips"] = r.chips;
  d["mult"] = r.mult;
  d["level_chips"] = r.level_chips;
  d["level_mult"] = r.level_mult;
  d["planet"] = row(r.planet).key;
  d["secret"] = r.secret;
}
void voucher(nb::dict& d, const VoucherRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["cost"] = 10;
  d["requires"] = key_or_none<VoucherId>(r.requires_voucher);
  d["n"] = r.n;
  d["text"] = fill_text(r.text, r.n, 0, 0);
}
void tag_row(nb::dict& d, const TagRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["min_ante"] = r.min_ante;
  d["type"] = kTagTypes[static_cast<int>(r.type)];
  d["n"] = r.n;
  d["edition"] = name_or_none(r.edition);
  d["pack"] = key_or_none<BoosterId>(r.pack);
  d["text"] = fill_text(r.text, r.n, 0, 0);
}
void blind_row(nb::dict& d, const BlindRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["score_mult"] = r.score_mult;
  d["reward"] = r.reward;
  d["min_ante"] = r.min_ante;
  d["showdown"] = r.showdown;
  d["boss"] = is_boss(r.id);
  d["text"] = r.text;
}
void deck(nb::dict& d, const DeckRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["hands"] = r.hands;
  d["discards"] = r.discards;
  d["hand_size"] = r.hand_size;
  d["joker_slots"] = r.joker_slots;
  d["consumable_slots"] = r.consumable_slots;
  d["dollars"] = r.dollars;
  d["vouchers"] = voucher_keys(r.vouchers);
  nb::list consumables;
  for (std::uint8_t id : r.consumables)
    if (id != kNone) consumables.append(row(static_cast<ConsumableId>(id)).key);
  d["consumables"] = consumables;
  d["dollars_per_hand"] = r.dollars_per_hand;
  d["dollars_per_discard"] = r.dollars_per_discard;
  d["no_interest"] = r.no_interest;
  d["spectral_rate"] = r.spectral_rate;
  d["blind_factor"] = r.blind_factor;
  d["text"] = r.text;
}
void stake(nb::dict& d, const StakeRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["level"] = static_cast<int>(r.id);
  d["text"] = r.text;
}
void enhancement(nb::dict& d, const EnhancementRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["n"] = r.n;
  d["n2"] = r.n2;
  d["text"] = fill_text(r.text, r.n, r.n2, 0);
}
void edition(nb::dict& d, const EditionRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["price"] = r.price;
  d["n"] = r.n;
  d["text"] = fill_text(r.text, r.n, 0, 0);
}
void seal(nb::dict& d, const SealRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["text"] = r.text;
}
void booster(nb::dict& d, const BoosterRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["kind"] = kBoosterKinds[static_cast<int>(r.kind)];
  d["size"] = r.size;
  d["cost"] = r.cost;
  d["cards"] = r.cards;
  d["picks"] = r.picks;
  d["weight"] = r.weight;
  d["deals_hand"] = r.deals_hand;
  d["text"] = std::string("Choose ") + std::to_string(r.picks) + " of " + std::to_string(r.cards) + " cards";
}
void challenge(nb::dict& d, const ChallengeRow& r) {
  d["key"] = r.key;
  d["name"] = r.name;
  d["rules"] = r.rules;
  d["hands"] = r.hands;
  d["discards"] = r.discards;
  d["hand_size"] = r.hand_size;
  d["joker_slots"] = r.joker_slots;
  d["dollars"] = r.dollars;
  d["vouchers"] = voucher_keys(r.vouchers);
  nb::list jokers, consumables, banned;
  for (const ChallengeJoker& j : r.jokers)
    jokers.append(nb::make_tuple(row(j.id).key, name_or_none(j.edition), j.eternal, j.pinned));
  for (ConsumableId id : r.consumables) consumables.append(row(id).key);
  for (JokerId id : r.banned_jokers) banned.append(row(id).key);
  for (ConsumableId id : r.banned_consumables) banned.append(row(id).key);
  add_keys<VoucherId>(banned, r.banned_vouchers);
  add_keys<BoosterId>(banned, r.banned_boosters);
  add_keys<TagId>(banned, r.banned_tags);
  add_keys<BlindId>(banned, r.banned_blinds);
  d["jokers"] = jokers;
  d["consumables"] = consumables;
  d["banned"] = banned;
  d["text"] = r.text;
}

nb::list stickers() {
  nb::list out;
  for (const StickerRow& r : sticker_rows()) {
    nb::dict d;
    d["key"] = r.key;
    d["name"] = r.name;
    d["from_stake"] = row(r.from_stake).key;
    d["n"] = r.n;
    d["text"] = fill_text(r.text, r.n, 0, 0);
    out.append(d);
  }
  return out;
}

AnyDict content() {
  AnyDict d;
  d["joker"] = table<JokerId>(kJokerIds, 0, joker);
  d["consumable"] = table<ConsumableId>(kConsumableIds, 0, consumable);
  d["hand"] = table<HandType>(kHandTypes, 0, hand);
  d["voucher"] = table<VoucherId>(kVoucherIds, 0, voucher);
  d["tag"] = table<TagId>(kTagIds, 0, tag_row);
  d["blind"] = table<BlindId>(kBlindIds, 0, blind_row);
  d["deck"] = table<DeckId>(kDeckIds, 0, deck);
  d["stake"] = table<Stake>(9, 1, stake);
  d["enhancement"] = table<Enhancement>(9, 1, enhancement);
  d["edition"] = table<Edition>(5, 0, edition);
  d["seal"] = table<Seal>(5, 1, seal);
  d["booster"] = table<BoosterId>(kBoosterIds, 0, booster);
  d["challenge"] = table<ChallengeId>(kChallengeIds, 0, challenge);
  d["sticker"] = stickers();
  return d;
}

AnyDict pools() {
  AnyDict d;
  nb::list by_rarity;
  for (int r = 1; r <= 4; ++r) {
    nb::list keys;
    for (JokerId id : joker_pool(static_cast<Rarity>(r))) keys.append(row(id).key);
    by_rarity.append(keys);
  }
  d["joker"] = by_rarity;
  nb::list bosses;
  for (BlindId id : boss_order()) bosses.append(row(id).key);
  d["boss"] = bosses;
  return d;
}

}  // namespace

void bind_content(nb::module_& m) {
  m.def("content", &content, "Every row of the content tables, by kind and key.");
  m.def("pools", &pools, "The pools that random cards come from, in the game's order.");
  m.def(
      "base_requirement",
      [](int ante, int stake) {
        check_run("-", 0, stake, kNone);
        return base_requirement(ante, static_cast<Stake>(stake));
      },
      "Chips that the Small Blind of an ante needs.");
}
