// Streams of groups of seeds.
#include "lane_group.h"

#include <cstring>
#include <mutex>

namespace jimbot {
namespace {

LaneMask first_lanes(int count) { return count == kLanes ? kAllLanes : (LaneMask{1} << count) - 1; }

}  // namespace

const double* EndHashes::behind(int length) {
  const auto at = static_cast<std::size_t>(length);
  if (const double* known = known_[at].load(std::memory_order_acquire)) return known;
  const std::lock_guard lock(making_);
  if (const double* known = known_[at].load(std::memory_order_relaxed)) return known;
  if (kept_ == kMaxLengths) return nullptr;
  ++kept_;
  std::vector<double>& hashes = hashes_[at];
  hashes.resize(kEnds + kLanes);  // the last group may reach over the end
  std::array<Lanes, 4> bytes;
  for (std::uint64_t first = 0; first < kEnds; first += kLanes) {
    Lanes x;
    for (int lane = 0; lane < kLanes; ++lane) {
      char name[9];
      seed_name((first + static_cast<std::uint64_t>(lane)) % kEnds, name);
      for (std::size_t i = 0; i < 4; ++i) bytes[i].at[lane] = name[4 + i];
      x.at[lane] = 1;
    }
    code_.hash_lanes(x, bytes.data(), 4, length + 4);
    std::memcpy(hashes.data() + first, x.at, sizeof x.at);
  }
  known_[at].store(hashes.data(), std::memory_order_release);
  return hashes.data();
}

LaneGroup::LaneGroup(const LaneCode& code, const SeedSpan& span, EndHashes* ends)
    : code_(code), span_(span), ends_(ends) {}

void LaneGroup::clear(int count) {
  used_ = first_lanes(count);
  failed_ = 0;
  names_read_ = hash_known_ = false;
  tails_known_ = 0;
  in_use_ = 0;
}

void LaneGroup::begin_row(std::uint64_t first, int count) {
  clear(count);
  for (int lane = 0; lane < kLanes; ++lane)
    numbers_[static_cast<std::size_t>(lane)] = first + static_cast<std::uint64_t>(lane < count ? lane : 0);
  row_end_ = first % EndHashes::kEnds;
  in_row_ = ends_ && !span_.draw_seed && row_end_ + kLanes <= EndHashes::kEnds;
  if (!in_row_) return;
  char name[9];
  seed_name(first, name);
  std::memcpy(row_begin_, name, sizeof row_begin_);
}

void LaneGroup::begin(std::span<const std::uint64_t> numbers) {
  clear(static_cast<int>(numbers.size()));
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    numbers_[lane] = numbers[lane < numbers.size() ? lane : 0];
  in_row_ = false;
}

void LaneGroup::read_names() {
  for (int lane = 0; lane < kLanes; ++lane) {
    char name[9];
    seed_in(span_, numbers_[static_cast<std::size_t>(lane)], name);
    for (std::size_t i = 0; i < 8; ++i) bytes_[i].at[lane] = name[i];
  }
  names_read_ = true;
}

// The hash of a key and the seeds behind it.
Lanes LaneGroup::start(const char* key, int length) {
  const auto at = static_cast<std::size_t>(length);
  Lanes x;
  if (const double* ends = in_row_ ? ends_->behind(length) : nullptr) {
    char text[kMaxKey + 4];
    std::memcpy(text, key, at);
    std::memcpy(text + at, row_begin_, 4);
    std::memcpy(x.at, ends + row_end_, sizeof x.at);
    code_.hash_text(x, text, length + 4);
  } else {
    if (!(tails_known_ >> at & 1)) {
      if (!names_read_) read_names();
      for (double& lane : tails_[at].at) lane = 1;
      code_.hash_lanes(tails_[at], bytes_.data(), 8, length);
      tails_known_ |= std::uint64_t{1} << at;
    }
    x = tails_[at];
    code_.hash_text(x, key, length);
  }
  failed_ |= code_.failed(x) & used_;
  return x;
}

LaneGroup::Drawn& LaneGroup::drawn(Stream stream, int ante, int resample) {
  const auto key = static_cast<std::uint32_t>(stream) << 16 | static_cast<std::uint32_t>(ante) << 8 |
                   static_cast<std::uint32_t>(resample);
  for (std::size_t i = 0; i < in_use_; ++i)
    if (streams_[i]->key == key) return *streams_[i];
  if (in_use_ == streams_.size()) streams_.push_back(std::make_unique<Drawn>());
  Drawn& drawn = *streams_[in_use_++];
  char text[kMaxKey];
  const int length = stream_key(stream, ante, resample, text);
  drawn.key = key;
  drawn.count = 0;
  drawn.state = start(text, length);
  return drawn;
}

const Lanes& LaneGroup::seed_hash() {
  if (!hash_known_) seed_hash_ = start("", 0);
  hash_known_ = true;
  return seed_hash_;
}

Lanes LaneGroup::first_draw(std::string_view key) {
  Lanes state = start(key.data(), static_cast<int>(key.size())), real;
  code_.draw(state, seed_hash(), real);
  return real;
}

const Lanes& LaneGroup::real(Stream stream, int ante, int draw, int resample) {
  Drawn& d = drawn(stream, ante, resample);
  while (d.count <= draw) code_.draw(d.state, seed_hash(), d.real[static_cast<std::size_t>(d.count++)]);
  return d.real[static_cast<std::size_t>(draw)];
}

}  // namespace jimbot
