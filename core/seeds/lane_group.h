// LaneGroup: the random streams of up to 32 seeds, hashed and drawn as they are asked for.
#pragma once
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "lanes.h"
#include "rng.h"
#include "seed_span.h"
#include "workers.h"

namespace jimbot {

// Hashes of the last four characters of a seed behind keys of one length, for all of them: seeds in the order of
// their names take turns with these while the first four characters stay.
class EndHashes {
 public:
  static constexpr std::uint64_t kEnds = 1'336'336;  // 34 ^ 4
  static constexpr int kMaxLengths = 8;  // lengths; each takes 10.7 MB
  explicit EndHashes(const LaneCode& code) : code_(code) {}
  const double* behind(int length);  // nullptr: no more lengths are kept

 private:
  const LaneCode& code_;
  Mutex making_;
  int kept_ = 0;
  std::array<std::atomic<const double*>, kMaxKey> known_{};
  std::array<std::vector<double>, kMaxKey> hashes_;
};

class LaneGroup {
 public:
  LaneGroup(const LaneCode& code, const SeedSpan& span, EndHashes* ends);  // ends: nullptr to do without
  // Seeds of the span, by number: `count` that follow each other, or these.
  void begin_row(std::uint64_t first, int count);
  void begin(std::span<const std::uint64_t> numbers);

  LaneMask used() const { return used_; }
  std::uint64_t number(int lane) const { return numbers_[static_cast<std::size_t>(lane)]; }
  // Draw `draw` (from 0) of a stream at an ante, as a real number; of "_resampleN" with a resample of 2 or more.
  const Lanes& real(Stream stream, int ante, int draw, int resample = 0);
  Lanes first_draw(std::string_view key);  // of the stream with this key
  LaneMask failed() const { return failed_; }  // a hash failed: lanes cannot say what such a seed holds
  const LaneCode& code() const { return code_; }

  static constexpr int kMaxDraws = 48;  // of a stream: two for each card of six Mega Spectral Packs

 private:
  struct Drawn {
    std::uint32_t key;
    int count;
    Lanes state;
    std::array<Lanes, kMaxDraws> real;
  };
  void clear(int count);
  void read_names();
  const Lanes& seed_hash();
  Lanes start(const char* key, int length);
  Drawn& drawn(Stream stream, int ante, int resample);

  const LaneCode& code_;
  const SeedSpan& span_;
  EndHashes* ends_;
  LaneMask used_ = 0, failed_ = 0;
  std::array<std::uint64_t, kLanes> numbers_;
  bool in_row_ = false;
  std::size_t row_end_ = 0;  // the first one's last four characters, as a number
  char row_begin_[4];
  bool names_read_ = false;
  std::array<Lanes, 8> bytes_;
  std::array<Lanes, kMaxKey> tails_;
  std::uint64_t tails_known_ = 0;
  bool hash_known_ = false;
  Lanes seed_hash_;
  std::vector<std::unique_ptr<Drawn>> streams_;
  std::size_t in_use_ = 0;
};

}  // namespace jimbot
