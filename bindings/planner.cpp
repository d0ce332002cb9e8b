// The built-in hand planner.
#include "planner.h"

#include <nanobind/stl/map.h>

#include <map>
#include <memory>

#include "bind.h"
#include "check.h"
#include "habits.h"
#include "hand_advice.h"
#include "knowledge.h"
#include "released.h"
#include "step.h"

using namespace jimbot;

namespace {

PlannerOptions checked(const Game& g, int discards, int samples) {
  if (g.phase != Phase::selecting_hand)
    refuse(std::string("a hand can be planned only in SELECTING_HAND, not in ") + phase_name(g.phase));
  check_planner(discards, samples);
  return {discards, samples};
}

// The planner works on a copy made while no other thread can change the game: one that changed under it had the
// planner follow counts and indices that no longer fit each other, and it might never come back.
std::unique_ptr<Game> copy_of(const Game& g) { return std::make_unique<Game>(g); }

Action plan_one(const Game& g, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  const auto copy = copy_of(g);
  const Released released;
  PolicyRandom random{seed};
  return plan_hand(*copy, options, random);
}

double chance(const Game& g, const Action& action, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  if (action.kind != ActionKind::play && action.kind != ActionKind::discard)
    refuse("only a play or a discard has a chance to clear, not '" + write_action(action) + "'");
  check_legal(g, action);
  const auto copy = copy_of(g);
  const Released released;
  PolicyRandom random{seed};
  return clear_chance(*copy, action, options, random);
}

// What the planner compares, with its worth, best first.
std::vector<std::pair<Action, double>> weigh(const Game& g, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  const auto copy = copy_of(g);
  PricedHands weighed{};
  {
    const Released released;
    PolicyRandom random{seed};
    plan_hand(*copy, options, random, &weighed);
  }
  std::vector<std::pair<Action, double>> out;
  for (const PricedHand& hand : weighed) out.emplace_back(hand.action, hand.price);
  return out;
}

void check_cards(const Game& g, const Action& action) {
  if (action.kind != ActionKind::play && action.kind != ActionKind::discard)
    refuse("a play or a discard is needed, not '" + write_action(action) + "'");
  check_legal(g, action);
}

std::vector<std::tuple<Action, std::string, double>> plays_of(const Game& g, std::optional<Action> without) {
  checked(g, 0, 0);
  if (without) check_cards(g, *without);
  const auto copy = copy_of(g);
  std::vector<std::tuple<Action, std::string, double>> out;
  for (const BestPlay& play : best_plays(*copy, without ? &*without : nullptr))
    out.emplace_back(play.action, row(play.type).key, play.score);
  return out;
}

double mean_score_of(const Game& g, const Action& action, int worlds, std::uint64_t seed) {
  checked(g, 0, 0);
  check_cards(g, action);
  check_within("worlds", worlds, 1, 1'000'000);
  const auto copy = copy_of(g);
  const Released released;
  PolicyRandom random{seed};
  return mean_score(*copy, action, worlds, random);
}

Foreseen foreseen(const Game& g, const Action& action, int discards, int samples, int worlds,
                  std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  check_cards(g, action);
  check_within("worlds", worlds, 1, 1'000'000);
  const auto copy = copy_of(g);
  const Released released;
  PolicyRandom random{seed};
  return foresee(*copy, action, options, worlds, random);
}

std::map<std::string, int> next_hands(const Foreseen& foreseen) {
  std::map<std::string, int> out;
  for (int i = 0; i < kHandTypes; ++i)
    if (const int n = foreseen.next[static_cast<HandType>(i)]) out[row(static_cast<HandType>(i)).key] = n;
  return out;
}

// Plays and discards to the end of the round; returns what was done.
std::vector<Action> play_round(Game& g, int discards, int samples, std::uint64_t seed) {
  const PlannerOptions options = checked(g, discards, samples);
  const auto copy = copy_of(g);
  std::vector<Action> done;
  {
    const Released released;
    PolicyRandom random{seed};
    while (copy->phase == Phase::selecting_hand) {
      done.push_back(plan_hand(*copy, options, random));
      apply(*copy, done.back());
    }
  }
  g = *copy;
  return done;
}

struct NamedBit {
  std::uint32_t bit;
  const char* name;
};
constexpr NamedBit kReadsNames[] = {
    {plan::kReadsMoney, "money"},
    {plan::kReadsTarotsUsed, "tarots_used"},
    {plan::kReadsSkips, "skips"},
    {plan::kReadsJokerSlots, "joker_slots"},
    {plan::kReadsSellValues, "sell_values"},
    {plan::kReadsFullDeck, "full_deck"},
    {plan::kReadsDrawPile, "draw_pile"},
    {plan::kReadsDiscardsLeft, "discards_left"},
    {plan::kReadsLastHand, "last_hand"},
    {plan::kReadsHandsPlayed, "hands_played"},
    {plan::kReadsPlaysOfType, "plays_of_type"},
    {plan::kReadsPlaysInRound, "plays_in_round"},
    {plan::kReadsHeldCards, "held_cards"},
    {plan::kReadsLowestHeld, "lowest_held"},
    {plan::kReadsScoringSuits, "scoring_suits"},
    {plan::kReadsFirstCard, "first_card"},
    {plan::kReadsPlayedCount, "played_count"},
    {plan::kReadsLoneCard, "lone_card"},
};
constexpr const char* kOrderNames[] = {"any", "chips", "mult", "cards", "cards_times", "times", "place"};

AnyDict joker_habits() {
  nb::dict all;
  for (int i = 0; i < kJokerIds; ++i) {
    const JokerId id = static_cast<JokerId>(i);
    const plan::Habits& habits = plan::habits_of(id);
    nb::list reads;
    for (const NamedBit& fact : kReadsNames)
      if (habits.reads & fact.bit) reads.append(fact.name);
    nb::dict one;
    one["reads"] = reads;
    one["order"] = kOrderNames[static_cast<std::size_t>(plan::order_of(id))];
    one["steps_by_hand"] = habits.steps_by_hand;
    one["steps_by_discard"] = habits.steps_by_discard;
    one["raises_level"] = habits.raises_level;
    one["rolls"] = habits.rolls;
    all[row(id).key] = one;
  }
  return nb::borrow<AnyDict>(all);
}

}  // namespace

void bind_planner(nb::module_& m) {
  m.def("plan_hand", &plan_one, "The next play or discard, from what a player sees.", nb::arg("game"),
        nb::arg("discards"), nb::arg("samples"), nb::arg("seed"));
  m.def("clear_chance", &chance, "The chance to clear the blind after this action.", nb::arg("game"),
        nb::arg("action"), nb::arg("discards"), nb::arg("samples"), nb::arg("seed"));
  m.def("weigh_hands", &weigh, nb::arg("game"), nb::arg("discards"), nb::arg("samples"), nb::arg("seed"),
        "What plan_hand compares, with its worth, best first; one alone where nothing is compared.");
  m.def("best_plays", &plays_of, nb::arg("game"), nb::arg("without").none() = nb::none(),
        "The play of each poker hand that scores most, best first, of the cards that an action leaves.");
  m.def("mean_score", &mean_score_of, nb::arg("game"), nb::arg("action"), nb::arg("worlds"), nb::arg("seed"),
        "Over redrawn games: of a play, or of the best play of the hand that follows a discard.");
  nb::class_<Foreseen>(m, "Foreseen", "Rounds that the planner played out in redrawn games.")
      .def_ro("worlds", &Foreseen::worlds)
      .def_ro("cleared", &Foreseen::cleared)
      .def_ro("hands_left", &Foreseen::hands_left, "Of all rounds that were cleared.")
      .def_ro("discards_left", &Foreseen::discards_left, "Of all rounds that were cleared.")
      .def_ro("discards", &Foreseen::discards, "Before the next play, in all worlds.")
      .def_prop_ro("next", &next_hands, "How often each poker hand was the next to be played.");
  m.def("foresee", &foreseen, "A play or discard, and the rest of its round by the planner.", nb::arg("game"),
        nb::arg("action"), nb::arg("discards"), nb::arg("samples"), nb::arg("worlds"), nb::arg("seed"));
  m.def(
      "joker_habits", &joker_habits,
      "By key of each joker: what it reads, its place in the row, whether its counter steps, as the agents see it.");
  m.def("play_round", &play_round, "The plays and discards of a whole round, made on the game.",
        nb::arg("game"), nb::arg("discards"), nb::arg("samples"), nb::arg("seed"));
}
