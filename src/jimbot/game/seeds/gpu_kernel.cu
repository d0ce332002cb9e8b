// Seeds on a graphics card: one thread reads one seed and asks it a few cheap questions about single streams. What passes
// them all is checked by the core. The arithmetic is that of core/game/rng.cpp; compile without fused multiply-add.

typedef unsigned long long u64;

struct Test {     // passed by a seed where one of the draws first .. last - 1 of the stream is so
  char key[40];
  int length, group;  // tests of one group: one of them is enough
  int first, last;
  int n;              // 0: above the limit; otherwise the drawn one of n is among the wanted ones
  u64 wanted;
  double limit;
};

__device__ double hash_byte(double x, double byte, int position) {
  const double y = 1.1239285023 / x * byte * 3.141592653589793 + 3.141592653589793 * position;
  return y - floor(y);
}

__device__ double hash_key(const char* key, int length, const char* seed) {
  double x = 1;
  for (int i = 8; i > 0; --i) x = hash_byte(x, seed[i - 1], length + i);
  for (int i = length; i > 0; --i) x = hash_byte(x, key[i - 1], i);
  return x;
}

// One use of a stream: rounded to 13 decimals in whole numbers, half to even.
__device__ double advance(double state) {
  const u64 five = 1220703125, low26 = (1u << 26) - 1;
  const double y = 2.134453429141 + state * 1.72431234;
  const u64 m = __double_as_longlong(y) & ((1ull << 51) - 1);
  const u64 low = (m & low26) * five, high = (m >> 26) * five + (low >> 26);
  const u64 rest = (high & 4095) << 26 | (low & low26), whole = high >> 12;
  return (double)(whole + ((rest + (1ull << 37) - 1 + (whole & 1)) >> 38)) / 1e13;
}

__device__ u64 next_block(u64 z, int k, int q) {
  const u64 a = z ^ (z << q);
  return (a ^ (a >> (k - q))) & (~0ull << (64 - k));
}

// The register of LuaJIT's generator after the ten steps that it discards and one more.
__device__ u64 eleventh(double d, int k, int q, int s) {
  const u64 top = ~0ull << (64 - k);
  const int rest = 10 * s % k;
  u64 z = __double_as_longlong(d) & top;
  for (int i = 0; i < 10 * s / k; ++i) z = next_block(z, k, q);
  z = z << rest | (next_block(z, k, q) >> (k - rest) & top);
  return ((z << q ^ z) >> (k - s)) ^ ((z & top) << s);
}

__device__ double real_of(double state, double seed_hash) {
  const double pi = 3.141592653589793, e = 2.7182818284590452354;
  const double a = (state + seed_hash) / 2 * pi + e, b = a * pi + e, c = b * pi + e, d = c * pi + e;
  const u64 bits = eleventh(a, 63, 31, 18) ^ eleventh(b, 58, 19, 28) ^ eleventh(c, 55, 24, 7) ^ eleventh(d, 47, 21, 8);
  return __longlong_as_double((bits & 0xFFFFFFFFFFFFFull) | 0x3FF0000000000000ull) - 1;
}

__device__ void name_seed(u64 number, char* seed) {
  const char alphabet[] = "123456789ABCDEFGHIJKLMNPQRSTUVWXYZ";
  for (int i = 7; i >= 0; --i, number /= 34) seed[i] = alphabet[number % 34];
}

// A hash that fails (no number) passes: the core knows what comes of it.
__device__ bool passes(const Test& test, const char* seed, double seed_hash) {
  double state = hash_key(test.key, test.length, seed);
  if (!(state == state) || !(seed_hash == seed_hash)) return true;
  for (int i = 0; i < test.last; ++i) {
    state = advance(state);
    if (i < test.first) continue;
    const double real = real_of(state, seed_hash);
    if (test.n == 0 ? real > test.limit : (test.wanted >> (int)floor(real * test.n) & 1) != 0) return true;
  }
  return false;
}

// Numbers of the seeds that pass one test of each group at least. `found[0]` counts them, also beyond `room`.
extern "C" __global__ void sift(const Test* tests, int count, u64 first, u64 seeds, u64* found, u64 room) {
  const u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= seeds) return;
  char seed[8];
  name_seed(first + at, seed);
  const double seed_hash = hash_key("", 0, seed);
  for (int i = 0; i < count;) {
    const int group = tests[i].group;
    bool passed = false;
    for (; i < count && tests[i].group == group; ++i) passed = passed || passes(tests[i], seed, seed_hash);
    if (!passed) return;
  }
  const u64 place = atomicAdd(found, 1ull);
  if (place < room) found[1 + place] = first + at;
}

// The bits of the first draws of a stream, added up: as stream_digest of the core.
extern "C" __global__ void digest(const Test* tests, int count, u64 first, u64 seeds, u64* found, u64 room) {
  const u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= seeds) return;
  char seed[8];
  name_seed(first + at, seed);
  const double seed_hash = hash_key("", 0, seed), state = hash_key(tests[0].key, tests[0].length, seed);
  if (!(state == state) || !(seed_hash == seed_hash)) return;
  atomicAdd(found, (u64)__double_as_longlong(real_of(advance(state), seed_hash)));
}
