"""An NVIDIA card through its driver alone: compiles the kernel with NVRTC as the program runs. Needs the
driver and NVRTC, which a CUDA build of PyTorch brings along, or ``pip install nvidia-cuda-nvrtc-cu12``."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from ctypes import byref, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent / "gpu_kernel.cu"
THREADS = 256  # of a block
ROOM = 4_000_000  # seeds that one call may leave


class NoGpu(ValueError):
    """There is no card, or what drives it is missing."""


class NativeQuestion(ctypes.Structure):
    """As in the kernel."""

    _fields_ = [
        ("key", ctypes.c_char * 40),
        ("length", c_int),
        ("group", c_int),
        ("first", c_int),
        ("last", c_int),
        ("n", c_int),
        ("wanted", c_uint64),
        ("limit", c_double),
    ]


@dataclass(frozen=True)
class StreamQuestion:
    """About draws ``first`` to ``last - 1`` of a stream: one of them is above the ``limit``; or, of ``n``
    entries, among the ``wanted`` bits. Questions of one ``group``: one of them is enough."""

    key: str
    group: int = 0
    first: int = 0
    last: int = 1
    n: int = 0
    wanted: int = 0
    limit: float = 0.0

    def native(self) -> NativeQuestion:
        key = self.key.encode()
        return NativeQuestion(
            key, len(key), self.group, self.first, self.last, self.n, self.wanted, self.limit
        )


def _libraries(name: str) -> list[str]:
    folders = [Path(path) for path in sys.path if path]
    places = [f for folder in folders for f in sorted(folder.glob(f"nvidia/*/lib/lib{name}.so*"))]
    found = ctypes.util.find_library(name)
    return [*(str(place) for place in places if "builtins" not in place.name), *([found] if found else [])]


def _load(names: list[str], what: str) -> ctypes.CDLL:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise NoGpu(f"{what} was not found: a search on a graphics card needs an NVIDIA driver and NVRTC")


class GraphicsCard:
    """The first card, with the kernel on it."""

    def __init__(self) -> None:
        self._driver = _load(["libcuda.so.1", *_libraries("cuda")], "the NVIDIA driver (libcuda)")
        self._nvrtc = _load(_libraries("nvrtc"), "NVRTC (libnvrtc)")
        device = c_int()
        context = c_void_p()
        self._call("cuInit", 0)
        self._call("cuDeviceGet", byref(device), 0)
        self._call("cuDevicePrimaryCtxRetain", byref(context), device)
        self._call("cuCtxSetCurrent", context)
        self._context = context
        name = ctypes.create_string_buffer(100)
        self._call("cuDeviceGetName", name, 100, device)
        self.name = name.value.decode()
        module = c_void_p()
        self._call("cuModuleLoadData", byref(module), self._compiled(device))
        self._functions = {name: self._function(module, name) for name in ("sift", "digest")}
        self._found = c_uint64()
        self._call("cuMemAlloc_v2", byref(self._found), c_size_t(8 * (ROOM + 1)))

    def sift(self, questions: list[StreamQuestion], first: int, count: int) -> list[int] | None:
        """Numbers of the seeds that pass, in order; None: more than there is room for."""
        self._run("sift", questions, first, count)
        passed = self._read(1)[0]
        return None if passed > ROOM else sorted(self._read(passed + 1)[1:])

    def digest(self, key: str, first: int, count: int) -> int:
        self._run("digest", [StreamQuestion(key)], first, count)
        return self._read(1)[0]

    def _run(self, function: str, questions: list[StreamQuestion], first: int, count: int) -> None:
        self._call("cuCtxSetCurrent", self._context)
        tests = (NativeQuestion * len(questions))(*(question.native() for question in questions))
        memory = c_uint64()
        self._call("cuMemAlloc_v2", byref(memory), c_size_t(ctypes.sizeof(tests)))
        try:
            self._call("cuMemcpyHtoD_v2", memory, tests, c_size_t(ctypes.sizeof(tests)))
            self._call("cuMemsetD8_v2", self._found, 0, c_size_t(8))
            values = [
                memory,
                c_int(len(questions)),
                c_uint64(first),
                c_uint64(count),
                self._found,
                c_uint64(ROOM),
            ]
            pointers = (c_void_p * len(values))(*(ctypes.cast(byref(v), c_void_p) for v in values))
            blocks = (count + THREADS - 1) // THREADS
            self._call(
                "cuLaunchKernel",
                self._functions[function],
                blocks,
                1,
                1,
                THREADS,
                1,
                1,
                0,
                None,
                pointers,
                None,
            )
            self._call("cuCtxSynchronize")
        finally:
            self._call("cuMemFree_v2", memory)

    def _read(self, count: int) -> list[int]:
        data = (c_uint64 * count)()
        self._call("cuMemcpyDtoH_v2", data, self._found, c_size_t(8 * count))
        return list(data)

    def _function(self, module: c_void_p, name: str) -> c_void_p:
        function = c_void_p()
        self._call("cuModuleGetFunction", byref(function), module, name.encode())
        return function

    def _call(self, name: str, *values: Any) -> None:
        code = getattr(self._driver, name)(*values)
        if code != 0:
            text = c_char_p()
            self._driver.cuGetErrorString(code, byref(text))
            raise NoGpu(f"the graphics card: {name}: {(text.value or b'error').decode()} ({code})")

    def _compiled(self, device: c_int) -> bytes:
        """Code for this card. Without fused multiply-add: the seeded generator is exact only so."""
        version = []
        for attribute in (75, 76):  # compute capability, major and minor
            value = c_int()
            self._call("cuDeviceGetAttribute", byref(value), attribute, device)
            version.append(value.value)
        options = [f"--gpu-architecture=compute_{version[0]}{version[1]}".encode(), b"--fmad=false"]
        program = c_void_p()
        self._nvrtc.nvrtcCreateProgram(byref(program), SOURCE.read_bytes(), b"seeds.cu", 0, None, None)
        given = (c_char_p * len(options))(*options)
        failed = self._nvrtc.nvrtcCompileProgram(program, len(options), given)
        size = c_size_t()
        if failed:
            self._nvrtc.nvrtcGetProgramLogSize(program, byref(size))
            log = ctypes.create_string_buffer(size.value)
            self._nvrtc.nvrtcGetProgramLog(program, log)
            raise NoGpu(f"NVRTC cannot compile the kernel: {log.value.decode().strip()}")
        self._nvrtc.nvrtcGetPTXSize(program, byref(size))
        code = ctypes.create_string_buffer(size.value)
        self._nvrtc.nvrtcGetPTX(program, code)
        return code.raw
