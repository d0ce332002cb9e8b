// exp, log, log1p and erfc by +, -, *, / and sqrt alone, which every machine rounds alike. Those of C libraries differ in
// the last bit from system to system, and so would what agents compare.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace jimbot::elementary {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
// ln 2; its first part has so few bits that its multiple by an exponent is exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;

// Infinity above 709, 0 below -708.
inline double exp(double x) {
  if (!(x <= 709)) return x > 709 ? kInfinity : kNone;
  if (x < -708) return 0;
  const double k = std::floor(x * (1 / kLn2High) + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;  // at most half of ln 2
  constexpr double kFactors[] = {1 / 6227020800.0, 1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0,
                                 1 / 362880.0,     1 / 40320.0,     1 / 5040.0,     1 / 720.0,
                                 1 / 120.0,        1 / 24.0,        1 / 6.0,        1 / 2.0};
  double sum = 0;
  for (const double factor : kFactors) sum = sum * r + factor;
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52;
  return (1 + (r + r * r * sum)) * std::bit_cast<double>(exponent);
}

inline double log(double x) {
  if (!(x > 0) || x == kInfinity) return x > 0 ? x : x == 0 ? -kInfinity : kNone;
  double k = 0;
  if (x < std::numeric_limits<double>::min()) x *= 0x1p54, k = -54;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  k += static_cast<double>(static_cast<int>(bits >> 52) - 1023);
  double m = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFull) | 1023ull << 52);
  if (m > 1.4142135623730951) m /= 2, k += 1;
  // ln(1 + f) is the series of 2 artanh(s).
  const double f = m - 1, s = f / (2 + f), z = s * s, half = f * f / 2;
  constexpr double kFactors[] = {2 / 23.0, 2 / 21.0, 2 / 19.0, 2 / 17.0, 2 / 15.0, 2 / 13.0,
                                 2 / 11.0, 2 / 9.0,  2 / 7.0,  2 / 5.0,  2 / 3.0};
  double sum = 0;
  for (const double factor : kFactors) sum = sum * z + factor;
  return k * kLn2High - ((half - (s * (half + z * sum) + k * kLn2Low)) - f);
}

inline double log1p(double x) {
  const double y = 1 + x;
  return y == 1 ? x : y == kInfinity ? y : log(y) * (x / (y - 1));
}

inline double erfc(double x) {
  constexpr double kRootOfPi = 1.7724538509055160273;
  const double a = std::abs(x);
  double part;  // of |x|
  if (a < 2.5) {
    double term = a, sum = a;
    for (int n = 1; n <= 40; ++n) sum += term *= 2 * a * a / (2 * n + 1);
    part = 1 - 2 / kRootOfPi * exp(-a * a) * sum;
  } else {
    double below = a;
    for (int n = 40; n >= 1; --n) below = a + n / (2 * below);
    part = exp(-a * a) / (kRootOfPi * below);
  }
  return x < 0 ? 2 - part : part;
}

inline float log(float x) { return static_cast<float>(log(static_cast<double>(x))); }
inline float log1p(float x) { return static_cast<float>(log1p(static_cast<double>(x))); }

}  // namespace jimbot::elementary
