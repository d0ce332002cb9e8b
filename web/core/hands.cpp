// Plays and discards: what the hand planner weighs, what they bring on average, and what stays.
#include <algorithm>
#include <numeric>

#include "explain.h"
#include "hand_advice.h"
#include "hidden.h"
#include "jokers.h"
#include "json.h"
#include "planner.h"
#include "step.h"
#include "text.h"
#include "wire.h"

namespace jimbot::web {
namespace {

constexpr int kMaxDiscards = 1000, kMaxSamples = 100'000, kMaxWorlds = 100'000, kAllOrders = 7;

const Game* in_round(int handle) {
  const Game* g = game_of(handle);
  if (!g || g->phase == Phase::selecting_hand) return g;
  refuse(std::string("cards are played in SELECTING_HAND, not in ") + phase_name(g->phase));
  return nullptr;
}

// The play or discard given.
bool read_cards(const Game& g, Action& a) {
  if (const std::string error = read_action(given(), a); !error.empty()) return refuse(error) == 0;
  if (a.kind != ActionKind::play && a.kind != ActionKind::discard)
    return refuse("a play or a discard is needed") == 0;
  const Reason reason = why_illegal(g, a);
  return reason == Reason::none || refuse(reason_text(reason)) == 0;
}

bool allowed(int discards, int samples) {
  return (discards >= 0 && discards <= kMaxDiscards && samples >= 0 && samples <= kMaxSamples) ||
         refuse("the planner looks at 0 to " + std::to_string(kMaxDiscards) + " discards in 0 to " +
                std::to_string(kMaxSamples) + " redraws") == 0;
}

void write_plays(Json& json, const BestPlays& plays) {
  json.open('[');
  for (const BestPlay& play : plays) {
    json.open('{').field("action", write_action(play.action)).field("hand", row(play.type).key);
    json.field("score", play.score).close('}');
  }
  json.close(']');
}

double score_of(const Game& g, const Action& play) {
  Event none[1];
  return explain_play(g, {play.cards.data(), play.count}, {none, 0}).score;
}

// The jokers of a game in another order.
Game ordered(const Game& g, std::span<const int> order) {
  Game out = g;
  for (int i = 0; i < g.jokers.size(); ++i) out.jokers[i] = g.jokers[order[static_cast<std::size_t>(i)]];
  refresh(out);
  out.discards_left = g.discards_left;
  return out;
}

struct Order {
  std::vector<int> places;
  double score;
};

bool better(const Game& g, const Action& play, const std::vector<int>& places, Order& best) {
  const Game one = ordered(g, places);
  if (!pinned_stand_left(one)) return false;
  const double score = score_of(one, play);
  if (!(score > best.score)) return false;
  best = {places, score};
  return true;
}

// Every order of a few jokers; of more, moves of one joker for as long as they help.
Order best_order(const Game& g, const Action& play) {
  std::vector<int> places(static_cast<std::size_t>(g.jokers.size()));
  std::iota(places.begin(), places.end(), 0);
  Order best{places, score_of(g, play)};
  if (g.jokers.size() <= kAllOrders) {
    while (std::next_permutation(places.begin(), places.end())) better(g, play, places, best);
    return best;
  }
  for (bool found = true; found;) {
    found = false;
    for (std::size_t from = 0; from < places.size(); ++from)
      for (std::size_t to = 0; to < places.size(); ++to) {
        std::vector<int> moved = best.places;
        const int joker = moved[from];
        moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(from));
        moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(to), joker);
        found |= better(g, play, moved, best);
      }
  }
  return best;
}

}  // namespace

// What the planner compares, best first; the first is what it would do.
JIMBOT_EXPORT(weigh) int weigh(int handle, int discards, int samples, std::uint64_t seed) {
  const Game* g = in_round(handle);
  if (!g || !allowed(discards, samples)) return kRefused;
  PricedHands weighed{};
  PolicyRandom random{seed};
  const Action first = plan_hand(*g, {discards, samples}, random, &weighed);
  Json json;
  json.open('{').field("action", write_action(first)).key("weighed").open('[');
  for (const PricedHand& hand : weighed)
    json.open('{').field("action", write_action(hand.action)).field("worth", hand.price).close('}');
  return answer(json.close(']').close('}').take());
}

// The chance to clear the blind with the play or discard given.
JIMBOT_EXPORT(clear_chance) int chance(int handle, int discards, int samples, std::uint64_t seed) {
  const Game* g = in_round(handle);
  Action a{};
  if (!g || !allowed(discards, samples) || !read_cards(*g, a)) return kRefused;
  PolicyRandom random{seed};
  return answer(number_text(clear_chance(*g, a, {discards, samples}, random)));
}

JIMBOT_EXPORT(plays) int plays(int handle) {
  const Game* g = in_round(handle);
  if (!g) return kRefused;
  Json json;
  write_plays(json, best_plays(*g));
  return answer(json.take());
}

// Of a play or discard: what it brings on average, what the cards that stay make, how the rest of the round goes.
JIMBOT_EXPORT(forecast) int forecast(int handle, int worlds, std::uint64_t seed) {
  const Game* g = in_round(handle);
  Action a{};
  if (!g || !read_cards(*g, a)) return kRefused;
  if (worlds < 1 || worlds > kMaxWorlds) return refuse("1 to 100000 redrawn games are allowed");
  PolicyRandom random{seed}, ahead{seed};
  Json json;
  json.open('{').field("score", mean_score(*g, a, worlds, random));
  write_plays(json.key("keeps"), best_plays(*g, &a));
  const Foreseen f = foresee(*g, a, {2, 2}, worlds, ahead);
  json.field("cleared", double(f.cleared) / f.worlds)
      .field("hands", double(f.hands_left) / std::max(1, f.cleared));
  json.key("next").open('{');
  for (int i = 0; i < kHandTypes; ++i)
    if (const int n = f.next[static_cast<HandType>(i)])
      json.field(row(static_cast<HandType>(i)).key, double(n) / f.worlds);
  return answer(json.close('}').close('}').take());
}

// Scores of the play given in redrawn games: where chance is involved they differ.
JIMBOT_EXPORT(spread) int spread(int handle, int worlds, std::uint64_t seed) {
  const Game* g = in_round(handle);
  Action a{};
  if (!g || !read_cards(*g, a)) return kRefused;
  if (a.kind != ActionKind::play) return refuse("only a play scores");
  if (worlds < 1 || worlds > kMaxWorlds) return refuse("1 to 100000 redrawn games are allowed");
  PolicyRandom random{seed};
  std::vector<double> scores;
  for (int i = 0; i < worlds; ++i) {
    Game world = *g;
    determinize(world, random.next());
    world.target = 1e300;  // the round goes on
    apply(world, a);
    scores.push_back(world.score - g->score);
  }
  std::ranges::sort(scores);
  Json json;
  json.open('[');
  for (const double score : scores) json.add(score);
  return answer(json.close(']').take());
}

// The order of jokers in which the play given scores most.
JIMBOT_EXPORT(order) int order(int handle) {
  const Game* g = in_round(handle);
  Action a{};
  if (!g || !read_cards(*g, a)) return kRefused;
  if (a.kind != ActionKind::play) return refuse("only a play scores");
  const Order best = best_order(*g, a);
  Json json;
  json.open('{').field("score", best.score).key("order").open('[');
  for (const int place : best.places) json.add(place);
  return answer(json.close(']').close('}').take());
}

}  // namespace jimbot::web
