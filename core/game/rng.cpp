// The random machinery: hash, rounding, LuaJIT's generator, named streams.
#include "rng.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "wide.h"

namespace jimbot {
namespace {

constexpr double kPi = 3.141592653589793;

// One byte of the hash; positions count from 1, bytes are taken from the last to the first.
inline double hash_byte(double x, double byte, int position) {
  const double y = 1.1239285023 / x * byte * kPi + kPi * position;
  return y - std::floor(y);
}

struct StreamName {
  const char* before;
  const char* after;
  int before_length, after_length;
};

constexpr int length_of(const char* s) {
  int n = 0;
  while (s[n]) ++n;
  return n;
}

constexpr StreamName name_of(const char* before, const char* after = "") {
  return {before, after, length_of(before), length_of(after)};
}

constexpr StreamName kNames[] = {
#define JIMBOT_RUN_NAME(id, text) name_of(text),
#define JIMBOT_ANTE_NAME(id, before, after) name_of(before, after),
    JIMBOT_RUN_STREAMS(JIMBOT_RUN_NAME) JIMBOT_ANTE_POOLS(JIMBOT_ANTE_NAME)
        JIMBOT_ANTE_STREAMS(JIMBOT_ANTE_NAME)
#undef JIMBOT_RUN_NAME
#undef JIMBOT_ANTE_NAME
};
static_assert(sizeof(kNames) / sizeof(kNames[0]) == kStreams);

int write_number(int value, char* out) {
  char digits[12];
  int n = 0, length = 0;
  unsigned rest = value < 0 ? 0u - static_cast<unsigned>(value) : static_cast<unsigned>(value);
  do digits[n++] = static_cast<char>('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) out[length++] = '-';
  while (n) out[length++] = digits[--n];
  return length;
}

bool is_run_stream(Stream s) { return static_cast<int>(s) < kRunStreams; }

// Hash of the seed's bytes as they follow keys of every length.
void hash_tails(Rng& rng) {
  for (double& x : rng.tail) x = 1;
  for (int i = static_cast<int>(rng.seed_length); i > 0; --i) {
    const double byte = static_cast<unsigned char>(rng.seed[i - 1]);
    for (int length = 0; length < kMaxKey; ++length) {  // independent lanes: the compiler vectorises this
      double& x = rng.tail[length];
      x = hash_byte(x, byte, length + i);
    }
  }
}

double stream_start(const Rng& rng, const char* key, int length) {
  double x = rng.tail[length];
  for (int i = length; i > 0; --i) x = hash_byte(x, static_cast<unsigned char>(key[i - 1]), i);
  return x;
}

// The streams that nearly every ante uses are hashed together when the ante begins: one key after the
// other waits for a chain of divisions, side by side they cost little more than one.
constexpr Stream kUsual[] = {
    Stream::slot_type,
    Stream::rarity_shop,
    Stream::sticker_shop,
    Stream::edition_shop,
    Stream::shop_pack,
    Stream::round_shuffle,
    Stream::cash_out_shuffle,
    Stream::idol,
    Stream::mail,
    Stream::castle,
    Stream::ancient,
    Stream::tag,
    Stream::voucher,
    Stream::common_shop,
    Stream::uncommon_shop,
    Stream::tarot_shop,
    Stream::planet_shop,
    Stream::tarot_arcana,
    Stream::soul_tarot,
    Stream::planet_celestial,
    Stream::soul_planet,
    Stream::standard_set,
    Stream::front_standard,
    Stream::uncommon_buffoon,
    Stream::standard_seal,
    Stream::rarity_buffoon,
    Stream::common_buffoon,
    Stream::edition_buffoon,
    Stream::sticker_pack,
    Stream::enhanced_standard,
    Stream::rare_shop,
    Stream::standard_seal_type,
};
constexpr int kLanes = sizeof(kUsual) / sizeof(kUsual[0]);
constexpr int kLongestUsual = 12;  // with one digit; longer keys would make all lanes wait

// Bytes of the usual keys by position, for antes of one digit.
struct UsualKeys {
  double byte[kLongestUsual + 1][kLanes];   // with the digit 0 in the ante's place
  double digit[kLongestUsual + 1][kLanes];  // 1 in the ante's place
  double inside[kLongestUsual + 1][kLanes]; // 1 while the position belongs to the key
  int length[kLanes];
};
constexpr UsualKeys make_usual_keys() {
  UsualKeys keys{};
  for (int lane = 0; lane < kLanes; ++lane) {
    const StreamName& name = kNames[static_cast<int>(kUsual[lane])];
    int at = 1;
    for (int i = 0; i < name.before_length; ++i) keys.byte[at++][lane] = name.before[i];
    keys.digit[at][lane] = 1;
    keys.byte[at++][lane] = '0';
    for (int i = 0; i < name.after_length; ++i) keys.byte[at++][lane] = name.after[i];
    keys.length[lane] = at - 1;
    for (int i = 1; i < at; ++i) keys.inside[i][lane] = 1;
  }
  return keys;
}
constexpr UsualKeys kUsualKeys = make_usual_keys();

// A hash that waits for its first use is kept negative.
void hash_usual_streams(const Rng& rng, AnteStreams& streams) {
  if (streams.ante < 0 || streams.ante > 9) return;
  double x[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) x[lane] = rng.tail[kUsualKeys.length[lane]];
  for (int i = kLongestUsual; i > 0; --i)
    for (int lane = 0; lane < kLanes; ++lane) {
      const double byte = kUsualKeys.byte[i][lane] + kUsualKeys.digit[i][lane] * streams.ante;
      const double next = hash_byte(x[lane], byte, i);
      x[lane] = kUsualKeys.inside[i][lane] != 0 ? next : x[lane];
    }
  for (int lane = 0; lane < kLanes; ++lane)
    streams.state[static_cast<std::size_t>(kUsual[lane]) - kRunStreams] = -x[lane];
}

// A state of exactly 0 would read as "never used"; the smallest double behaves the same in every draw.
double kept(double state) { return state == 0 ? std::numeric_limits<double>::denorm_min() : state; }

double use(Rng& rng, double& state, Stream stream, int ante, int resample) {
  if (state == 0) {
    char key[kMaxKey];
    const int length = stream_key(stream, ante, resample, key);
    state = stream_start(rng, key, length);
  } else if (state < 0) {
    state = -state;
  }
  state = kept(advance_stream(state));
  return (state + rng.seed_hash) / 2;
}

// The keys of the first redraws differ in their last byte only.
void hash_resamples(const Rng& rng, Stream pool, int ante, ResampleStarts& starts) {
  char key[kMaxKey];
  const int length = stream_key(pool, ante, 2, key);
  const double tail = rng.tail[length];
  for (int k = 0; k < 8; ++k) starts.start[k] = hash_byte(tail, '2' + k, length);
  for (int i = length - 1; i > 0; --i) {
    const double byte = static_cast<unsigned char>(key[i - 1]);
    for (double& x : starts.start) x = hash_byte(x, byte, i);
  }
  starts.ready = true;
}

// The generator's registers are shift registers: of the top k bits x_0 (the highest) .. x_{k-1}, each step
// drops s and appends as many by x_{k+i} = x_i xor x_{i+q}. Whole blocks of k bits follow at once, so the
// ten steps after seeding are jumped. The low 64 - k bits never matter again.
template <int k, int q>
constexpr std::uint64_t next_block(std::uint64_t z) {
  constexpr std::uint64_t kTop = ~0ull << (64 - k);
  static_assert(2 * q <= k);
  z &= kTop;
  const std::uint64_t a = z ^ (z << q);
  return (a ^ (a >> (k - q))) & kTop;
}

template <int k, int q, int steps>
constexpr std::uint64_t skip_bits(std::uint64_t z) {
  constexpr std::uint64_t kTop = ~0ull << (64 - k);
  for (int i = 0; i < steps / k; ++i) z = next_block<k, q>(z);
  constexpr int kRest = steps % k;
  return (z << kRest) | (next_block<k, q>(z) >> (k - kRest) & kTop);
}

void skip_ten(std::array<std::uint64_t, 4>& word) {
  word[0] = skip_bits<63, 31, 180>(word[0]);
  word[1] = skip_bits<58, 19, 280>(word[1]);
  word[2] = skip_bits<55, 24, 70>(word[2]);
  word[3] = skip_bits<47, 21, 80>(word[3]);
}

// Run streams are remembered under an ante of their own in the record of deep redraws.
int record_ante(Stream pool, int ante) {
  return is_run_stream(pool) ? std::numeric_limits<std::int16_t>::min() : ante;
}

}  // namespace

double hash_text(std::string_view text) {
  double x = 1;
  for (int i = static_cast<int>(text.size()); i > 0; --i)
    x = hash_byte(x, static_cast<unsigned char>(text[i - 1]), i);
  return x;
}

// Rounds to 13 decimals as printing and parsing would: the exact binary value is scaled in integers,
// rounded half to even, and divided once (correctly rounded, as both numbers are exact doubles).
double round13(double y) {
  if (std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(std::fabs(y));
  const int exponent = static_cast<int>(bits >> 52);
  if (exponent == 0) return 0;
  const std::uint64_t mantissa = (bits & 0xFFFFFFFFFFFFFull) | 0x10000000000000ull;
  const int shift = 1075 - exponent;  // y = mantissa / 2^shift; here 0 <= y < 2, so shift >= 52
  const Wide scaled = static_cast<Wide>(mantissa) * 10000000000000ull;
  if (shift >= 110) return 0;
  std::uint64_t whole = static_cast<std::uint64_t>(scaled >> shift);
  const Wide rest = scaled & ((static_cast<Wide>(1) << shift) - 1);
  const Wide half = static_cast<Wide>(1) << (shift - 1);
  if (rest > half || (rest == half && (whole & 1))) ++whole;
  const double rounded = static_cast<double>(whole) / 1e13;
  return y < 0 ? -rounded : rounded;
}

double advance_stream(double state) {
  const double y = 2.134453429141 + state * 1.72431234;
  return std::fabs(round13(y - std::floor(y)));
}

void LuaRandom::seed(double d) {
  constexpr std::uint64_t kSmallest[4] = {2, 64, 512, 131072};
  for (std::size_t i = 0; i < 4; ++i) {
    d = d * 3.14159265358979323846;
    d = d + 2.7182818284590452354;
    std::uint64_t w = std::bit_cast<std::uint64_t>(d);
    if (w < kSmallest[i]) w += kSmallest[i];
    word[i] = w;
  }
  skip_ten(word);
}

std::uint64_t LuaRandom::next() {
  const auto step = [](std::uint64_t z, int k, int q, int s) {
    return (((z << q) ^ z) >> (k - s)) ^ ((z & (~0ull << (64 - k))) << s);
  };
  word[0] = step(word[0], 63, 31, 18);
  word[1] = step(word[1], 58, 19, 28);
  word[2] = step(word[2], 55, 24, 7);
  word[3] = step(word[3], 47, 21, 8);
  return word[0] ^ word[1] ^ word[2] ^ word[3];
}

double LuaRandom::real() {
  return std::bit_cast<double>((next() & 0xFFFFFFFFFFFFFull) | 0x3FF0000000000000ull) - 1;
}

int LuaRandom::integer(int low, int high) {
  return static_cast<int>(std::floor(real() * (high - low + 1))) + low;
}

AnteStreams& streams_of(Rng& rng, int ante) {
  AnteStreams& s =
      rng.antes[(static_cast<std::uint32_t>(ante) + 0x80000001u) % 3];  // modulo of negatives too
  if (!s.in_use || s.ante != ante) {
    const std::int32_t old = s.ante;
    const bool had = s.in_use;
    std::memset(&s, 0, sizeof s);
    s.ante = ante;
    s.in_use = 1;
    if (had) {  // redraws of an ante that cannot come back are forgotten
      int kept_count = 0;
      for (const DeepResample& d : rng.deep)
        if (d.ante != old) rng.deep.data[kept_count++] = d;
      rng.deep.count = static_cast<std::uint32_t>(kept_count);
    }
    hash_usual_streams(rng, s);
  }
  return s;
}

void seed_rng(Rng& rng, std::string_view seed) {
  std::memset(&rng, 0, sizeof rng);
  rng.seed_length = static_cast<std::uint32_t>(seed.size());
  for (std::size_t i = 0; i < seed.size(); ++i) rng.seed[i] = seed[i];
  hash_tails(rng);
  rng.seed_hash = rng.tail[0];
}

std::string_view seed_text(const Rng& rng) { return {rng.seed.data(), rng.seed_length}; }

int stream_key(Stream stream, int ante, int resample, char (&out)[kMaxKey]) {
  const StreamName& name = kNames[static_cast<int>(stream)];
  int length = name.before_length;
  std::memcpy(out, name.before, static_cast<std::size_t>(length));
  if (!is_run_stream(stream)) {
    length += write_number(ante, out + length);
    std::memcpy(out + length, name.after, static_cast<std::size_t>(name.after_length));
    length += name.after_length;
  }
  if (resample >= 2) {
    std::memcpy(out + length, "_resample", 9);
    length += 9;
    length += write_number(resample, out + length);
  }
  return length;
}

double draw_seed(Rng& rng, Stream stream, int ante) {
  double& state = is_run_stream(stream)
                      ? rng.run[static_cast<std::size_t>(stream)]
                      : streams_of(rng, ante).state[static_cast<std::size_t>(stream) - kRunStreams];
  return use(rng, state, stream, ante, 0);
}

double draw_resample_seed(Rng& rng, Stream pool, int ante, int resample, ResampleStarts& starts) {
  double fresh = 0;
  double* state = &fresh;
  if (resample == 2)
    state = is_run_stream(pool)
                ? &rng.run_resample[pool == Stream::legendary ? 0 : 1]
                : &streams_of(rng, ante).first_resample[static_cast<std::size_t>(pool) - kRunStreams];
  if (*state == 0 && resample < 10) {
    if (!starts.ready) hash_resamples(rng, pool, ante, starts);
    *state = -starts.start[resample - 2];
  }
  double seed = use(rng, *state, pool, ante, resample);
  if (resample == 2) return seed;
  // Deeper streams are not kept: every earlier draw that went as deep used them once.
  for (const DeepResample& d : rng.deep)
    if (d.stream == static_cast<std::uint8_t>(pool) && d.ante == record_ante(pool, ante) &&
        d.depth >= resample)
      seed = use(rng, *state, pool, ante, resample);
  return seed;
}

bool note_resample_depth(Rng& rng, Stream pool, int ante, int depth) {
  if (rng.deep.full()) return false;
  rng.deep.push({static_cast<std::int16_t>(record_ante(pool, ante)), static_cast<std::uint8_t>(pool),
                 static_cast<std::uint8_t>(depth)});
  return true;
}

double draw_real(Rng& rng, Stream stream, int ante) {
  LuaRandom random;
  random.seed(draw_seed(rng, stream, ante));
  return random.real();
}

int draw_index(Rng& rng, Stream stream, int ante, int n) { return draw_integer(rng, stream, ante, 0, n - 1); }

int draw_integer(Rng& rng, Stream stream, int ante, int low, int high) {
  LuaRandom random;
  random.seed(draw_seed(rng, stream, ante));
  return random.integer(low, high);
}

}  // namespace jimbot
