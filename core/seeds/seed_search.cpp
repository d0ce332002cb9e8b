// Searching seeds.
#include "seed_search.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>

#include "seed_reader.h"
#include "workers.h"

namespace jimbot {
namespace {

constexpr std::uint64_t kPiece = 16384;  // seeds that a thread takes at a time
constexpr std::uint64_t kManySeeds = 300'000;  // from here on it pays to keep the hashes of all ends
constexpr std::size_t kMaxParts = 64;
constexpr SeedSpan kSample{.first = 0, .count = 1024, .draw_seed = 1};

LaneMask open_lanes(const Verdict& verdict, const LaneGroup& group) {
  return group.used() & (~verdict.no | group.failed());
}

// What the threads find in each piece, one behind the other.
template <class Find>
std::vector<std::uint64_t> in_pieces(std::uint64_t count, int threads, const Find& find) {
  const std::uint64_t pieces = (count + kPiece - 1) / kPiece;
  std::vector<std::vector<std::uint64_t>> found(pieces);
  Workers workers(threads);
  workers.run(static_cast<int>(pieces), [&](int piece) {
    const std::uint64_t begin = static_cast<std::uint64_t>(piece) * kPiece;
    found[static_cast<std::size_t>(piece)] = find(begin, std::min(kPiece, count - begin));
  });
  std::vector<std::uint64_t> out;
  for (const auto& part : found) out.insert(out.end(), part.begin(), part.end());
  return out;
}

}  // namespace

// One thread's way through a stretch of seeds. Between two stages seeds wait until a group is full.
class Sieve {
 public:
  Sieve(const SeedFinder& finder, const SeedSpan& span, EndHashes* ends) : finder_(finder), span_(span) {
    if (!finder.code_) return;
    for (std::size_t i = 0; i < std::max<std::size_t>(finder.stages_.size(), 1); ++i)
      steps_.emplace_back(LaneGroup(*finder.code_, span, ends));
  }

  std::vector<std::uint64_t> run(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first; i < first + count; i += kLanes) {
      const int lanes = static_cast<int>(std::min<std::uint64_t>(kLanes, first + count - i));
      if (finder_.stages_.empty()) {
        for (int lane = 0; lane < lanes; ++lane) decide({i + static_cast<std::uint64_t>(lane), 0});
      } else {
        steps_[0].sure.fill(0);
        steps_[0].group.begin_row(i, lanes);
        pass(0);
      }
    }
    return rest();
  }

  std::vector<std::uint64_t> run(std::span<const std::uint64_t> seeds) {
    for (std::uint64_t number : seeds) finder_.stages_.empty() ? decide({number, 0}) : wait(0, {number, 0});
    return rest();
  }

 private:
  struct Waiting {
    std::uint64_t number;
    std::uint64_t sure;  // parts of the condition that hold for certain
  };
  struct Step {
    explicit Step(LaneGroup&& g) : group(std::move(g)) {}
    LaneGroup group;
    std::array<std::uint64_t, kLanes> numbers{}, sure{};
    std::size_t count = 0;
  };

  std::vector<std::uint64_t> rest() {
    for (std::size_t i = 0; i < steps_.size(); ++i) flush(i);
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

  void pass(std::size_t number) {
    Step& step = steps_[number];
    const SeedFinder::Stage& stage = finder_.stages_[number];
    const Verdict verdict = finder_.facts_.holds(step.group, stage.node, stage.level, known_);
    const LaneMask yes = verdict.yes & ~step.group.failed();
    for (LaneMask left = open_lanes(verdict, step.group); left; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      const std::uint64_t holds = yes >> lane & 1;
      const auto part = static_cast<unsigned>(stage.part);
      const Waiting seed{step.group.number(lane),
                         step.sure[static_cast<std::size_t>(lane)] | (part < kMaxParts ? holds << part : 0)};
      number + 1 < finder_.stages_.size() ? wait(number + 1, seed) : decide(seed);
    }
  }

  void wait(std::size_t number, const Waiting& seed) {
    Step& step = steps_[number];
    step.numbers[step.count] = seed.number;
    step.sure[step.count++] = seed.sure;
    if (step.count == kLanes) flush(number);
  }

  void flush(std::size_t number) {
    Step& step = steps_[number];
    if (!step.count) return;
    step.group.begin({step.numbers.data(), step.count});
    step.count = 0;
    pass(number);
  }

  void decide(const Waiting& seed) {
    const std::size_t parts = finder_.parts_.size();
    const bool sure = !finder_.stages_.empty() && parts <= kMaxParts &&
                      seed.sure == (parts == kMaxParts ? ~0ull : (1ull << parts) - 1);
    if (!sure) {
      char name[9];
      seed_in(span_, seed.number, name);
      if (!reader_) reader_ = std::make_unique<SeedReader>(finder_.query_, finder_.deck_, finder_.stake_);
      if (!reader_->holds({name, 8})) return;
    }
    found_.push_back(seed.number);
  }

  const SeedFinder& finder_;
  const SeedSpan& span_;
  std::vector<Step> steps_;
  LaneFacts::Known known_;
  std::unique_ptr<SeedReader> reader_;
  std::vector<std::uint64_t> found_;
};

SeedFinder::SeedFinder(SeedQuery query, DeckId deck, Stake stake, const LaneCode* code)
    : query_(std::move(query)),
      deck_(deck),
      stake_(stake),
      code_(code),
      facts_(query_, deck, stake),
      ends_(code ? *code : *lane_codes().front()) {
  const SeedQuery::Node& root = query_.nodes().back();
  const int last = static_cast<int>(query_.nodes().size()) - 1;
  parts_ = root.join == SeedQuery::Join::all ? root.parts : std::vector<int>{last};
  if (code_) plan();
}

std::vector<std::uint64_t> SeedFinder::sift(const Stage& stage,
                                            const std::vector<std::uint64_t>& seeds) const {
  std::vector<std::uint64_t> left;
  LaneGroup group(*code_, kSample, nullptr);
  LaneFacts::Known known;
  for (std::size_t i = 0; i < seeds.size(); i += kLanes) {
    group.begin(std::span(seeds).subspan(i, std::min<std::size_t>(kLanes, seeds.size() - i)));
    const Verdict verdict = facts_.holds(group, stage.node, stage.level, known);
    for (LaneMask open = open_lanes(verdict, group); open; open &= open - 1)
      left.push_back(group.number(__builtin_ctz(open)));
  }
  return left;
}

SeedFinder::Trial SeedFinder::tried(std::size_t part, int level,
                                    const std::vector<std::uint64_t>& seeds) const {
  using Clock = std::chrono::steady_clock;
  Trial trial{{static_cast<int>(part), parts_[part], level}, 1e9, {}};
  for (int i = 0; i < 3; ++i) {  // other work on the machine disturbs the fastest least
    const auto begin = Clock::now();
    trial.left = sift(trial.stage, seeds);
    trial.seconds =
        std::min(trial.seconds, std::chrono::duration<double>(Clock::now() - begin).count() + 1e-9);
  }
  return trial;
}

// The order of the questions: on a sample, always the one next that rejects most for its time; before it a lower level of
// the same part, where that saves more than it takes. Every part is asked at its last level in the end, so that few seeds
// stay open.
void SeedFinder::plan() {
  std::vector<std::uint64_t> seeds(kSample.count);
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = i;
  std::vector<int> next(parts_.size(), 0);
  for (;;) {
    std::optional<Trial> best;
    double best_worth = -1;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      std::vector<Trial> trials;
      for (int level = next[part]; level <= facts_.last_level(parts_[part]); ++level)
        trials.push_back(tried(part, level, seeds));
      for (std::size_t i = 0; i < trials.size(); ++i) {
        const Trial& trial = trials[i];
        const auto rejected = static_cast<double>(seeds.size() - trial.left.size());
        const double worth = rejected / trial.seconds;
        if ((rejected == 0 && i + 1 < trials.size()) || worth <= best_worth) continue;
        best_worth = worth;
        best = *std::find_if(trials.begin(), trials.end(), [&](const Trial& lower) {
          const double rest = static_cast<double>(lower.left.size()) / std::max<double>(1, seeds.size());
          return &lower == &trial || lower.seconds + rest * trial.seconds < 0.95 * trial.seconds;
        });
      }
    }
    if (!best) return;
    stages_.push_back(best->stage);
    next[static_cast<std::size_t>(best->stage.part)] = best->stage.level + 1;
    seeds = std::move(best->left);
  }
}

std::vector<std::uint64_t> SeedFinder::find(const SeedSpan& span, int threads) {
  EndHashes* ends = span.count >= kManySeeds ? &ends_ : nullptr;
  return in_pieces(span.count, threads, [&](std::uint64_t begin, std::uint64_t count) {
    return Sieve(*this, span, ends).run(span.first + begin, count);
  });
}

std::vector<std::uint64_t> SeedFinder::keep(const std::vector<std::uint64_t>& seeds, int threads) {
  const SeedSpan names;
  return in_pieces(seeds.size(), threads, [&](std::uint64_t begin, std::uint64_t count) {
    return Sieve(*this, names, nullptr).run(std::span(seeds).subspan(begin, count));
  });
}

std::vector<QuestionGroup> SeedFinder::questions() const {
  return facts_.questions(static_cast<int>(query_.nodes().size()) - 1);
}

namespace {

std::uint64_t digest_of_lanes(std::string_view key, LaneGroup& group, std::uint64_t first, int count) {
  group.begin_row(first, count);
  const Lanes real = group.first_draw(key);
  std::uint64_t sum = 0;
  for (LaneMask left = group.used() & ~group.failed(); left; left &= left - 1)
    sum += std::bit_cast<std::uint64_t>(real.at[__builtin_ctz(left)]);
  return sum;
}

std::uint64_t digest_of_seed(const std::string& key, const SeedSpan& span, std::uint64_t number) {
  char name[9];
  seed_in(span, number, name);
  const double state = advance_stream(hash_text(key + name)), seed_hash = hash_text(name);
  if (std::isnan(state) || std::isnan(seed_hash)) return 0;
  LuaRandom random;
  random.seed((state + seed_hash) / 2);
  return std::bit_cast<std::uint64_t>(random.real());
}

}  // namespace

std::uint64_t stream_digest(std::string_view key, const SeedSpan& span, const LaneCode* code, int threads) {
  std::atomic<std::uint64_t> sum{0};
  EndHashes ends(code ? *code : *lane_codes().front());
  Workers workers(threads);
  workers.run(static_cast<int>((span.count + kPiece - 1) / kPiece), [&](int piece) {
    const std::uint64_t begin = span.first + static_cast<std::uint64_t>(piece) * kPiece;
    const std::uint64_t end = std::min(begin + kPiece, span.first + span.count);
    std::uint64_t part = 0;
    if (code) {
      LaneGroup group(*code, span, span.count >= kManySeeds ? &ends : nullptr);
      for (std::uint64_t i = begin; i < end; i += kLanes)
        part += digest_of_lanes(key, group, i, static_cast<int>(std::min<std::uint64_t>(kLanes, end - i)));
    } else {
      for (std::uint64_t i = begin; i < end; ++i) part += digest_of_seed(std::string(key), span, i);
    }
    sum += part;
  });
  return sum;
}

}  // namespace jimbot
