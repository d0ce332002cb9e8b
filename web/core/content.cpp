// The content of the game: keys, names, texts and what a page needs to sort them.
#include "content.h"

#include "flow/blind.h"
#include "json.h"
#include "text.h"
#include "wire.h"

namespace jimbot::web {
namespace {

constexpr const char* kRarities[] = {"none", "common", "uncommon", "rare", "legendary"};
constexpr const char* kKinds[] = {"tarot", "planet", "spectral"};
constexpr const char* kPacks[] = {"arcana", "celestial", "standard", "buffoon", "spectral"};

template <class Id, class Fn>
void table(Json& json, const char* name, int first, int end, Fn fn) {
  json.key(name).open('[');
  for (int i = first; i < end; ++i) {
    const auto& r = row(static_cast<Id>(i));
    json.open('{').field("key", r.key);
    fn(r);
    json.close('}');
  }
  json.close(']');
}

void jokers(Json& json) {
  table<JokerId>(json, "joker", 0, kJokerIds, [&](const JokerRow& r) {
    json.field("name", r.name).field("rarity", kRarities[static_cast<int>(r.rarity)]);
    json.field("cost", int{r.cost}).field("text", fill_text(r.text, r.n, r.n2, r.start));
    json.field("hooks", hook_bits(r.id)).field("start", r.start).field("gate", r.gate != Enhancement::none);
    json.field("eternal", r.eternal_ok).field("perishable", r.perishable_ok);
  });
}

void cards(Json& json) {
  table<ConsumableId>(json, "consumable", 0, kConsumableIds, [&](const ConsumableRow& r) {
    json.field("name", r.name).field("kind", kKinds[static_cast<int>(kind_of(r.id))]);
    json.field("cost", int{r.cost}).field("text", fill_text(r.text, r.n, r.n2, 0));
  });
  table<HandType>(json, "hand", 0, kHandTypes, [&](const HandTypeRow& r) {
    json.field("chips", r.chips).field("mult", r.mult).field("planet", row(r.planet).key);
    json.field("secret", r.secret);
  });
  table<BoosterId>(json, "booster", 0, kBoosterIds, [&](const BoosterRow& r) {
    json.field("name", r.name).field("kind", kPacks[static_cast<int>(r.kind)]).field("cost", int{r.cost});
    json.field("cards", int{r.cards}).field("picks", int{r.picks});
  });
}

void run_rows(Json& json) {
  const auto named = [&](const auto& r) { json.field("name", r.name).field("text", r.text); };
  table<DeckId>(json, "deck", 0, kDeckIds, named);
  table<Stake>(json, "stake", 1, 9, named);
  table<ChallengeId>(json, "challenge", 0, kChallengeIds, named);
  const auto filled = [&](const auto& r) {
    json.field("name", r.name).field("text", fill_text(r.text, r.n, 0, 0));
  };
  table<VoucherId>(json, "voucher", 0, kVoucherIds, [&](const VoucherRow& r) {
    filled(r);
    json.field("requires",
               r.requires_voucher == kNone ? "" : row(static_cast<VoucherId>(r.requires_voucher)).key);
  });
  table<TagId>(json, "tag", 0, kTagIds, [&](const TagRow& r) {
    filled(r);
    json.field("minAnte", int{r.min_ante});
  });
  table<BlindId>(json, "blind", 0, kBlindIds, [&](const BlindRow& r) {
    named(r);
    json.field("times", r.score_mult).field("reward", int{r.reward}).field("showdown", r.showdown);
    json.field("minAnte", int{r.min_ante}).field("boss", is_boss(r.id));
  });
  table<Edition>(json, "edition", 1, 5, filled);
  const auto both = [&](const EnhancementRow& r) {
    json.field("name", r.name).field("text", fill_text(r.text, r.n, r.n2, 0));
  };
  table<Enhancement>(json, "enhancement", 1, 9, both);
  table<Seal>(json, "seal", 1, 5, named);
}

}  // namespace

JIMBOT_EXPORT(content) int content() {
  Json json;
  json.open('{');
  jokers(json);
  cards(json);
  run_rows(json);
  json.close('}');
  return answer(json.take());
}

}  // namespace jimbot::web
