// Searching seeds: 32 side by side, from one cheap question to the next; what they leave open, SeedReader answers.
#pragma once
#include <vector>

#include "lane_facts.h"
#include "seed_span.h"

namespace jimbot {

class SeedFinder {
 public:
  // A code of nullptr: SeedReader answers everything.
  SeedFinder(SeedQuery query, DeckId deck, Stake stake, const LaneCode* code);

  // Numbers of the seeds for which the condition holds, in order, whatever the number of threads and the code.
  std::vector<std::uint64_t> find(const SeedSpan& span, int threads);

  // Those of these seeds, by number in the order of names, for which it holds.
  std::vector<std::uint64_t> keep(const std::vector<std::uint64_t>& seeds, int threads);
  // Groups of questions of which each such seed passes every one.
  std::vector<QuestionGroup> questions() const;

  struct Stage {
    int part;  // of the condition, which all must hold
    int node, level;
  };
  const std::vector<Stage>& stages() const { return stages_; }

 private:
  friend class Sieve;
  struct Trial {
    Stage stage;
    double seconds;
    std::vector<std::uint64_t> left;
  };
  Trial tried(std::size_t part, int level, const std::vector<std::uint64_t>& seeds) const;
  void plan();
  std::vector<std::uint64_t> sift(const Stage& stage, const std::vector<std::uint64_t>& seeds) const;

  const SeedQuery query_;
  const DeckId deck_;
  const Stake stake_;
  const LaneCode* const code_;
  const LaneFacts facts_;
  EndHashes ends_;
  std::vector<int> parts_;
  std::vector<Stage> stages_;
};

// The bits of the first draws of a stream, added up over the seeds of a span: one number says whether two ways of
// drawing agree. Seeds whose hash fails are left out.
std::uint64_t stream_digest(std::string_view key, const SeedSpan& span, const LaneCode* code, int threads);

}  // namespace jimbot
