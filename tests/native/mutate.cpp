// Damaged saves, notations and actions: refused, or a sound game that can be played.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "checks.h"
#include "report.h"
#include "save.h"
#include "step.h"
#include "text.h"

namespace jimbot::fuzz {
namespace {

constexpr int kSteps = 50;  // played in an accepted game

constexpr const char* kOddValues[] = {"0",
                                      "-1",
                                      "1",
                                      "255",
                                      "256",
                                      "99999999999999999999",
                                      "-9223372036854775808",
                                      "1e308",
                                      "nan",
                                      "inf",
                                      "-inf",
                                      "1e-320",
                                      "",
                                      "[]",
                                      "[,]",
                                      "=",
                                      "2147483647",
                                      "none",
                                      "/",
                                      ":",
                                      "#",
                                      "#0",
                                      "%",
                                      "\x80\xFF",
                                      "32767",
                                      "[[",
                                      "]",
                                      "100000000"};

// What is_sound must not let through: the faces of the program and the flow take it for granted.
const char* gap(const Game& g) {
  const auto is_rank = [](int rank) { return rank >= 2 && rank <= kAce; };
  for (char c : seed_text(g.rng))
    if (c < ' ' || c > '~') return "is_sound refuses a seed that cannot be printed";
  const auto is_state = [](double x) { return !(x < -1 || x > 1); };  // waiting: negative; failed: no number
  bool streams = is_state(g.rng.seed_hash);
  const auto all = [&](const auto& states) {
    for (double x : states) streams &= is_state(x);
  };
  all(g.rng.tail);
  all(g.rng.run);
  all(g.rng.run_resample);
  for (const AnteStreams& ante : g.rng.antes) all(ante.state), all(ante.first_resample);
  if (!streams) return "is_sound refuses random streams out of range";
  if (g.ante < -20'000 || g.ante > 20'000) return "is_sound refuses an ante that the notation cannot hold";
  if (!is_rank(g.idol_rank) || !is_rank(g.mail_rank)) return "is_sound refuses a round target without a rank";
  for (const DeepResample& d : g.rng.deep)
    if (d.stream >= kStreams) return "is_sound refuses a deep redraw of an unknown stream";
  for (const Joker& joker : g.jokers)
    if (joker.id == JokerId::todo_list && (joker.extra < 0 || joker.extra >= kHandTypes))
      return "is_sound refuses a To Do List without a poker hand";
  const bool shop_open = g.phase == Phase::shop || g.phase == Phase::game_over ||
                         (g.phase == Phase::pack && g.phase_behind_pack == Phase::shop);
  if (!shop_open && !(g.shop.empty() && g.shop_packs.empty() && g.shop_vouchers.empty()))
    return "is_sound refuses a stocked shop that is not open";
  const auto pinned = [](const auto& offers) {
    return std::any_of(offers.begin(), offers.end(), [](const Item& item) {
      return item.kind == ItemKind::joker && (item.joker.flags & Joker::kPinned);
    });
  };
  if (pinned(g.shop) || pinned(g.pack_cards)) return "is_sound refuses a pinned joker on offer";
  const auto forced_outside = [&](const auto& pile) {
    return std::any_of(pile.begin(), pile.end(), [&](std::uint8_t i) { return g.cards[i].forced(); });
  };
  if (g.phase != Phase::game_over && (forced_outside(g.draw.cards) || forced_outside(g.discard)))
    return "is_sound refuses a forced card outside the hand";
  return nullptr;
}

// Random play in an accepted game, to its end or to where a changed number leaves nothing to do.
void play_on(Game& g, PolicyRandom& random) {
  if (!is_sound(g)) return fail("an accepted game is sound", g);
  if (const char* what = gap(g)) return fail(what, g);
  for (int i = 0; i < kSteps && g.phase != Phase::game_over && decision_exists(g); ++i) {
    const Action a = random_decision(g, random);
    check(is_legal(g, a), "a random decision is legal", g);
    apply(g, a);
    if (!is_sound(g)) return fail("an accepted game stays sound", g, action_text(a));
  }
}

// A notation that is accepted gives a position of the game: it can be played on, written and read.
void check_read(const Game& g) {
  check_position(g);
  Game again;
  const std::string text = write_notation(g), error = read_notation(text, again);
  if (!error.empty()) return fail("an accepted position is written and read", g, error);
  if (const std::string other = write_notation(again); other != text)
    fail("an accepted position reads back the same", g, other);
}

// A third of the changes hit the single numbers and the counts, a third what lies behind the cards.
std::size_t random_offset(PolicyRandom& random) {
  static constexpr std::size_t kCounts[] = {
      offsetof(Game, rng.deep.count),      offsetof(Game, rng.seed_length),
      offsetof(Game, cards.count),         offsetof(Game, draw.cards.count),
      offsetof(Game, draw.settled),        offsetof(Game, hand.count),
      offsetof(Game, discard.count),       offsetof(Game, jokers.count),
      offsetof(Game, consumables.count),   offsetof(Game, tags.count),
      offsetof(Game, shop_vouchers.count), offsetof(Game, shop_packs.count),
      offsetof(Game, shop.count),          offsetof(Game, pack_cards.count)};
  const auto between = [&](std::size_t low, std::size_t high) {
    return low + random.below(static_cast<std::uint32_t>(high - low));
  };
  switch (random.below(6)) {
    case 0: return kCounts[random.below(std::size(kCounts))];
    case 1: return between(offsetof(Game, rng.deep), offsetof(Game, cards));
    case 2:
    case 3: return between(offsetof(Game, draw), sizeof(Game));
    default: return between(0, sizeof(Game));
  }
}

std::uint8_t changed(std::uint8_t byte, PolicyRandom& random) {
  switch (random.below(4)) {
    case 0: return static_cast<std::uint8_t>(byte ^ (1u << random.below(8)));
    case 1: return static_cast<std::uint8_t>(random.below(256));
    case 2: return static_cast<std::uint8_t>(byte + 1);
    default: return random.below(2) ? 255 : 0;
  }
}

void damage_file(const Game& g, PolicyRandom& random) {
  std::vector<std::byte> bytes(kSaveSize);
  save(g, std::span<std::byte, kSaveSize>(bytes.data(), kSaveSize));
  const std::uint32_t kind = random.below(3);
  if (kind == 0)
    bytes.resize(random.below(kSaveSize));
  else if (kind == 1)
    bytes.resize(kSaveSize + 1 + random.below(100));
  else
    bytes[random.below(kSaveSize)] ^= static_cast<std::byte>(1 + random.below(255));
  Game out;
  std::memset(static_cast<void*>(&out), 0x77, sizeof out);
  const Game before = out;
  check(load(bytes, out) != LoadError::none, "a damaged save is refused", g);
  check(std::memcmp(&out, &before, sizeof out) == 0, "a refused save leaves the game as it was", g);
}

std::string random_word(const std::string& text, PolicyRandom& random) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words.empty() ? "" : words[random.below(static_cast<std::uint32_t>(words.size()))];
}

std::uint32_t place(const std::string& text, PolicyRandom& random) {
  return random.below(static_cast<std::uint32_t>(text.size() + 1));
}

// The number or word that begins somewhere in the text gives way to an odd value.
void replace_value(std::string& text, PolicyRandom& random) {
  const std::size_t at = text.find_first_of("=:,[ ", place(text, random));
  if (at == std::string::npos) return;
  const std::size_t end = std::min(text.find_first_of(":,]/# ", at + 1), text.size());
  text.replace(at + 1, end - at - 1, kOddValues[random.below(std::size(kOddValues))]);
}

void mutate(std::string& text, PolicyRandom& random) {
  switch (random.below(7)) {
    case 0: text.insert(place(text, random), 1, static_cast<char>(random.below(256))); break;
    case 1:
      if (!text.empty())
        text.erase(random.below(static_cast<std::uint32_t>(text.size())), 1 + random.below(4));
      break;
    case 2:
      if (!text.empty())
        text[random.below(static_cast<std::uint32_t>(text.size()))] =
            static_cast<char>(32 + random.below(95));
      break;
    case 3: text.resize(place(text, random)); break;
    case 4: {
      const std::string word = random_word(text, random);
      if (const std::size_t at = text.find(word); at != std::string::npos) text.erase(at, word.size());
      break;
    }
    case 5: text += " " + random_word(text, random); break;
    default: replace_value(text, random); break;
  }
}

}  // namespace

void mutate_save(const Game& g, PolicyRandom& random, Counts& counts) {
  where.doing = "damaged save";
  damage_file(g, random);
  // The same with a correct checksum: only the contents are wrong.
  const auto mutant = std::make_unique<Game>(g), loaded = std::make_unique<Game>();
  where.doing = "changed save";
  where.given = "bytes";
  for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
    const std::size_t at = random_offset(random);
    std::uint8_t* bytes = reinterpret_cast<std::uint8_t*>(mutant.get());
    bytes[at] = changed(bytes[at], random);
    where.given += " " + std::to_string(at) + "=" + std::to_string(bytes[at]);
  }
  std::array<std::byte, kSaveSize> bytes;
  save(*mutant, bytes);
  ++counts.mutants;
  if (load(bytes, *loaded) == LoadError::none) {
    ++counts.accepted;
    play_on(*loaded, random);
    if (is_sound(*loaded) && !gap(*loaded)) write_notation(*loaded);
  }
  where.given.clear();
}

void mutate_notation(const Game& g, PolicyRandom& random, Counts& counts) {
  where.doing = "changed notation";
  std::string text = write_notation(g, random.below(2));
  for (std::uint32_t n = 1 + random.below(3); n > 0; --n) mutate(text, random);
  where.given = text;
  const auto out = std::make_unique<Game>(g);
  ++counts.mutants;
  const std::string error =
      random.below(4) ? read_notation(text, *out)
                      : edit_notation(text.substr(std::min(text.size(), text.find(" deck="))), *out);
  if (!error.empty()) {
    check(std::memcmp(&g, out.get(), sizeof(Game)) == 0, "a refused notation leaves the game as it was", g);
  } else {
    ++counts.accepted;
    check_read(*out);
    play_on(*out, random);
  }
  where.given.clear();
}

void mutate_action(const Game& g, PolicyRandom& random, Counts& counts) {
  where.doing = "changed action";
  if (g.phase == Phase::game_over) return;
  std::string text = write_action(random_decision(g, random));
  for (std::uint32_t n = 1 + random.below(3); n > 0; --n) mutate(text, random);
  where.given = text;
  Action a{}, again{};
  ++counts.mutants;
  if (read_action(text, a).empty()) {
    ++counts.accepted;
    check(read_action(write_action(a), again).empty() && std::memcmp(&a, &again, sizeof a) == 0,
          "an action reads back", g);
    if (is_legal(g, a)) {
      const auto copy = std::make_unique<Game>(g);
      apply(*copy, a);
      check(is_sound(*copy), "the state is sound", *copy);
    }
  }
  where.given.clear();
}

}  // namespace jimbot::fuzz
