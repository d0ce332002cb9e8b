// Games played, played again, labelled, and turned into rows.
#include "lessons.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "create.h"
#include "legal.h"
#include "plays.h"
#include "step.h"

namespace jimbot::plan {
namespace {

std::uint64_t draw_seed_of(std::uint64_t seed, std::size_t step) {
  return PolicyRandom{seed + 0x632BE59BD9B4E019ull * (step + 1)}.next();
}

// What a decision beats is counted before it is made: a beaten boss raises the ante at once.
void apply_counted(Game& g, const Action& action, std::uint8_t& furthest) {
  const bool in_round = g.phase == Phase::selecting_hand;
  const int number = 3 * (g.ante - 1) + g.blind_on_deck + 1;
  apply(g, action);
  if (in_round && (g.phase == Phase::round_eval || (g.phase == Phase::game_over && g.won)))
    furthest = static_cast<std::uint8_t>(std::max<int>(furthest, std::clamp(number, 0, 24)));
}

void label(Step& step, const Decision& decision) {
  step.labelled = true;
  step.expert = decision.action;
  step.expert_then = decision.then;
  step.weighed.assign(decision.alternatives.begin(), decision.alternatives.end());
}

// Before it leaves the shop an expert may put its jokers in order: a learner does that by rule, and leaves.
bool is_choice_of(const Step& step, Phase phase, const Choice& choice) {
  if (phase == Phase::shop && step.expert.kind == ActionKind::rearrange_jokers)
    return choice.action.kind == ActionKind::leave_shop;
  const bool same_then = choice.then.has_value() == step.expert_then.has_value() &&
                         (!choice.then || same(*choice.then, *step.expert_then));
  return same(choice.action, step.expert) && same_then;
}

std::int16_t taken_of(const std::vector<Step>& steps, std::size_t at, Phase phase, const Choices& choices) {
  Step as_played = steps[at];
  as_played.expert = as_played.taken;
  as_played.expert_then.reset();
  if (at + 1 < steps.size() && steps[at + 1].follows) as_played.expert_then = steps[at + 1].taken;
  for (std::size_t i = 0; i < choices.all.size(); ++i)
    if (is_choice_of(as_played, phase, choices.all[i])) return static_cast<std::int16_t>(i);
  return -1;
}

}  // namespace

Decision greedy_decision(const Game& g, std::uint64_t) {
  Decision decision;
  if (g.phase == Phase::selecting_hand) {
    plan::PlayScorer scorer(g);
    double most = -1;
    for_each_legal(g, [&](const Action& a) {
      if (a.kind != ActionKind::play) return;
      plan::Cards cards = 0;
      for (int i = 0; i < a.count; ++i) cards |= 1ull << a.cards[static_cast<std::size_t>(i)];
      const double score = cards & scorer.hidden() ? 0 : scorer.score(cards).score;
      const bool earlier =
          score == most && std::lexicographical_compare(
                               a.cards.begin(), a.cards.begin() + a.count, decision.action.cards.begin(),
                               decision.action.cards.begin() + decision.action.count);
      if (score > most || earlier) decision.action = a, most = score;
    });
    return decision;
  }
  if (g.phase == Phase::shop) {
    std::int64_t cheapest = std::numeric_limits<std::int64_t>::max();
    for (std::uint64_t legal = legal_indices(g, ActionKind::buy_card); legal; legal &= legal - 1) {
      const int i = std::countr_zero(legal);
      if (g.shop[i].kind != ItemKind::joker || price_of(g, g.shop[i]) >= cheapest) continue;
      cheapest = price_of(g, g.shop[i]);
      decision.action = {ActionKind::buy_card, static_cast<std::uint8_t>(i), 0, {}};
    }
    if (cheapest != std::numeric_limits<std::int64_t>::max()) return decision;
  }
  for (const ActionKind kind :
       {ActionKind::select_blind, ActionKind::cash_out, ActionKind::leave_shop, ActionKind::skip_pack})
    if (legal_indices(g, kind)) decision.action = {kind, 0, 0, {}};
  return decision;
}

Table::Table(const RunOptions& run, std::uint64_t draw_seed, int max_steps)
    : seed_(draw_seed), max_steps_(max_steps) {
  lesson_.seed = run.seed;
  lesson_.deck = run.deck;
  lesson_.stake = run.stake;
  lesson_.challenge = run.challenge;
  lesson_.variant = run.variant;
  start_run(game_, run);
}

Table::Table(const Game& position, std::uint64_t draw_seed, int max_steps)
    : game_(position), seed_(draw_seed), max_steps_(max_steps) {
  lesson_.deck = position.deck;
  lesson_.stake = position.stake;
  lesson_.challenge = position.challenge;
  lesson_.variant = position.variant;
  lesson_.furthest = lesson_.end = static_cast<std::uint8_t>(plan::blind_number(position));
}

std::uint64_t Table::draw_seed() { return draw_seed_of(seed_, lesson_.steps.size()); }

void Table::apply_one(const Action& action, bool follows, const Decision* decision) {
  Step& step = lesson_.steps.emplace_back();
  step.taken = action;
  step.follows = follows;
  if (decision) label(step, *decision);
  apply_counted(game_, action, lesson_.furthest);
  over_ = game_.phase == Phase::game_over || static_cast<int>(lesson_.steps.size()) >= max_steps_;
  lesson_.ended = game_.phase == Phase::game_over;
  lesson_.won = game_.won;
  lesson_.end = static_cast<std::uint8_t>(game_.won ? plan::kBlinds : plan::blind_number(game_));
}

void Table::decide(const Choice& choice) {
  apply_one(choice.action, false, nullptr);
  if (!over_ && choice.then && is_legal(game_, *choice.then)) apply_one(*choice.then, true, nullptr);
}

void Table::decide_by(const Expert& expert, std::uint64_t draw_seed) {
  const Decision decision = expert(game_, draw_seed);
  apply_one(decision.action, false, &decision);
  if (!over_ && decision.then && is_legal(game_, *decision.then)) apply_one(*decision.then, true, nullptr);
}

bool relabel(Lesson& lesson, const Expert& expert, std::uint64_t draw_seed, Shares shares) {
  Game g;
  start_run(g, lesson.run());
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    Step& step = lesson.steps[i];
    if (g.phase == Phase::game_over || !is_legal(g, step.taken)) return false;
    step.labelled = false;
    step.expert_then.reset();
    step.weighed.clear();
    const double share = g.phase == Phase::selecting_hand ? shares.hands : shares.others;
    const std::uint64_t own = draw_seed_of(draw_seed, i);
    const bool asked = static_cast<double>(own >> 11) * 0x1p-53 < share;
    if (!step.follows && asked) label(step, expert(g, own));
    apply(g, step.taken);
  }
  return true;
}

bool add_examples(const Lesson& lesson, std::uint32_t number, const InputOptions& options, Examples& out) {
  Game g;
  start_run(g, lesson.run());
  Choices choices;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    if (g.phase == Phase::game_over || !is_legal(g, step.taken)) return false;
    if (!step.follows && g.phase != Phase::round_eval)
      list_choices(g, options, draw_seed_of(number, i), choices);
    if (!step.follows && g.phase != Phase::round_eval && choices.all.size() > 1) {
      std::int16_t chosen = -1;
      for (std::size_t k = 0; k < choices.all.size(); ++k) {
        const Choice& choice = choices.all[k];
        if (step.labelled && chosen < 0 && is_choice_of(step, g.phase, choice))
          chosen = static_cast<std::int16_t>(k);
        float price = std::numeric_limits<float>::quiet_NaN(), error = price;
        for (const Alternative& a : step.weighed)
          if (is_choice(a, choice)) price = static_cast<float>(a.price), error = static_cast<float>(a.error);
        out.price.push_back(price);
        out.error.push_back(error);
        out.legal.push_back(is_legal(g, choice.action));
      }
      const auto base = static_cast<std::uint32_t>(out.choices.values.size());
      out.choices.values.insert(out.choices.values.end(), choices.features.values.begin(),
                                choices.features.values.end());
      for (const std::uint32_t end : choices.features.ends) out.choices.ends.push_back(base + end);
      out.positions.values.insert(out.positions.values.end(), choices.position.begin(),
                                  choices.position.end());
      out.positions.end_row();
      out.choice_ends.push_back(static_cast<std::uint32_t>(out.choices.ends.size()));
      out.label.push_back(chosen);
      out.taken.push_back(taken_of(lesson.steps, i, g.phase, choices));
      out.phase.push_back(static_cast<std::uint8_t>(g.phase));
      out.blind.push_back(static_cast<std::uint8_t>(plan::blind_number(g)));
      out.game.push_back(number);
      out.step.push_back(static_cast<std::uint32_t>(i));
    }
    apply(g, step.taken);
  }
  return true;
}

void Examples::append(const Examples& more) {
  const auto extend = [](auto& to, const auto& from, std::uint32_t base = 0) {
    for (const auto& value : from)
      to.push_back(static_cast<typename std::decay_t<decltype(to)>::value_type>(value + base));
  };
  extend(positions.ends, more.positions.ends, static_cast<std::uint32_t>(positions.values.size()));
  extend(choice_ends, more.choice_ends, static_cast<std::uint32_t>(choices.ends.size()));
  extend(choices.ends, more.choices.ends, static_cast<std::uint32_t>(choices.values.size()));
  positions.values.insert(positions.values.end(), more.positions.values.begin(), more.positions.values.end());
  choices.values.insert(choices.values.end(), more.choices.values.begin(), more.choices.values.end());
  price.insert(price.end(), more.price.begin(), more.price.end());
  error.insert(error.end(), more.error.begin(), more.error.end());
  legal.insert(legal.end(), more.legal.begin(), more.legal.end());
  label.insert(label.end(), more.label.begin(), more.label.end());
  taken.insert(taken.end(), more.taken.begin(), more.taken.end());
  phase.insert(phase.end(), more.phase.begin(), more.phase.end());
  blind.insert(blind.end(), more.blind.begin(), more.blind.end());
  game.insert(game.end(), more.game.begin(), more.game.end());
  step.insert(step.end(), more.step.begin(), more.step.end());
}

}  // namespace jimbot::plan
