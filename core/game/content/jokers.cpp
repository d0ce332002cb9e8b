// The joker table: the family files joined by id, and what is derived from the rows.
#include <algorithm>
#include <array>

#include "content/jokers/copy_and_rules.h"
#include "content/jokers/creation.h"
#include "content/jokers/economy.h"
#include "content/jokers/flat.h"
#include "content/jokers/hand_types.h"
#include "content/jokers/retrigger.h"
#include "content/jokers/scaling.h"
#include "content/jokers/suits_ranks.h"

namespace jimbot {
namespace {

constexpr std::span<const JokerRow> kFamilies[] = {
    kFlatJokers,    kSuitRankJokers,  kHandTypeJokers,    kScalingJokers,
    kEconomyJokers, kRetriggerJokers, kCopyAndRuleJokers, kCreationJokers,
};

constexpr bool every_id_once() {
  EnumArray<JokerId, int> rows{};
  for (const auto family : kFamilies)
    for (const JokerRow& r : family) ++rows[r.id];
  return std::ranges::all_of(rows, [](int count) { return count == 1; });
}
static_assert(every_id_once(), "a joker is missing or has two rows");

constexpr EnumArray<JokerId, JokerRow> kTable = [] {
  EnumArray<JokerId, JokerRow> table{};
  for (const auto family : kFamilies)
    for (const JokerRow& r : family) table[r.id] = r;
  return table;
}();

constexpr std::uint32_t hooks_of(const JokerRow& r) {
  std::uint32_t bits = 0;
  const auto add = [&](bool present, Hook hook) { bits |= present ? hook : 0u; };
  add(r.blind_selected, kBlindSelected);
  add(r.first_hand_drawn, kFirstHandDrawn);
  add(r.discard_started, kDiscardStarted);
  add(r.discarded, kDiscarded);
  add(r.before, kBefore);
  add(r.retrigger, kRetrigger);
  add(r.scored, kScored);
  add(r.held, kHeld);
  add(r.retrigger_held, kRetriggerHeld);
  add(r.main, kMain);
  add(r.other_joker, kOtherJoker);
  add(r.destroys, kDestroys);
  add(r.after, kAfter);
  add(r.card_destroyed, kCardDestroyed);
  add(r.cards_added, kCardsAdded);
  add(r.round_end, kRoundEnd);
  add(r.payout, kPayout);
  add(r.rerolled, kRerolled);
  add(r.pack_opened, kPackOpened);
  add(r.pack_skipped, kPackSkipped);
  add(r.consumable_used, kConsumableUsed);
  add(r.sold, kSold);
  add(r.other_sold, kOtherSold);
  add(r.shop_left, kShopLeft);
  return bits;
}

// Not constexpr: under -fsanitize=undefined g++ calls the address of a function no constant.
const EnumArray<JokerId, std::uint32_t> kHooks = [] {
  EnumArray<JokerId, std::uint32_t> hooks{};
  for (std::size_t i = 0; i < hooks.size(); ++i) hooks[i] = hooks_of(kTable[i]);
  return hooks;
}();

constexpr std::size_t count_of(Rarity rarity) {
  return static_cast<std::size_t>(std::ranges::count(kTable, rarity, &JokerRow::rarity));
}
template <Rarity R>
constexpr auto kPool = [] {
  std::array<JokerId, count_of(R)> pool{};
  std::size_t count = 0;
  for (const JokerRow& r : kTable)
    if (r.rarity == R) pool[count++] = r.id;
  return pool;
}();
static_assert(kPool<Rarity::common>.size() == 61 && kPool<Rarity::uncommon>.size() == 64 &&
              kPool<Rarity::rare>.size() == 20 && kPool<Rarity::legendary>.size() == 5);

}  // namespace

const JokerRow& row(JokerId id) { return kTable[id]; }

std::uint32_t hook_bits(JokerId id) { return kHooks[id]; }

std::span<const JokerId> joker_pool(Rarity rarity) {
  switch (rarity) {
    case Rarity::common: return kPool<Rarity::common>;
    case Rarity::uncommon: return kPool<Rarity::uncommon>;
    case Rarity::rare: return kPool<Rarity::rare>;
    case Rarity::legendary: return kPool<Rarity::legendary>;
    case Rarity::none: break;
  }
  return {};
}

}  // namespace jimbot
