// Mask, reasons and effects of the elementary moves.
#include "moves.h"

#include <algorithm>
#include <bit>

#include "calls.h"
#include "jokers.h"
#include "legal.h"
#include "step.h"

namespace jimbot {
namespace {

constexpr MoveBlock kBlocks[] = {kSelectMoves,         kPlayMove,       kDiscardMove,   kUseMoves,
                                 kSellConsumableMoves, kSellJokerMoves, kSwapMoves,     kBuyMoves,
                                 kBuyAndUseMoves,      kVoucherBlock,   kPackMoves,     kPickMoves,
                                 kSkipPackMove,        kRerollMove,     kLeaveShopMove, kSelectBlindMove,
                                 kSkipBlindMove,       kRerollBossMove, kCashOutMove};

constexpr bool blocks_are_dense() {
  int next = 0;
  for (const MoveBlock& block : kBlocks) {
    if (block.first != next) return false;
    next += block.count;
  }
  return next == kMoves;
}
static_assert(blocks_are_dense());

constexpr std::uint64_t first(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }
int size_of(std::uint64_t set) { return std::popcount(set); }

// Kinds that finish what was picked, or that need nothing picked.
struct Decision {
  const MoveBlock& block;
  ActionKind kind;
};
constexpr Decision kDecisions[] = {
    {kPlayMove, ActionKind::play},
    {kDiscardMove, ActionKind::discard},
    {kUseMoves, ActionKind::use},
    {kSellConsumableMoves, ActionKind::sell_consumable},
    {kSellJokerMoves, ActionKind::sell_joker},
    {kBuyMoves, ActionKind::buy_card},
    {kBuyAndUseMoves, ActionKind::buy_and_use},
    {kVoucherBlock, ActionKind::buy_voucher},
    {kPackMoves, ActionKind::buy_pack},
    {kPickMoves, ActionKind::pick},
    {kSkipPackMove, ActionKind::skip_pack},
    {kRerollMove, ActionKind::reroll},
    {kLeaveShopMove, ActionKind::leave_shop},
    {kSelectBlindMove, ActionKind::select_blind},
    {kSkipBlindMove, ActionKind::skip_blind},
    {kRerollBossMove, ActionKind::reroll_boss},
    {kCashOutMove, ActionKind::cash_out},
};
static_assert(std::size(kDecisions) == kDecisionKinds);

const Decision& decision_of(const MoveBlock& block) {
  return *std::find_if(std::begin(kDecisions), std::end(kDecisions),
                       [&](const Decision& d) { return d.block.first == block.first; });
}
const MoveBlock& block_of_kind(ActionKind kind) {
  return std::find_if(std::begin(kDecisions), std::end(kDecisions),
                      [&](const Decision& d) { return d.kind == kind; })
      ->block;
}

// Hand positions that may be picked next: right of the last picked one, and with an id.
std::uint64_t pickable(const Game& g, const Picking& picking) {
  const std::uint64_t in_hand = first(std::min(g.hand.size(), kSelectableCards));
  const std::uint64_t left_of_last = picking.cards ? first(64 - std::countl_zero(picking.cards)) : 0;
  return in_hand & ~left_of_last & ~picked_cards(g, {});
}

// Cards that may join `picked` on the way to a choice that this decision takes.
std::uint64_t leads_to(const CardChoice& choice, std::uint64_t picked, std::uint64_t next) {
  const int missing = choice.min - size_of(picked) - 1;
  if ((picked & ~choice.eligible) || size_of(picked) >= choice.max) return 0;
  next &= choice.eligible;
  for (int i = 0; i < missing && next; ++i) next &= ~(1ull << (63 - std::countl_zero(next)));
  return next;
}

bool takes(const CardChoice& choice, std::uint64_t picked) {
  const int n = size_of(picked);
  return n >= choice.min && n <= choice.max && !(picked & ~choice.eligible);
}

// Consumables used or picked on cards, or on none.
void add_consumables(const Game& g, ActionKind kind, const MoveBlock& block, const Picking& picking,
                     std::uint64_t picked, std::uint64_t next, MoveMask& mask) {
  std::uint64_t legal = legal_indices(g, kind) & first(block.count), fits = 0;
  for (; legal; legal &= legal - 1) {
    const int i = std::countr_zero(legal);
    const CardChoice choice = card_choice(g, kind, i);
    const bool now = choice.max == 0 ? picking.cards == 0 : takes(choice, picked);
    fits |= static_cast<std::uint64_t>(now) << i;
    if (choice.max > 0) mask.add(kSelectMoves, leads_to(choice, picked, next));
  }
  mask.add(block, fits);
}

std::uint64_t swappable(const Game& g) {
  if (g.calls_only && !has_call(g, ActionKind::rearrange_jokers)) return 0;
  std::uint64_t pairs = 0;
  for (int i = 0; i + 1 < g.jokers.size(); ++i)
    pairs |= static_cast<std::uint64_t>(may_stand_left_of(g.jokers[i + 1], g.jokers[i])) << i;
  return pairs;
}

// Does the decision name the picked cards?
bool names_cards(const Game& g, ActionKind kind, int index) {
  switch (kind) {
    case ActionKind::play:
    case ActionKind::discard: return true;
    case ActionKind::use:
    case ActionKind::pick: return card_choice(g, kind, index).max > 0;
    default: return false;
  }
}

Action action_of(const Game& g, const Picking& picking, int move, bool on_cards) {
  const MoveBlock& block = block_of(move);
  Action a;
  a.index = static_cast<std::uint8_t>(move - block.first);
  a.count = 0;
  if (block.first == kSwapMoves.first) {
    a.kind = ActionKind::rearrange_jokers;
    for (; a.count < g.jokers.size(); ++a.count) a.cards[a.count] = a.count;
    if (a.index + 1 < a.count) std::swap(a.cards[a.index], a.cards[a.index + 1u]);
    a.index = 0;
    return a;
  }
  a.kind = decision_of(block).kind;
  if (!on_cards) return a;
  for (std::uint64_t left = picked_cards(g, picking); left; left &= left - 1)
    a.cards[a.count++] = static_cast<std::uint8_t>(std::countr_zero(left));
  return a;
}

}  // namespace

std::span<const MoveBlock> move_blocks() { return kBlocks; }

const MoveBlock& block_of(int move) {
  return *std::find_if(std::begin(kBlocks), std::end(kBlocks),
                       [&](const MoveBlock& b) { return move < b.first + b.count; });
}

std::uint64_t picked_cards(const Game& g, const Picking& picking) {
  std::uint64_t picked = picking.cards;
  if (!is_boss(g.blind)) return picked;  // only Cerulean Bell picks a card itself
  for (int i = 0; i < g.hand.size(); ++i)
    picked |= static_cast<std::uint64_t>(g.cards[g.hand[i]].forced()) << i;
  return picked;
}

MoveMask legal_moves(const Game& g, const Picking& picking, bool planned) {
  MoveMask mask;
  if (g.phase == Phase::game_over || g.truncated) return mask;
  const std::uint64_t picked = picked_cards(g, picking), next = pickable(g, picking);
  if (g.phase == Phase::selecting_hand && planned) {
    mask.add(kPlayMove, picking.cards == 0);
  } else if (g.phase == Phase::selecting_hand) {
    const CardChoice choice{1, kMaxPlayed, first(g.hand.size()), 0};
    mask.add(kSelectMoves, leads_to(choice, picked, next));
    const bool now = takes(choice, picked);
    mask.add(kPlayMove, now);
    mask.add(kDiscardMove, now && legal_indices(g, ActionKind::discard));
  }
  if (!g.consumables.empty()) add_consumables(g, ActionKind::use, kUseMoves, picking, picked, next, mask);
  if (g.phase == Phase::pack) add_consumables(g, ActionKind::pick, kPickMoves, picking, picked, next, mask);
  if (picking.cards) return mask;

  mask.add(kSellConsumableMoves, first(g.consumables.size()));
  if (!g.jokers.empty()) {
    mask.add(kSellJokerMoves, legal_indices(g, ActionKind::sell_joker));
    if (picking.swaps < kMaxSwaps) mask.add(kSwapMoves, swappable(g));
  }
  const auto add = [&](const MoveBlock& block, ActionKind kind) { mask.add(block, legal_indices(g, kind)); };
  switch (g.phase) {
    case Phase::blind_select:
      mask.add(kSelectBlindMove, 1);
      add(kSkipBlindMove, ActionKind::skip_blind);
      add(kRerollBossMove, ActionKind::reroll_boss);
      break;
    case Phase::round_eval: mask.add(kCashOutMove, 1); break;
    case Phase::shop:
      add(kBuyMoves, ActionKind::buy_card);
      add(kBuyAndUseMoves, ActionKind::buy_and_use);
      add(kVoucherBlock, ActionKind::buy_voucher);
      add(kPackMoves, ActionKind::buy_pack);
      add(kRerollMove, ActionKind::reroll);
      mask.add(kLeaveShopMove, 1);
      break;
    case Phase::pack: mask.add(kSkipPackMove, 1); break;
    default: break;
  }
  return mask;
}

const char* why_not(const Game& g, const Picking& picking, bool planned, int move) {
  if (g.phase == Phase::game_over || g.truncated) return reason_text(Reason::game_over);
  const MoveBlock& block = block_of(move);
  const int index = move - block.first;
  const bool in_hand = g.phase == Phase::selecting_hand;
  if (block.first == kSelectMoves.first) {
    if (g.phase != Phase::selecting_hand && g.phase != Phase::pack) return reason_text(Reason::needs_hand);
    if (index >= g.hand.size()) return "there is no such hand card";
    if (picked_cards(g, {}) >> index & 1) return "Cerulean Bell has picked this card already";
    if (picking.cards >> index) return "only cards right of the last picked one can be picked";
    if (size_of(picked_cards(g, picking)) >= kMaxPlayed) return reason_text(Reason::too_many_cards);
    return "nothing can be done with this card among the picked ones";
  }
  const bool finishes = block.first <= kUseMoves.first || block.first == kPickMoves.first;
  if (picking.cards && !finishes) return "cards are picked: they must be played, discarded or used first";
  if (planned && in_hand && block.first <= kDiscardMove.first)
    return "the hand planner plays the cards; without picked cards `play` lets it go on";
  if (block.first == kSwapMoves.first) {
    if (index + 1 >= g.jokers.size()) return "there are no two jokers at these places";
    if (picking.swaps >= kMaxSwaps) return "jokers were swapped 10 times since the last other move";
  }
  const bool on_cards = picking.cards != 0 || block.first <= kDiscardMove.first;
  return reason_text(why_illegal(g, action_of(g, picking, move, on_cards)));
}

std::optional<Action> decision_of(const Game& g, const Picking& picking, int move) {
  if (move < kSelectMoves.count) return std::nullopt;
  const MoveBlock& block = block_of(move);
  const bool on_cards =
      block.first != kSwapMoves.first && names_cards(g, decision_of(block).kind, move - block.first);
  return action_of(g, picking, move, on_cards);
}

bool make_move(Game& g, Picking& picking, int move) {
  const std::optional<Action> decision = decision_of(g, picking, move);
  if (!decision) {
    picking.cards |= 1ull << move;
    return false;
  }
  apply(g, *decision);
  const bool swap = decision->kind == ActionKind::rearrange_jokers;
  picking.swaps = swap ? picking.swaps + 1 : 0;
  picking.cards = 0;
  return true;
}

int path_of(const Game& g, const Action& a, std::span<std::uint8_t> out) {
  if (!is_legal(g, a)) return 0;
  int n = 0;
  const auto push = [&](int move) { out[n++] = static_cast<std::uint8_t>(move); };
  if (a.kind == ActionKind::rearrange_jokers) {
    std::uint8_t order[kMaxJokers];  // insertion sort by neighbours: where each joker wants to be
    for (int i = 0; i < a.count; ++i) order[a.cards[i]] = static_cast<std::uint8_t>(i);
    for (int i = 1; i < a.count; ++i)
      for (int k = i; k > 0 && order[k - 1] > order[k]; --k) {
        if (n >= kMaxSwaps || k > kSwapMoves.count) return 0;
        std::swap(order[k - 1], order[k]);
        push(kSwapMoves.first + k - 1);
      }
    return n;
  }
  if (a.kind >= ActionKind::sort_hand) return 0;
  const MoveBlock& block = block_of_kind(a.kind);
  if (a.index >= block.count) return 0;
  std::uint64_t cards = 0;
  for (int i = 0; i < a.count; ++i) cards |= 1ull << a.cards[i];
  const std::uint64_t forced = picked_cards(g, {});
  if (a.count > 0 && (forced & ~cards)) return 0;
  for (std::uint64_t left = cards & ~forced; left; left &= left - 1) {
    if (std::countr_zero(left) >= kSelectableCards) return 0;
    push(kSelectMoves.first + std::countr_zero(left));
  }
  push(block.first + a.index);
  return n;
}

}  // namespace jimbot
