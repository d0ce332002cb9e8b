// Used once on a plain hand, with three jokers and some money; then the difference is read.
#include "effects.h"

#include <algorithm>
#include <cstring>

#include "enum_array.h"
#include "flow/run.h"
#include "jokers.h"
#include "step.h"
#include "verbs.h"

namespace jimbot::plan {
namespace {

constexpr int kMoney = 7;

const Game& plain_position() {
  static const Game kGame = [] {
    Game g;
    start_run(g, {.seed = "EFFECTS"});
    apply(g, Action{ActionKind::select_blind, 0, 0, {}});
    g.money = kMoney;
    g.last_consumable = static_cast<std::uint8_t>(ConsumableId::pluto);  // for The Fool
    for (const JokerId id : {JokerId::joker, JokerId::half, JokerId::banner}) {
      Joker joker{};
      joker.number = g.next_number++;
      joker.id = id;
      g.jokers.push(joker);
    }
    constexpr Suit kSuits[] = {Suit::spades, Suit::hearts, Suit::clubs, Suit::diamonds};
    for (int i = 0; i < g.hand.size(); ++i) {
      Card& card = g.cards[g.hand[i]];
      card.rank = static_cast<std::uint8_t>(3 + i);
      card.suit = kSuits[i % 4];
    }
    refresh(g);
    return g;
  }();
  return kGame;
}

// All cards in hand have one suit or one rank.
bool is_alike(const Game& g) {
  const Card& first = g.cards[g.hand[0]];
  const auto all = [&](auto same) {
    return std::all_of(g.hand.begin(), g.hand.end(), [&](std::uint8_t i) { return same(g.cards[i]); });
  };
  return all([&](const Card& card) { return card.suit == first.suit; }) ||
         all([&](const Card& card) { return card.rank == first.rank; });
}

Effect effect(const ConsumableRow& row) {
  const Game& before = plain_position();
  Game g = before;
  const std::span<const std::uint8_t> targets(before.hand.begin(), row.target_max);
  Ctx c{.g = g};
  c.targets = targets;
  row.use(c);

  Effect e;
  e.draws = std::memcmp(&g.rng, &before.rng, sizeof g.rng) != 0;
  e.destroys_cards = g.cards.size() < before.cards.size();
  e.adds_cards = g.cards.size() > before.cards.size();
  e.makes_hand_alike = !is_alike(before) && is_alike(g);
  e.takes_hand_size = g.hand_size_lost > before.hand_size_lost;
  e.destroys_jokers = std::any_of(before.jokers.begin(), before.jokers.end(), [&](const Joker& joker) {
    return std::none_of(g.jokers.begin(), g.jokers.end(),
                        [&](const Joker& other) { return other.number == joker.number; });
  });
  e.takes_money = g.money < before.money;
  e.doubles_money = g.money == 2 * before.money;
  e.pays_what_it_shows = row.shown && static_cast<double>(g.money - before.money) == row.shown(before);
  if (targets.empty() || e.destroys_cards || e.adds_cards) return e;
  const auto was = [&](std::size_t i) -> const Card& { return before.cards[targets[i]]; };
  const auto is = [&](std::size_t i) -> const Card& { return g.cards[targets[i]]; };
  const std::size_t last = targets.size() - 1;
  e.copies_right = last > 0 && is(0).rank == was(last).rank && is(0).suit == was(last).suit;
  if (e.copies_right) return e;
  e.enhancement = is(last).enhancement;
  e.enhances = e.enhancement != was(last).enhancement;
  e.seals = is(last).seal != was(last).seal;
  e.gives_edition = is(last).edition != was(last).edition;
  e.raises_rank = is(last).rank > was(last).rank;
  e.suit = is(last).suit;
  for (std::size_t i = 0; i <= last; ++i) e.changes_suit |= is(i).suit != was(i).suit;
  return e;
}

}  // namespace

const Effect& effect_of(ConsumableId id) {
  static const EnumArray<ConsumableId, Effect> kEffects = [] {
    EnumArray<ConsumableId, Effect> effects;
    for (int i = 0; i < kConsumableIds; ++i)
      effects[static_cast<std::size_t>(i)] = effect(row(static_cast<ConsumableId>(i)));
    return effects;
  }();
  return kEffects[id];
}

}  // namespace jimbot::plan
