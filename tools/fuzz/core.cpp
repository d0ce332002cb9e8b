// Bytes of strangers against every reader of the core, for libFuzzer: the first byte chooses the reader, the rest is
// what it reads. What is accepted must be sound, be written as it was read, and can be played on.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "checks.h"
#include "lessons.h"
#include "save.h"
#include "step.h"
#include "text.h"

using namespace jimbot;

namespace {

constexpr int kSteps = 24;  // played in an accepted game
constexpr std::size_t kMaxGameSteps = 200;  // of a lesson that is played again

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

const Game& position() {
  static const Game kGame = [] {
    Game g;
    expect(read_notation(
               "jimbot1 seed=FUZZ phase=SHOP money=50 jokers=[j_runner:45/x:FOIL,j_yorick:2~11+3/rental] "
               "consumables=[c_fool,c_death] shop=[j_joker,c_mars] shop_packs=[p_arcana_normal_1]",
               g)
               .empty(),
           "the position to begin with can be read");
    return g;
  }();
  return kGame;
}

void play_on(Game& g, std::uint64_t number) {
  PolicyRandom random{number};
  for (int i = 0; i < kSteps && g.phase != Phase::game_over && fuzz::decision_exists(g); ++i) {
    expect(is_sound(g), "an accepted game is sound");
    const Action a = random_decision(g, random);
    expect(is_legal(g, a), "a random decision is legal");
    apply(g, a);
  }
  expect(is_sound(g), "an accepted game stays sound");
}

void read_position(std::string_view text) {
  auto g = std::make_unique<Game>(), again = std::make_unique<Game>();
  if (!read_notation(text, *g).empty()) return;
  const std::string written = write_notation(*g);
  expect(read_notation(written, *again).empty(), "an accepted notation is written and read");
  expect(write_notation(*again) == written, "an accepted notation reads back the same");
  play_on(*g, text.size());
}

void read_edit(std::string_view text) {
  auto g = std::make_unique<Game>(position());
  if (edit_notation(text, *g).empty())
    play_on(*g, text.size());
  else
    expect(std::memcmp(g.get(), &position(), sizeof(Game)) == 0, "a refused edit leaves the game as it was");
}

// Changes of single bytes (place in two bytes, value in one) behind a checksum that is right.
void read_changed_save(std::string_view changes) {
  auto g = std::make_unique<Game>(position()), loaded = std::make_unique<Game>();
  for (; changes.size() >= 3; changes.remove_prefix(3)) {
    const auto at = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<std::uint8_t>(changes[i]));
    };
    reinterpret_cast<std::uint8_t*>(g.get())[(at(0) | at(1) << 8) % sizeof(Game)] =
        static_cast<std::uint8_t>(at(2));
  }
  std::array<std::byte, kSaveSize> bytes;
  save(*g, bytes);
  if (load(bytes, *loaded) == LoadError::none) {
    write_notation(*loaded);
    play_on(*loaded, 1);
  }
}

void read_save(std::string_view text) {
  auto g = std::make_unique<Game>();
  if (load(std::as_bytes(std::span(text.data(), text.size())), *g) == LoadError::none) play_on(*g, 1);
}

void read_decision(std::string_view text) {
  Action a{}, again{};
  if (!read_action(text, a).empty()) return;
  expect(read_action(write_action(a), again).empty() && std::memcmp(&a, &again, sizeof a) == 0,
         "an action reads back");
  auto g = std::make_unique<Game>(position());
  if (!is_legal(*g, a)) return;
  apply(*g, a);
  play_on(*g, text.size());
}

void read_card(std::string_view text) {
  Card card{}, again{};
  std::string error;
  if (!parse_card_code(text, card, error)) return;
  const std::string code = card_code(card);
  expect(parse_card_code(code, again, error) && card_code(again) == code, "a card reads back the same");
}

void read_game(std::string_view bytes) {
  plan::Lesson lesson, again;
  if (!plan::read_lesson(bytes, lesson).empty()) return;
  const std::string written = plan::write_lesson(lesson);
  expect(plan::read_lesson(written, again).empty() && plan::write_lesson(again) == written,
         "a lesson reads back");
  if (lesson.steps.size() > kMaxGameSteps) return;
  plan::Examples examples;
  plan::add_examples(lesson, 0, {}, examples);
}

void read_names(std::string_view text) {
  find_joker(text), find_consumable(text), find_voucher(text), find_tag(text), find_blind(text),
      find_booster(text);
  find_deck(text), find_stake(text), find_challenge(text), find_hand_type(text);
}

constexpr void (*kReaders[])(std::string_view) = {read_position, read_edit, read_changed_save, read_save,
                                                  read_decision, read_card, read_game,         read_names};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);  // its end is watched
  kReaders[data[0] % std::size(kReaders)](text);
  return 0;
}
