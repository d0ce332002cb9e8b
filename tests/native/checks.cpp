// Positions, steps, saves, notation.
#include "checks.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cards.h"
#include "jokers.h"
#include "report.h"
#include "save.h"
#include "step.h"
#include "text.h"

namespace jimbot::fuzz {
namespace {

constexpr int kSamples = 24;      // sampled actions of check_legality
constexpr int kFutureSteps = 12;  // of check_notation

bool same(const Game& a, const Game& b) { return std::memcmp(&a, &b, sizeof(Game)) == 0; }

bool takes_index(ActionKind kind) {
  switch (kind) {
    case ActionKind::use:
    case ActionKind::sell_joker:
    case ActionKind::sell_consumable:
    case ActionKind::buy_card:
    case ActionKind::buy_voucher:
    case ActionKind::buy_pack:
    case ActionKind::buy_and_use:
    case ActionKind::pick:
    case ActionKind::sort_hand: return true;
    default: return false;
  }
}

bool takes_cards(ActionKind kind) {
  return kind == ActionKind::play || kind == ActionKind::discard || kind == ActionKind::use ||
         kind == ActionKind::buy_and_use || kind == ActionKind::pick;
}

bool is_order(const Action& a, int size) {
  if (a.count != size) return false;
  std::uint64_t seen = 0;
  for (int i = 0; i < size; ++i)
    seen |= a.cards[static_cast<std::size_t>(i)] < 64 ? 1ull << a.cards[static_cast<std::size_t>(i)] : 0;
  return seen == (size ? ~0ull >> (64 - size) : 0);
}

// Pinned jokers are leftmost, the last pinned first.
bool pinned_first(const Game& g, const Action& a) {
  const auto at = [&](int i) -> const Joker& { return g.jokers[a.cards[static_cast<std::size_t>(i)]]; };
  const auto pinned = [&](int i) { return (at(i).flags & Joker::kPinned) != 0; };
  for (int i = 1; i < g.jokers.size(); ++i)
    if (pinned(i) && (!pinned(i - 1) || at(i - 1).number < at(i).number)) return false;
  return true;
}

bool fits(const CardChoice& choice, const Action& a) {
  if (a.count < choice.min || a.count > choice.max) return false;
  std::uint64_t chosen = 0;
  for (std::size_t i = 0; i < a.count; ++i) {
    if (a.cards[i] >= 64 || !(choice.eligible >> a.cards[i] & 1) || (chosen >> a.cards[i] & 1)) return false;
    chosen |= 1ull << a.cards[i];
  }
  return (chosen & choice.required) == choice.required;
}

// What legal.h says about an action, without asking why_illegal.
bool listed(const Game& g, const Action& a) {
  if (g.phase == Phase::game_over || static_cast<int>(a.kind) >= kActionKinds) return false;
  switch (a.kind) {
    case ActionKind::rearrange_hand:
      return (g.phase == Phase::selecting_hand || g.phase == Phase::pack) && !g.hand.empty() &&
             is_order(a, g.hand.size());
    case ActionKind::rearrange_jokers: return is_order(a, g.jokers.size()) && pinned_first(g, a);
    case ActionKind::rearrange_consumables: return is_order(a, g.consumables.size());
    default: break;
  }
  const int index = takes_index(a.kind) ? a.index : 0;
  if (index >= 64 || !(legal_indices(g, a.kind) >> index & 1)) return false;
  return !takes_cards(a.kind) || fits(card_choice(g, a.kind, index), a);
}

std::uint8_t sampled_index(PolicyRandom& random) {
  switch (random.below(8)) {
    case 0: return static_cast<std::uint8_t>(random.below(256));
    case 1: return static_cast<std::uint8_t>(random.below(kMaxJokers + 2));
    default: return static_cast<std::uint8_t>(random.below(6));
  }
}

// Any action at all: other phases, indices and cards out of range, cards twice, too many, too few.
Action sampled_action(const Game& g, PolicyRandom& random) {
  Action a{};
  const std::uint32_t kind = random.below(kActionKinds + 1);
  a.kind = static_cast<ActionKind>(kind == kActionKinds ? kActionKinds + random.below(200) : kind);
  a.index = sampled_index(random);
  if (a.kind == ActionKind::rearrange_hand)
    choose_order(g.hand.size(), random, a);
  else if (a.kind == ActionKind::rearrange_jokers)
    choose_order(g.jokers.size(), random, a);
  else if (a.kind == ActionKind::rearrange_consumables)
    choose_order(g.consumables.size(), random, a);
  else {
    choose_order(g.hand.size(), random, a);
    a.count = static_cast<std::uint8_t>(std::min<std::uint32_t>(random.below(7), a.count));
  }
  if (a.count && random.below(8) == 0) a.cards[random.below(a.count)] = a.cards[0];
  if (a.count && random.below(8) == 0)
    a.cards[random.below(a.count)] = static_cast<std::uint8_t>(random.below(256));
  if (random.below(8) == 0) a.count = static_cast<std::uint8_t>(random.below(256));
  return a;
}

void check_agreement(const Game& g, const Action& a, Counts& counts) {
  const Reason reason = why_illegal(g, a);
  ++counts.actions;
  if (reason != Reason::none) ++counts.refused[static_cast<std::size_t>(reason)];
  if (reason_text(reason)[0] == '?') fail("every reason has a text", g, action_text(a));
  if (listed(g, a) != (reason == Reason::none))
    fail(reason == Reason::none ? "an action that legal.h does not list is refused"
                                : "an action that legal.h lists is legal",
         g, action_text(a) + ": " + reason_text(reason));
}

// One action of every legal index; the kinds of a phase hold every legal kind.
void check_listed(const Game& g, PolicyRandom& random, Counts& counts) {
  for (int k = 0; k <= static_cast<int>(ActionKind::sort_hand); ++k) {
    const ActionKind kind = static_cast<ActionKind>(k);
    std::uint64_t left = legal_indices(g, kind);
    if (left && k < kDecisionKinds && !(kinds_of_phase(g.phase) >> k & 1))
      fail("kinds_of_phase holds every legal kind", g, kind_name(kind));
    for (; left; left &= left - 1) {
      Action a{};
      a.kind = kind;
      a.index = static_cast<std::uint8_t>(std::countr_zero(left));
      if (!choose_cards(card_choice(g, kind, a.index), random, a))
        fail("a legal index has a choice of cards", g, action_text(a));
      else
        check_agreement(g, a, counts);
    }
  }
}

// Calls that use much stack leave other bytes behind: an uninitialised field then differs.
[[gnu::noinline]] void scribble(int byte) {
  unsigned char room[1 << 15];
  std::memset(room, byte, sizeof room);
  asm volatile("" : : "r"(room) : "memory");
}

bool holds_number(const Game& g, std::uint32_t number) {
  const auto item_has = [&](const Item& item) {
    return item.kind == ItemKind::card && item.card.number == number;
  };
  return std::any_of(g.cards.begin(), g.cards.end(), [&](const Card& c) { return c.number == number; }) ||
         std::any_of(g.shop.begin(), g.shop.end(), item_has) ||
         std::any_of(g.pack_cards.begin(), g.pack_cards.end(), item_has);
}

// No card appears from nowhere.
void check_cards_after(const Game& before, const Game& after) {
  check(after.next_number >= before.next_number, "creation numbers never go back", after);
  for (const Card& card : after.cards)
    check(card.number >= before.next_number || holds_number(before, card.number),
          "a new card has a new number", after);
}

bool only_reorders(ActionKind kind) { return kind >= ActionKind::sort_hand; }

template <class Vec>
std::string sorted_bytes(const Vec& items) {
  std::vector<std::string> parts;
  for (const auto& item : items) parts.emplace_back(reinterpret_cast<const char*>(&item), sizeof item);
  std::sort(parts.begin(), parts.end());
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

void check_reordered(const Game& before, const Game& after) {
  check(sorted_bytes(before.hand) == sorted_bytes(after.hand), "reordering keeps the hand", after);
  check(sorted_bytes(before.jokers) == sorted_bytes(after.jokers), "reordering keeps the jokers", after);
  check(sorted_bytes(before.consumables) == sorted_bytes(after.consumables),
        "reordering keeps the consumables", after);
  Game rest = after;
  rest.hand = before.hand;
  rest.jokers = before.jokers;
  rest.consumables = before.consumables;
  rest.sort_mode = before.sort_mode;
  refresh(rest);
  check(same(rest, before), "reordering changes nothing else", after);
}

}  // namespace

std::string action_text(const Action& a) {
  if (static_cast<int>(a.kind) >= kActionKinds) return "kind " + std::to_string(static_cast<int>(a.kind));
  return write_action(a);
}

bool choose_cards(const CardChoice& choice, PolicyRandom& random, Action& a) {
  std::array<std::uint8_t, 64> open;
  std::uint32_t n = 0;
  a.count = 0;
  for (std::uint8_t i = 0; i < 64; ++i) {
    if (choice.required >> i & 1)
      a.cards[a.count++] = i;
    else if (choice.eligible >> i & 1)
      open[n++] = i;
  }
  const int low = std::max<int>(choice.min, a.count),
            high = std::min<int>(choice.max, static_cast<int>(a.count + n));
  if (low > high) return false;
  const int size = low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
  while (a.count < size) {
    const std::uint32_t k = random.below(n);
    a.cards[a.count++] = open[k];
    open[k] = open[--n];
  }
  return true;
}

void choose_order(int n, PolicyRandom& random, Action& a) {
  a.count = static_cast<std::uint8_t>(n);
  for (int i = 0; i < n; ++i) a.cards[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
  for (std::uint32_t i = static_cast<std::uint32_t>(n); i > 1; --i)
    std::swap(a.cards[i - 1], a.cards[random.below(i)]);
}

bool decision_exists(const Game& g) {
  for (int k = 0; k < kDecisionKinds; ++k) {
    const ActionKind kind = static_cast<ActionKind>(k);
    for (std::uint64_t left = legal_indices(g, kind); left; left &= left - 1) {
      const CardChoice choice = card_choice(g, kind, std::countr_zero(left));
      if (std::popcount(choice.eligible | choice.required) >= choice.min &&
          std::popcount(choice.required) <= choice.max)
        return true;
    }
  }
  return false;
}

void check_position(const Game& g) {
  check(is_sound(g), "the state is sound", g);
  check(g.phase == Phase::game_over || decision_exists(g), "some decision is legal until the end", g);
  check(g.phase != Phase::game_over || (g.won || g.lost || g.truncated),
        "a finished run is won, lost or truncated", g);
  check(!g.explaining && g.being_used == kNone, "no mark of a step is left behind", g);
  for (int i = 1; i < g.cards.size(); ++i)
    check(g.cards[i - 1].number < g.cards[i].number, "cards lie in the order of their numbers", g);
  check(g.cards.empty() || g.cards.back().number < g.next_number, "the next number is new", g);
  for (const Joker& joker : g.jokers)
    check(!joker.dying() || g.phase == Phase::game_over, "a destroyed joker is gone", g);
}

void check_legality(const Game& g, PolicyRandom& random, Counts& counts) {
  where.doing = "legality";
  const Game before = g;
  check_listed(g, random, counts);
  for (int i = 0; i < kSamples; ++i) check_agreement(g, sampled_action(g, random), counts);
  check(same(g, before), "asking what is legal changes nothing", g);
  Game fresh = g;
  refresh(fresh);
  check(same(g, fresh), "derived values are fresh", g);
  if (g.phase == Phase::game_over) return;
  check_all_debuffs(fresh);
  const auto debuffed_alike = [&](std::uint8_t i) {
    return g.cards[i].debuffed() == fresh.cards[i].debuffed();
  };
  check(std::all_of(g.hand.begin(), g.hand.end(), debuffed_alike) &&
            std::all_of(g.draw.cards.begin(), g.draw.cards.end(), debuffed_alike),
        "debuffs are up to date", g);
}

void check_step(const Game& g, const Action& a) {
  where.doing = "step on two copies";
  where.given = action_text(a);
  const auto one = std::make_unique<Game>(g), two = std::make_unique<Game>(g);
  scribble(0x55);
  apply(*one, a);
  scribble(0xAA);
  apply(*two, a);
  if (!same(*one, *two)) {
    const char *x = reinterpret_cast<const char*>(one.get()), *y = reinterpret_cast<const char*>(two.get());
    fail("the same action on two copies gives the same bytes", g,
         action_text(a) + ": first at byte " +
             std::to_string(std::mismatch(x, x + sizeof(Game), y).first - x));
  }
  check_cards_after(g, *one);
  if (only_reorders(a.kind)) check_reordered(g, *one);
  where.given.clear();
}

void check_save(const Game& g) {
  where.doing = "save and load";
  std::array<std::byte, kSaveSize> bytes;
  save(g, bytes);
  const auto loaded = std::make_unique<Game>();
  std::memset(static_cast<void*>(loaded.get()), 0xEE, sizeof(Game));
  check(load(bytes, *loaded) == LoadError::none, "a saved game loads", g);
  check(same(g, *loaded), "a loaded game has the bytes of the saved one", g);
}

void check_notation(const Game& g, PolicyRandom random) {
  where.doing = "notation";
  const std::string text = write_notation(g);
  Game read;
  if (const std::string error = read_notation(text, read); !error.empty())
    return fail("a written notation is read", g, error);
  check(is_sound(read), "a read position is sound", g);
  if (const std::string again = write_notation(read); again != text)
    return fail("a read position has the same notation", g, again);
  Game future = g;
  PolicyRandom other = random;
  for (int i = 0; i < kFutureSteps && future.phase != Phase::game_over; ++i) {
    const Action a = random_decision(future, random), b = random_decision(read, other);
    if (write_action(a) != write_action(b))
      return fail("a read position has the same decisions", g, write_action(a) + " or " + write_action(b));
    apply(future, a);
    apply(read, b);
  }
  if (const std::string one = write_notation(future), two = write_notation(read); one != two)
    fail("a read position has the same future", g, one + "\n  or " + two);
}

void check_rearranging(const Game& g, PolicyRandom& random) {
  where.doing = "rearranging";
  for (ActionKind kind : {ActionKind::sort_hand, ActionKind::rearrange_hand, ActionKind::rearrange_jokers,
                          ActionKind::rearrange_consumables}) {
    Action a{};
    a.kind = kind;
    a.index = static_cast<std::uint8_t>(random.below(2));
    if (kind != ActionKind::sort_hand)
      choose_order(kind == ActionKind::rearrange_hand     ? g.hand.size()
                   : kind == ActionKind::rearrange_jokers ? g.jokers.size()
                                                          : g.consumables.size(),
                   random, a);
    if (is_legal(g, a)) check_step(g, a);
  }
}

}  // namespace jimbot::fuzz
