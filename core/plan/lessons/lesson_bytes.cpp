// Lessons as bytes: a magic, what was played, then step by step.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "lessons.h"

namespace jimbot::plan {
namespace {

constexpr std::string_view kMagic = "JBL1";
constexpr double kPriceUnit = 1.0 / 16000;
constexpr std::uint8_t kFollows = 1, kLabelled = 2, kOther = 4, kThen = 8, kErrors = 16;
constexpr std::uint8_t kWon = 1, kEnded = 2, kSteamodded = 4;

class Out {
 public:
  explicit Out(std::string& bytes) : bytes_(bytes) {}
  void byte(int value) { bytes_.push_back(static_cast<char>(value)); }
  void word(std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) byte(static_cast<int>(value >> 8 * i & 255));
  }
  void action(const Action& a) {
    byte(static_cast<int>(a.kind)), byte(a.index), byte(a.count);
    for (int i = 0; i < a.count; ++i) byte(a.cards[static_cast<std::size_t>(i)]);
  }
  void then(const std::optional<Action>& then) {
    byte(then.has_value());
    if (then) action(*then);
  }

 private:
  std::string& bytes_;
};

class In {
 public:
  explicit In(std::string_view bytes) : bytes_(bytes) {}
  bool good() const { return good_; }
  bool at_end() const { return good_ && at_ == bytes_.size(); }
  int byte() {
    if (at_ >= bytes_.size()) return good_ = false, 0;
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  std::uint32_t word(int size) {
    std::uint32_t value = 0;
    for (int i = 0; i < size; ++i) value |= static_cast<std::uint32_t>(byte()) << 8 * i;
    return value;
  }
  Action action() {
    Action a{};
    const int kind = byte();
    a.index = static_cast<std::uint8_t>(byte());
    const int count = byte();
    if (kind >= kActionKinds || count > kMaxActionCards) return good_ = false, a;
    a.kind = static_cast<ActionKind>(kind);
    for (; a.count < count; ++a.count) a.cards[a.count] = static_cast<std::uint8_t>(byte());
    return a;
  }
  std::optional<Action> then() { return byte() ? std::optional<Action>(action()) : std::nullopt; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

void write_step(Out& out, const Step& step) {
  const bool other = step.labelled && !same(step.taken, step.expert);
  const bool errors = std::ranges::any_of(step.weighed, [](const Alternative& a) { return a.error > 0; });
  out.byte((step.follows ? kFollows : 0) | (step.labelled ? kLabelled : 0) | (other ? kOther : 0) |
           (step.expert_then ? kThen : 0) | (errors ? kErrors : 0));
  out.action(step.taken);
  if (!step.labelled) return;
  if (other) out.action(step.expert);
  if (step.expert_then) out.action(*step.expert_then);
  out.byte(static_cast<int>(step.weighed.size()));
  for (const Alternative& a : step.weighed) {
    out.action(a.action);
    out.then(a.then);
    const auto price = [&](double value) {
      const double units = std::clamp(std::round(value / kPriceUnit), -32767.0, 32767.0);
      out.word(static_cast<std::uint16_t>(static_cast<std::int16_t>(units)), 2);
    };
    price(a.price);
    if (errors) price(a.error);
  }
}

Step read_step(In& in) {
  Step step;
  const int flags = in.byte();
  step.follows = flags & kFollows;
  step.labelled = flags & kLabelled;
  step.taken = step.expert = in.action();
  if (!step.labelled) return step;
  if (flags & kOther) step.expert = in.action();
  if (flags & kThen) step.expert_then = in.action();
  for (int n = in.byte(); n > 0 && in.good(); --n) {
    Alternative a{in.action(), 0, in.then()};
    a.price = static_cast<std::int16_t>(in.word(2)) * kPriceUnit;
    if (flags & kErrors) a.error = static_cast<std::int16_t>(in.word(2)) * kPriceUnit;
    step.weighed.push_back(a);
  }
  return step;
}

}  // namespace

std::string write_lesson(const Lesson& lesson) {
  std::string bytes(kMagic);
  Out out(bytes);
  out.byte(static_cast<int>(lesson.seed.size()));
  bytes += lesson.seed;
  out.byte(static_cast<int>(lesson.deck));
  out.byte(static_cast<int>(lesson.stake));
  out.byte(lesson.challenge);
  out.byte((lesson.won ? kWon : 0) | (lesson.ended ? kEnded : 0) |
           (lesson.variant == Variant::steamodded ? kSteamodded : 0));
  out.byte(lesson.furthest);
  out.byte(lesson.end);
  out.word(static_cast<std::uint32_t>(lesson.steps.size()), 4);
  for (const Step& step : lesson.steps) write_step(out, step);
  return bytes;
}

std::string read_lesson(std::string_view bytes, Lesson& out) {
  if (!bytes.starts_with(kMagic)) return "these bytes are no lesson";
  In in(bytes.substr(kMagic.size()));
  Lesson lesson;
  const int length = in.byte();
  for (int i = 0; i < length; ++i) lesson.seed.push_back(static_cast<char>(in.byte()));
  const int deck = in.byte(), stake = in.byte(), challenge = in.byte(), flags = in.byte();
  const bool known = deck < kDeckIds && stake >= 1 && stake <= 8 &&
                     (challenge == kNone || challenge < kChallengeIds) && length >= 1 && length <= kMaxSeed;
  if (!in.good() || !known) return "this lesson is damaged";
  lesson.deck = static_cast<DeckId>(deck);
  lesson.stake = static_cast<Stake>(stake);
  lesson.challenge = static_cast<std::uint8_t>(challenge);
  lesson.won = flags & kWon;
  lesson.ended = flags & kEnded;
  lesson.variant = flags & kSteamodded ? Variant::steamodded : Variant::vanilla;
  lesson.furthest = static_cast<std::uint8_t>(in.byte());
  lesson.end = static_cast<std::uint8_t>(in.byte());
  for (std::uint32_t n = in.word(4); n > 0 && in.good(); --n) lesson.steps.push_back(read_step(in));
  if (!in.at_end()) return "this lesson is damaged";
  out = std::move(lesson);
  return "";
}

}  // namespace jimbot::plan
