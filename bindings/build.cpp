// How this module was built: what `jimbot --version` shows.
#include <cstdio>

#include "bind.h"
#include "save.h"

#ifndef JIMBOT_COMMIT
#define JIMBOT_COMMIT ""
#endif

using namespace jimbot;

namespace {

std::string compiler() {
#if defined(__clang__)
  const char* name = "clang";
  const int version[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
  const char* name = "gcc";
  const int version[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif
  return std::string(name) + " " + std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
         std::to_string(version[2]);
}

AnyDict build() {
  char layout[17];
  std::snprintf(layout, sizeof layout, "%016llx", static_cast<unsigned long long>(layout_hash()));
  AnyDict facts;
  facts["compiler"] = compiler();
#ifdef JIMBOT_TUNED
  facts["tuned"] = true;
#else
  facts["tuned"] = false;
#endif
  facts["commit"] = JIMBOT_COMMIT;
  facts["layout"] = layout;
  return facts;
}

}  // namespace

void bind_build(nb::module_& m) {
  m.def("build", &build,
        "How this module was built: compiler, tuned for the machine it was built on or not, the commit (of a "
        "wheel from a checkout, else empty), the layout of saved games.");
}
