// The parts of the extension module; each file binds one subject.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using AnyDict = nb::typed<nb::dict, nb::str, nb::any>;

void bind_parts(nb::module_& m);
void bind_game(nb::module_& m);
void bind_content(nb::module_& m);
void bind_texts(nb::module_& m);
void bind_dealer(nb::module_& m);
void bind_tinker(nb::module_& m);
void bind_rng(nb::module_& m);
void bind_seeds(nb::module_& m);
void bind_playouts(nb::module_& m);
void bind_planner(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_strategist(nb::module_& m);
void bind_relations(nb::module_& m);
void bind_imitation(nb::module_& m);
void bind_network(nb::module_& m);
void bind_build(nb::module_& m);
