// Every field of the state, by name, offset and size. A field that is missing here, or padding between two,
// does not compile; the hash of it all tells saves of other layouts apart.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "state.h"

namespace jimbot::layout {

struct Field {
  const char* name;
  std::size_t offset, size;
};

// A FixedVec is its array and its count and nothing else.
template <class Vec>
inline constexpr bool kDense = sizeof(Vec) == sizeof(Vec::data) + sizeof(Vec::count);

#define JIMBOT_FIELD(name) \
  Field { #name, offsetof(Struct, name), sizeof(Struct::name) }

namespace card {
using Struct = Card;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(number),      JIMBOT_FIELD(bonus),   JIMBOT_FIELD(rank), JIMBOT_FIELD(suit),
    JIMBOT_FIELD(enhancement), JIMBOT_FIELD(edition), JIMBOT_FIELD(seal), JIMBOT_FIELD(created_suit),
    JIMBOT_FIELD(flags),       JIMBOT_FIELD(unused),
};
}  // namespace card

namespace joker {
using Struct = Joker;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(value), JIMBOT_FIELD(number),  JIMBOT_FIELD(extra), JIMBOT_FIELD(sell_bonus),
    JIMBOT_FIELD(id),    JIMBOT_FIELD(edition), JIMBOT_FIELD(flags), JIMBOT_FIELD(rounds_left),
};
}  // namespace joker

namespace consumable {
using Struct = Consumable;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(number),  JIMBOT_FIELD(sell_bonus), JIMBOT_FIELD(id),
    JIMBOT_FIELD(edition), JIMBOT_FIELD(unused),
};
}  // namespace consumable

// The joker is the largest of the three things that an item can be.
namespace item {
using Struct = Item;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(kind),
    JIMBOT_FIELD(free),
    JIMBOT_FIELD(unused),
    JIMBOT_FIELD(joker),
};
static_assert(offsetof(Item, consumable) == offsetof(Item, joker) && sizeof(Consumable) <= sizeof(Joker));
static_assert(offsetof(Item, card) == offsetof(Item, joker) && sizeof(Card) <= sizeof(Joker));
}  // namespace item

namespace pack_offer {
using Struct = PackOffer;
inline constexpr Field kFields[] = {JIMBOT_FIELD(id), JIMBOT_FIELD(free)};
}  // namespace pack_offer

namespace tag {
using Struct = Tag;
inline constexpr Field kFields[] = {JIMBOT_FIELD(id), JIMBOT_FIELD(hand)};
}  // namespace tag

namespace hand_record {
using Struct = HandRecord;
inline constexpr Field kFields[] = {JIMBOT_FIELD(level), JIMBOT_FIELD(played), JIMBOT_FIELD(played_round)};
}  // namespace hand_record

namespace cash_out {
using Struct = CashOut;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(blind),  JIMBOT_FIELD(hands), JIMBOT_FIELD(discards),
    JIMBOT_FIELD(jokers), JIMBOT_FIELD(tags),  JIMBOT_FIELD(interest),
};
}  // namespace cash_out

namespace draw_pile {
using Struct = DrawPile;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(cards),
    JIMBOT_FIELD(settled),
    JIMBOT_FIELD(unused),
    JIMBOT_FIELD(random),
};
}  // namespace draw_pile

namespace ante_streams {
using Struct = AnteStreams;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(ante),  JIMBOT_FIELD(in_use),         JIMBOT_FIELD(orbital_hands),
    JIMBOT_FIELD(state), JIMBOT_FIELD(first_resample),
};
}  // namespace ante_streams

namespace deep_resample {
using Struct = DeepResample;
inline constexpr Field kFields[] = {JIMBOT_FIELD(ante), JIMBOT_FIELD(stream), JIMBOT_FIELD(depth)};
}  // namespace deep_resample

namespace rng {
using Struct = Rng;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(seed_hash), JIMBOT_FIELD(tail), JIMBOT_FIELD(run),  JIMBOT_FIELD(run_resample),
    JIMBOT_FIELD(antes),     JIMBOT_FIELD(deep), JIMBOT_FIELD(seed), JIMBOT_FIELD(seed_length),
};
}  // namespace rng

namespace game {
using Struct = Game;
inline constexpr Field kFields[] = {
    JIMBOT_FIELD(rng),
    JIMBOT_FIELD(deck),
    JIMBOT_FIELD(stake),
    JIMBOT_FIELD(challenge),
    JIMBOT_FIELD(variant),
    JIMBOT_FIELD(endless),
    JIMBOT_FIELD(one_chip),
    JIMBOT_FIELD(target_cut),
    JIMBOT_FIELD(phase),
    JIMBOT_FIELD(phase_behind_pack),
    JIMBOT_FIELD(won),
    JIMBOT_FIELD(lost),
    JIMBOT_FIELD(truncated),
    JIMBOT_FIELD(explaining),
    JIMBOT_FIELD(blind_on_deck),
    JIMBOT_FIELD(blind_states),
    JIMBOT_FIELD(boss),
    JIMBOT_FIELD(boss_rerolled),
    JIMBOT_FIELD(ante_tags),
    JIMBOT_FIELD(ante_voucher),
    JIMBOT_FIELD(voucher_seen),
    JIMBOT_FIELD(first_pack_given),
    JIMBOT_FIELD(calls_only),
    JIMBOT_FIELD(unused_1),
    JIMBOT_FIELD(ante),
    JIMBOT_FIELD(round),
    JIMBOT_FIELD(locked_tags),
    JIMBOT_FIELD(money),
    JIMBOT_FIELD(boss_uses),
    JIMBOT_FIELD(base_hands),
    JIMBOT_FIELD(base_discards),
    JIMBOT_FIELD(base_hand_size),
    JIMBOT_FIELD(base_joker_slots),
    JIMBOT_FIELD(base_consumable_slots),
    JIMBOT_FIELD(hand_size_lost),
    JIMBOT_FIELD(ectoplasms),
    JIMBOT_FIELD(starting_deck_size),
    JIMBOT_FIELD(vouchers),
    JIMBOT_FIELD(locked_vouchers),
    JIMBOT_FIELD(locked_jokers),
    JIMBOT_FIELD(inflation),
    JIMBOT_FIELD(next_number),
    JIMBOT_FIELD(hands),
    JIMBOT_FIELD(hands_played_run),
    JIMBOT_FIELD(discards_unused),
    JIMBOT_FIELD(skips),
    JIMBOT_FIELD(tarots_used),
    JIMBOT_FIELD(planets_used),
    JIMBOT_FIELD(last_consumable),
    JIMBOT_FIELD(last_hand),
    JIMBOT_FIELD(gros_michel_extinct),
    JIMBOT_FIELD(joker_slots_closed),
    JIMBOT_FIELD(idol_rank),
    JIMBOT_FIELD(idol_suit),
    JIMBOT_FIELD(mail_rank),
    JIMBOT_FIELD(castle_suit),
    JIMBOT_FIELD(ancient_suit),
    JIMBOT_FIELD(sort_mode),
    JIMBOT_FIELD(blind),
    JIMBOT_FIELD(blind_disabled),
    JIMBOT_FIELD(saved),
    JIMBOT_FIELD(armed),
    JIMBOT_FIELD(mouth_hand),
    JIMBOT_FIELD(ox_hand),
    JIMBOT_FIELD(eye_hands),
    JIMBOT_FIELD(hands_left),
    JIMBOT_FIELD(discards_left),
    JIMBOT_FIELD(hands_played),
    JIMBOT_FIELD(discards_used),
    JIMBOT_FIELD(round_hand_size),
    JIMBOT_FIELD(draw_owed),
    JIMBOT_FIELD(blind_took),
    JIMBOT_FIELD(reward),
    JIMBOT_FIELD(score),
    JIMBOT_FIELD(target),
    JIMBOT_FIELD(rerolls_paid),
    JIMBOT_FIELD(free_rerolls),
    JIMBOT_FIELD(cash_out_rows),
    JIMBOT_FIELD(d_six),
    JIMBOT_FIELD(pack_picks_left),
    JIMBOT_FIELD(being_used),
    JIMBOT_FIELD(pack),
    JIMBOT_FIELD(unused_3),
    JIMBOT_FIELD(cards),
    JIMBOT_FIELD(unused_4),
    JIMBOT_FIELD(draw),
    JIMBOT_FIELD(hand),
    JIMBOT_FIELD(discard),
    JIMBOT_FIELD(unused_5),
    JIMBOT_FIELD(jokers),
    JIMBOT_FIELD(consumables),
    JIMBOT_FIELD(tags),
    JIMBOT_FIELD(shop_vouchers),
    JIMBOT_FIELD(shop_packs),
    JIMBOT_FIELD(unused_6),
    JIMBOT_FIELD(shop),
    JIMBOT_FIELD(pack_cards),
    JIMBOT_FIELD(rules),
    JIMBOT_FIELD(hooks),
    JIMBOT_FIELD(joker_hand_size),
    JIMBOT_FIELD(joker_hands),
    JIMBOT_FIELD(joker_discards),
    JIMBOT_FIELD(joker_debt),
    JIMBOT_FIELD(negative_jokers),
    JIMBOT_FIELD(oops),
    JIMBOT_FIELD(acts_as),
    JIMBOT_FIELD(unused_7),
};
}  // namespace game

#undef JIMBOT_FIELD

struct Layout {
  const char* name;
  const Field* fields;
  std::size_t count, size;
};
template <class T, std::size_t N>
constexpr Layout layout_of(const char* name, const Field (&fields)[N]) {
  return {name, fields, N, sizeof(T)};
}

inline constexpr Layout kLayouts[] = {
    layout_of<Card>("Card", card::kFields),
    layout_of<Joker>("Joker", joker::kFields),
    layout_of<Consumable>("Consumable", consumable::kFields),
    layout_of<Item>("Item", item::kFields),
    layout_of<PackOffer>("PackOffer", pack_offer::kFields),
    layout_of<Tag>("Tag", tag::kFields),
    layout_of<HandRecord>("HandRecord", hand_record::kFields),
    layout_of<CashOut>("CashOut", cash_out::kFields),
    layout_of<DrawPile>("DrawPile", draw_pile::kFields),
    layout_of<AnteStreams>("AnteStreams", ante_streams::kFields),
    layout_of<DeepResample>("DeepResample", deep_resample::kFields),
    layout_of<Rng>("Rng", rng::kFields),
    layout_of<Game>("Game", game::kFields),
};

// The fields of each struct follow each other without a gap and fill it.
constexpr bool all_fill() {
  for (const Layout& layout : kLayouts) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < layout.count; ++i) {
      if (layout.fields[i].offset != at) return false;
      at += layout.fields[i].size;
    }
    if (at != layout.size) return false;
  }
  return true;
}
static_assert(all_fill(), "a field is missing above, or a struct has padding: name it `unused`");

// Structs without floating-point numbers can be asked directly.
template <class... T>
inline constexpr bool kUnique = (std::has_unique_object_representations_v<T> && ...);
static_assert(
    kUnique<Card, Consumable, VoucherOffer, PackOffer, Tag, HandRecord, CashOut, DrawPile, DeepResample>);
static_assert(
    kUnique<decltype(Game::cards), decltype(Game::hand), decltype(Game::discard), decltype(Game::tags),
            decltype(Game::consumables), decltype(Game::shop_vouchers), decltype(Game::shop_packs)>);
static_assert(kDense<decltype(Game::jokers)> && kDense<decltype(Game::shop)> &&
              kDense<decltype(Game::pack_cards)> && kDense<decltype(Rng::deep)>);

// Saves are the bytes of the state as a little-endian machine holds them.
static_assert(std::endian::native == std::endian::little, "saves need a little-endian machine");
static_assert(sizeof(double) == 8 && std::numeric_limits<double>::is_iec559);

}  // namespace jimbot::layout
