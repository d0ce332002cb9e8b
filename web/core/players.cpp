// The same figures as jimbot.agents: heuristic.py and search.py.
#include "players.h"

#include <vector>

#include "create.h"
#include "hidden.h"
#include "json.h"
#include "parts.h"
#include "step.h"
#include "weights.h"
#include "wire.h"

namespace jimbot::web {
namespace {

constexpr double kHeuristicTrust = 0.005, kSearchTrust = 0.01;
std::vector<std::unique_ptr<Player>> players;

std::shared_ptr<const Strategist> strategist_for(Kind kind) {
  if (kind == Kind::policy) return nullptr;
  const double trust = kind == Kind::heuristic ? kHeuristicTrust : kSearchTrust;
  return std::make_shared<Strategist>(StrategistOptions{.trust = trust}, weights().judge, weights().network);
}

// What a player can foresee of the position after a decision.
std::string face(const Game& g, int jokers) {
  Json json;
  json.open('[').add(static_cast<int>(g.phase)).add(g.ante).add(g.round).add(g.money);
  for (const Item& item : g.shop) {
    json.add(price_of(g, item));
    write_item(json, g, item);
  }
  for (const Item& item : g.pack_cards) write_item(json, g, item);
  for (int i = 0; i < jokers && i < g.jokers.size(); ++i) {
    json.add(sell_value(g, g.jokers[i]));
    write_joker(json, g, g.jokers[i]);
  }
  return json.close(']').take();
}

}  // namespace

Player::Player(Kind kind, int worlds, double milliseconds)
    : kind_(kind),
      strategist_(strategist_for(kind)),
      search_({.worlds = worlds, .milliseconds = milliseconds}, weights().network, strategist_) {}

bool Player::is_expected(const Game& seen) const {
  const int jokers = expected_->jokers.size();
  return seen.jokers.size() >= jokers && face(seen, jokers) == face(*expected_, jokers) &&
         is_legal(seen, *then_);
}

Decision Player::think(const Game& seen, std::uint64_t draw_seed, bool detailed) const {
  const Detail detail = detailed ? Detail::all : Detail::weighed;
  if (kind_ == Kind::heuristic) return strategist_->decide(seen, draw_seed, detail);
  if (kind_ == Kind::search) return search_.decide(seen, draw_seed, detail);
  Decision decision;
  const auto rated = weights().network->rate(seen, draw_seed);
  decision.action = rated[0].choice.action;
  decision.then = rated[0].choice.then;
  decision.chance = rated[0].value;
  for (const auto& one : rated) {
    if (decision.alternatives.full()) break;
    decision.alternatives.push({one.choice.action, one.value - decision.chance, one.choice.then});
  }
  return decision;
}

Decision Player::decide(const Game& seen, std::uint64_t draw_seed, bool detailed) {
  if (then_) {
    const bool meant = is_expected(seen);
    const Action then = *then_;
    then_.reset();
    if (meant) {
      Decision decision;
      decision.action = then;
      return decision;
    }
  }
  const Decision decision = think(seen, draw_seed, detailed);
  if (decision.then && is_legal(seen, decision.action)) {
    then_ = decision.then;
    expected_ = std::make_unique<Game>(seen);
    determinize(*expected_, draw_seed);
    apply(*expected_, decision.action);
  }
  return decision;
}

Player* player_of(int handle) {
  const auto at = static_cast<std::size_t>(handle);
  if (handle >= 0 && at < players.size()) return players[at].get();
  refuse("there is no player " + std::to_string(handle));
  return nullptr;
}

// Kind: 0 policy, 1 heuristic, 2 search, bounded by redrawn games and, above 0, by milliseconds.
JIMBOT_EXPORT(player) int player(int kind, int worlds, double milliseconds) {
  if (!weights().network) return refuse("the weights are not loaded");
  if (kind < 0 || kind > 2) return refuse("there is no player of kind " + std::to_string(kind));
  if (worlds < 1 || worlds > 1'000'000) return refuse("1 to 1000000 redrawn games are allowed");
  if (!(milliseconds >= 0 && milliseconds <= 1e9)) return refuse("0 to 1e9 milliseconds are allowed");
  players.push_back(std::make_unique<Player>(static_cast<Kind>(kind), worlds, milliseconds));
  return static_cast<int>(players.size()) - 1;
}

JIMBOT_EXPORT(forget) int forget(int handle) {
  Player* one = player_of(handle);
  if (!one) return kRefused;
  one->forget();
  return 0;
}

namespace {

void write_alternative(Json& json, const Alternative& a, double chance) {
  json.open('{').field("action", write_action(a.action)).field("chance", chance + a.price);
  if (a.then) json.field("then", write_action(*a.then));
  json.close('}');
}

}  // namespace

// The hidden part of the game is drawn by the seed before anybody looks.
JIMBOT_EXPORT(decide) int decide(int player_handle, int handle, std::uint64_t draw_seed, int detailed) {
  Player* one = player_of(player_handle);
  const Game* g = one ? game_of(handle) : nullptr;
  if (!g) return kRefused;
  if (g->phase == Phase::game_over) return refuse("the run is over");
  Game seen = *g;
  determinize(seen, draw_seed);
  const Decision decision = one->decide(seen, draw_seed, detailed != 0);
  Json json;
  json.open('{').field("action", write_action(decision.action)).field("chance", decision.chance);
  if (decision.then) json.field("then", write_action(*decision.then));
  json.field("worlds", decision.worlds).key("alternatives").open('[');
  for (const Alternative& a : decision.alternatives) write_alternative(json, a, decision.chance);
  json.close(']').close('}');
  return answer(json.take());
}

// Decisions (one a line, the first is the measure) played on by the network in the same redrawn games.
JIMBOT_EXPORT(measure) int measure(int player_handle, int handle, int worlds, std::uint64_t draw_seed) {
  Player* one = player_of(player_handle);
  const Game* g = one ? game_of(handle) : nullptr;
  if (!g) return kRefused;
  if (g->phase == Phase::game_over) return refuse("the run is over");
  if (worlds < 2 || worlds > 1'000'000) return refuse("2 to 1000000 redrawn games are allowed");
  Game seen = *g;
  determinize(seen, draw_seed);
  std::vector<plan::Choice> choices;
  for (std::string_view text = given(); !text.empty();) {
    plan::Choice choice;
    const std::string_view line = next_line(text);
    if (const std::string error = read_action(line, choice.action); !error.empty()) return refuse(error);
    if (const Reason reason = why_illegal(seen, choice.action); reason != Reason::none)
      return refuse(reason_text(reason));
    choices.push_back(choice);
  }
  if (choices.empty()) return refuse("at least one decision is needed");
  Json json;
  json.open('[');
  for (const Search::Outcome& o : one->search().measure(seen, choices, worlds, draw_seed)) {
    json.open('{').field("chance", o.chance).field("less", o.less).field("error", o.error);
    json.field("cleared", o.cleared).close('}');
  }
  return answer(json.close(']').take());
}

}  // namespace jimbot::web
