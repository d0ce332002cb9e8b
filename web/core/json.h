// JSON, written piece by piece.
#pragma once
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>

#include "text.h"

namespace jimbot::web {

class Json {
 public:
  Json& open(char bracket) {
    comma();
    out_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    out_ += bracket;
    first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    comma();
    string(name);
    out_ += ':';
    first_ = true;
    return *this;
  }
  Json& add(std::string_view text) {
    comma();
    string(text);
    return *this;
  }
  Json& add(const char* text) { return add(std::string_view(text)); }
  Json& add(const std::string& text) { return add(std::string_view(text)); }
  template <class Number>
    requires std::is_arithmetic_v<Number>
  Json& add(Number number) {
    comma();
    if constexpr (std::is_same_v<Number, bool>)
      out_ += number ? "true" : "false";
    else if constexpr (std::is_floating_point_v<Number>)
      out_ += std::isfinite(number) ? number_text(static_cast<double>(number)) : "null";
    else
      out_ += std::to_string(number);
    return *this;
  }
  Json& none() {
    comma();
    out_ += "null";
    return *this;
  }
  template <class Value>
  Json& field(std::string_view name, const Value& value) {
    return key(name).add(value);
  }
  std::string take() { return std::move(out_); }

 private:
  void comma() {
    if (!first_) out_ += ',';
    first_ = false;
  }
  void string(std::string_view text) {
    constexpr char kHex[] = "0123456789abcdef";
    out_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\')
        out_ += {'\\', c};
      else if (static_cast<unsigned char>(c) < ' ')
        out_ += {'\\', 'u', '0', '0', kHex[c >> 4], kHex[c & 15]};
      else
        out_ += c;
    }
    out_ += '"';
  }

  std::string out_;
  bool first_ = true;
};

}  // namespace jimbot::web
