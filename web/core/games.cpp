// Runs: begun, read, written, decided.
#include <algorithm>

#include "flow/run.h"
#include "hidden.h"
#include "json.h"
#include "legal.h"
#include "playout.h"
#include "step.h"
#include "text.h"
#include "wire.h"

namespace jimbot::web {

// The seed is the text given. Deck from 0, stake from 1, challenge 255: none.
JIMBOT_EXPORT(start) int start(int deck, int stake, int challenge, int endless) {
  const std::string_view seed = given();
  if (seed.empty() || seed.size() > kMaxSeed)
    return refuse("a seed has 1 to " + std::to_string(kMaxSeed) + " characters");
  for (const char c : seed)
    if (c < ' ' || c > '~') return refuse("a seed holds printable ASCII characters only");
  if (deck < 0 || deck >= kDeckIds) return refuse("there is no deck " + std::to_string(deck));
  if (stake < 1 || stake > 8) return refuse("there is no stake " + std::to_string(stake));
  if (challenge != kNone && (challenge < 0 || challenge >= kChallengeIds))
    return refuse("there is no challenge " + std::to_string(challenge));
  Game g;
  start_run(g, {.seed = seed,
                .deck = static_cast<DeckId>(deck),
                .stake = static_cast<Stake>(stake),
                .challenge = static_cast<std::uint8_t>(challenge),
                .endless = endless != 0});
  return keep(g);
}

JIMBOT_EXPORT(read) int read() {
  Game g;
  const std::string error = read_notation(given(), g);
  return error.empty() ? keep(g) : refuse(error);
}

// The tokens given, over a game: what they do not name stays.
JIMBOT_EXPORT(edit) int edit(int handle) {
  Game* g = game_of(handle);
  if (!g) return kRefused;
  const std::string error = edit_notation(given(), *g);
  return error.empty() ? 0 : refuse(error);
}

JIMBOT_EXPORT(notation) int notation(int handle, int with_rng) {
  const Game* g = game_of(handle);
  return g ? answer(write_notation(*g, with_rng != 0)) : kRefused;
}

// Everything hidden drawn again.
JIMBOT_EXPORT(redraw) int redraw(int handle, std::uint64_t draw_seed) {
  const Game* g = game_of(handle);
  if (!g) return kRefused;
  Game copy = *g;
  determinize(copy, draw_seed);
  return keep(copy);
}

// A number made from what is seen alone, for those who draw in this position.
JIMBOT_EXPORT(seen_number) std::uint64_t seen_number(int handle) {
  const Game* g = game_of(handle);
  if (!g) return 0;
  Game copy = *g;
  determinize(copy, 0);
  const std::string text = write_notation(copy, false);
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view token = std::string_view(text).substr(at, end - at);
    if (!token.starts_with("seed=") && !token.starts_with("draw=") && !token.starts_with("endless="))
      for (const char c : token) number = PolicyRandom{number ^ static_cast<unsigned char>(c)}.next();
    at = end + 1;
  }
  return number;
}

// Every decision but rearrangements, one a line.
JIMBOT_EXPORT(legal) int legal(int handle) {
  const Game* g = game_of(handle);
  if (!g) return kRefused;
  std::string lines;
  for_each_legal(*g, [&](const Action& a) { lines += write_action(a) + "\n"; });
  return answer(lines);
}

// Why the rules refuse the decision given; nothing if they do not.
JIMBOT_EXPORT(why_not) int why_not(int handle) {
  const Game* g = game_of(handle);
  if (!g) return kRefused;
  Action a{};
  if (const std::string error = read_action(given(), a); !error.empty()) return refuse(error);
  const Reason reason = why_illegal(*g, a);
  return answer(reason == Reason::none ? "" : reason_text(reason));
}

JIMBOT_EXPORT(apply) int apply_given(int handle) {
  Game* g = game_of(handle);
  if (!g) return kRefused;
  Action a{};
  if (const std::string error = read_action(given(), a); !error.empty()) return refuse(error);
  if (const Reason reason = why_illegal(*g, a); reason != Reason::none)
    return refuse("'" + write_action(a) + "' is not legal in " + phase_name(g->phase) + ": " +
                  reason_text(reason));
  apply(*g, a);
  return 0;
}

// Whole random games of all content on one-chip blinds, with the signature of all that came of them.
JIMBOT_EXPORT(playouts) int playouts(std::uint32_t games, std::uint32_t first, int all_content) {
  PlayoutOptions options;
  options.games = games;
  options.first = first;
  options.all_content = all_content != 0;
  options.run.one_chip = all_content != 0;
  const PlayoutStats s = run_playouts(options);
  Json json;
  json.open('{').field("games", s.games).field("decisions", s.decisions).field("wins", s.wins);
  json.field("signature", std::to_string(s.signature)).close('}');
  return answer(json.take());
}

}  // namespace jimbot::web
