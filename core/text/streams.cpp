// The random streams as text: every used stream by the key the game gives it.
#include <cmath>
#include <cstring>

#include "parts.h"

namespace jimbot::text {
namespace {

struct StreamName {
  std::string_view before, after;
};
constexpr StreamName kNames[] = {
#define JIMBOT_RUN_NAME(id, text) {text, ""},
#define JIMBOT_ANTE_NAME(id, before, after) {before, after},
    JIMBOT_RUN_STREAMS(JIMBOT_RUN_NAME) JIMBOT_ANTE_POOLS(JIMBOT_ANTE_NAME)
        JIMBOT_ANTE_STREAMS(JIMBOT_ANTE_NAME)
#undef JIMBOT_RUN_NAME
#undef JIMBOT_ANTE_NAME
};

constexpr int kAnteLimit = 30'000;

struct StreamKey {
  Stream stream;
  int ante = 0;
  int resample = 0;
};

bool is_run_stream(Stream s) { return static_cast<int>(s) < kRunStreams; }
bool is_pool(Stream s) {
  if (is_run_stream(s)) return s == Stream::legendary || s == Stream::voucher_tag;
  return static_cast<int>(s) < kRunStreams + kAntePools;
}

std::string key_text(Stream stream, int ante, int resample) {
  char key[kMaxKey];
  const int length = stream_key(stream, ante, resample, key);
  return {key, static_cast<std::size_t>(length)};
}

// The ante between the two parts of a stream's name.
bool match_ante(std::string_view key, const StreamName& name, int& ante) {
  if (key.size() <= name.before.size() + name.after.size()) return false;
  if (!key.starts_with(name.before) || !key.ends_with(name.after)) return false;
  key = key.substr(name.before.size(), key.size() - name.before.size() - name.after.size());
  return read_whole_as(key, -kAnteLimit, kAnteLimit, ante).empty();
}

bool parse_key(std::string_view text, StreamKey& out) {
  std::string_view key = text;
  if (key.ends_with("_resample2")) {
    out.resample = 2;
    key.remove_suffix(10);
  }
  for (int i = 0; i < kStreams; ++i) {
    out.stream = static_cast<Stream>(i);
    out.ante = 0;
    if (is_run_stream(out.stream) ? key != kNames[i].before : !match_ante(key, kNames[i], out.ante)) continue;
    return (!out.resample || is_pool(out.stream)) && key_text(out.stream, out.ante, out.resample) == text;
  }
  return false;
}

// "key:value"
std::string parse_entry(std::string_view entry, StreamKey& key, std::string_view& value) {
  std::string_view name = entry;
  if (!cut(name, ':', value)) return quoted(entry) + " has no value (such as boss:0.5)";
  return parse_key(name, key)
             ? ""
             : "unknown stream " + quoted(name) + " (use a key such as boss, cdt1 or Tag2_resample2)";
}

// Null: another ante lies where this one belongs.
AnteStreams* place_of(Rng& rng, int ante) {
  AnteStreams& s = rng.antes[static_cast<std::size_t>((ante % 3 + 3) % 3)];
  if (s.in_use && s.ante != ante) return nullptr;
  s.in_use = 1;
  s.ante = ante;
  return &s;
}

double* state_of(Rng& rng, const StreamKey& key) {
  const std::size_t i = static_cast<std::size_t>(key.stream);
  if (is_run_stream(key.stream))
    return key.resample ? &rng.run_resample[key.stream == Stream::legendary ? 0 : 1] : &rng.run[i];
  AnteStreams* s = place_of(rng, key.ante);
  if (!s) return nullptr;
  return key.resample ? &s->first_resample[i - kRunStreams] : &s->state[i - kRunStreams];
}

// 0 and negative states wait for their first use.
void write_state(std::vector<std::string>& out, double state, Stream stream, int ante, int resample) {
  if (state > 0 || std::isnan(state))
    out.push_back(key_text(stream, ante, resample) + ":" + number_text(state));
}

std::string read_state(std::string_view entry, Rng& rng) {
  StreamKey key;
  std::string_view value;
  if (std::string error = parse_entry(entry, key, value); !error.empty()) return error;
  double number = 0;
  if (std::string error = read_real(value, number); !error.empty()) return error;
  if (!std::isnan(number) && !(number > 0 && number <= 1))
    return quoted(value) + " is no state of a stream (above 0, up to 1)";
  double* state = state_of(rng, key);
  if (!state) return quoted(entry) + ": only streams of three neighbouring antes are kept";
  if (*state != 0) return "stream " + quoted(entry) + " is given twice";
  *state = std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
  return "";
}

// Run streams are in the record under an ante of their own (as in rng.cpp).
constexpr int kRunAnte = std::numeric_limits<std::int16_t>::min();

}  // namespace

std::string write_streams(const Rng& rng) {
  std::vector<std::string> out;
  for (int i = 0; i < kRunStreams; ++i)
    write_state(out, rng.run[static_cast<std::size_t>(i)], static_cast<Stream>(i), 0, 0);
  write_state(out, rng.run_resample[0], Stream::legendary, 0, 2);
  write_state(out, rng.run_resample[1], Stream::voucher_tag, 0, 2);
  for (const AnteStreams& s : rng.antes) {
    if (!s.in_use) continue;
    for (int i = 0; i < kAnteStreams; ++i)
      write_state(out, s.state[static_cast<std::size_t>(i)], static_cast<Stream>(kRunStreams + i), s.ante, 0);
    for (int i = 0; i < kAntePools; ++i)
      write_state(out, s.first_resample[static_cast<std::size_t>(i)], static_cast<Stream>(kRunStreams + i),
                  s.ante, 2);
  }
  return write_list(out);
}

std::string write_deep(const Rng& rng) {
  std::vector<std::string> out;
  for (const DeepResample& d : rng.deep) {
    const Stream stream = static_cast<Stream>(d.stream);
    out.push_back(key_text(stream, d.ante, 0) + ":" + std::to_string(d.depth));
  }
  return write_list(out);
}

std::string read_streams(std::string_view text, Rng& rng) {
  std::vector<std::string_view> entries;
  if (std::string error = read_list(text, entries); !error.empty()) return error;
  rng.run = {};
  rng.run_resample = {};
  rng.antes = {};
  rng.deep = {};
  for (std::string_view entry : entries)
    if (std::string error = read_state(entry, rng); !error.empty()) return error;
  return "";
}

std::string read_deep(std::string_view text, Rng& rng) {
  std::vector<std::string_view> entries;
  if (std::string error = read_list(text, entries); !error.empty()) return error;
  if (std::string error = count_error(entries.size(), kMaxDeepResamples, "entries"); !error.empty())
    return error;
  rng.deep = {};
  for (std::string_view entry : entries) {
    StreamKey key;
    std::string_view value;
    if (std::string error = parse_entry(entry, key, value); !error.empty()) return error;
    if (!is_pool(key.stream) || key.resample) return quoted(entry) + " is not a pool that is redrawn";
    DeepResample d{};
    if (std::string error = read_whole_as(value, 3, 255, d.depth); !error.empty()) return error;
    d.ante = static_cast<std::int16_t>(is_run_stream(key.stream) ? kRunAnte : key.ante);
    d.stream = static_cast<std::uint8_t>(key.stream);
    rng.deep.push(d);
  }
  return "";
}

std::string write_orbital(const Rng& rng) {
  std::vector<std::string> out;
  for (const AnteStreams& s : rng.antes) {
    if (!s.orbital_hands[0]) continue;
    std::string entry = std::to_string(s.ante);
    for (std::uint8_t hand : s.orbital_hands)
      entry += ":" + std::string(row(static_cast<HandType>(hand - 1)).slug);
    out.push_back(entry);
  }
  return write_list(out);
}

std::string read_orbital(std::string_view text, Rng& rng) {
  std::vector<std::string_view> entries;
  if (std::string error = read_list(text, entries); !error.empty()) return error;
  for (AnteStreams& s : rng.antes) s.orbital_hands = {};
  for (std::string_view entry : entries) {
    std::string_view rest = entry, hand;
    cut(rest, ':', hand);
    int ante = 0;
    if (std::string error = read_whole_as(rest, -kAnteLimit, kAnteLimit, ante); !error.empty()) return error;
    AnteStreams* s = place_of(rng, ante);
    if (!s) return quoted(entry) + ": only hands of three neighbouring antes are kept";
    for (std::uint8_t& place : s->orbital_hands) {
      std::string_view next;
      cut(hand, ':', next);
      HandType type{};
      if (std::string error = read_id(hand, type); !error.empty()) return error;
      place = static_cast<std::uint8_t>(1 + static_cast<int>(type));
      hand = next;
    }
    if (!hand.empty()) return quoted(entry) + " has more than three hands";
  }
  return "";
}

}  // namespace jimbot::text

namespace jimbot {

std::string stream_states(const Game& g) { return text::write_streams(g.rng); }
std::string orbital_hands(const Game& g) { return text::write_orbital(g.rng); }

std::optional<StreamPlace> find_stream(std::string_view key) {
  text::StreamKey found;
  if (!text::parse_key(key, found)) return std::nullopt;
  const bool of_run = text::is_run_stream(found.stream);
  return StreamPlace{of_run ? std::nullopt : std::optional<int>(found.ante), text::is_pool(found.stream)};
}

}  // namespace jimbot
