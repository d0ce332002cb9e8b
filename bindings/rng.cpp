// The random primitives, for tests and seed tools.
#include "rng.h"
#include "bind.h"
#include "policy_random.h"

using namespace jimbot;

void bind_rng(nb::module_& m) {
  m.def("hash_text", &hash_text);
  m.def("round13", &round13);
  m.def("advance_stream", &advance_stream);
  m.def("seed_from_number", [](std::uint64_t n) {
    char out[9];
    seed_from_number(n, out);
    return std::string(out, 8);
  });
  nb::class_<LuaRandom>(m, "LuaRandom")
      .def("__init__",
           [](LuaRandom* self, double d) {
             new (self) LuaRandom();
             self->seed(d);
           })
      .def("real", &LuaRandom::real)
      .def("integer", &LuaRandom::integer);
}
