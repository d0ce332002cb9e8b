// Booster packs: opening, picking, skipping.
#include "flow/pack.h"

#include "cards.h"
#include "create.h"
#include "flow/tags.h"
#include "flow/use.h"
#include "passes.h"

namespace jimbot {
namespace {

// The dealt hand goes back under the draw pile, card by card from the left.
void return_hand(Game& g) {
  settle_draw_pile(g, 0);
  for (std::uint8_t i : g.hand) g.draw.cards.insert(0, i);
  g.hand.clear();
}

void close_pack(Game& g) {
  if (row(g.pack).deals_hand) return_hand(g);
  g.pack_cards.clear();
  g.pack_picks_left = 0;
  g.phase = g.phase_behind_pack;
  if (g.phase == Phase::blind_select) use_tags(g, TagType::new_blind_choice);
}

}  // namespace

void open_pack(Game& g, BoosterId id, Contents contents) {
  const BoosterRow& booster = row(id);
  g.phase_behind_pack = g.phase;
  g.phase = Phase::pack;
  g.pack = id;
  g.pack_picks_left = booster.picks;
  // what is gained on opening (Hallucination) is never what the pack holds
  if (contents == Contents::dealt || (g.hooks & kPackOpened))
    fill_pack(g, id);
  else
    for (g.pack_cards.clear(); g.pack_cards.size() < booster.cards;) g.pack_cards.push({});
  Ctx c{.g = g};
  for_each_acting(c, kPackOpened, [](Ctx& ctx, const JokerRow& r) { r.pack_opened(ctx); });
  if (booster.deals_hand) {
    check_hand_size(g);
    for (int n = hand_size(g); n > 0 && !g.draw.cards.empty(); --n)
      g.hand.push(static_cast<std::uint8_t>(draw_card(g)));
    sort_hand(g);
  }
}

void pick_from_pack(Game& g, int index, std::span<const std::uint8_t> positions) {
  const Item item = g.pack_cards[index];
  g.pack_cards.erase(index);
  switch (item.kind) {
    case ItemKind::joker: gain_joker(g, item.joker); break;
    case ItemKind::consumable: use_consumable(g, item.consumable.id, positions); break;
    default:
      if (add_card_to_deck(g, item.card) >= 0) cards_added(g, 1);
      break;
  }
  if (--g.pack_picks_left == 0 || g.pack_cards.empty()) close_pack(g);
}

void skip_pack(Game& g) {
  Ctx c{.g = g};
  for_each_acting(c, kPackSkipped, [](Ctx& ctx, const JokerRow& r) { r.pack_skipped(ctx); });
  close_pack(g);
}

}  // namespace jimbot
