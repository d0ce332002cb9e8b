"""Language models behind one small interface: Anthropic's, any OpenAI-compatible address, a scripted one."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

MAX_TOKENS = 400  # of an answer
MAX_BYTES = 2**20  # of an answer over HTTP
MAX_COUNTED = 10**9  # tokens of a question


@dataclass(frozen=True)
class Reply:
    text: str
    tokens_in: int = 0
    tokens_out: int = 0


def checked(reply: Reply) -> Reply:
    """With a text and counts that can be kept, whatever the provider gave. TypeError, ValueError,
    AttributeError or OverflowError where it gave something else."""
    if not isinstance(reply.text, str):
        raise TypeError(f"the answer is of type {type(reply.text).__name__}, not a text")
    counts = (min(max(int(count), 0), MAX_COUNTED) for count in (reply.tokens_in, reply.tokens_out))
    return Reply(reply.text, *counts)


class Provider(Protocol):
    """``ask`` may raise anything and take any time: callers are prepared for it."""

    name: str

    def ask(self, system: str, prompt: str, seconds: float) -> Reply: ...


class Scripted:
    """Answers by a function: for tests, and to try things out without a model."""

    name = "scripted"

    def __init__(self, answer: Callable[[str], Reply]) -> None:
        self._answer = answer

    def ask(self, system: str, prompt: str, seconds: float) -> Reply:
        return self._answer(prompt)


class Anthropic:
    """By Anthropic's own package; the key is in ANTHROPIC_API_KEY."""

    name = "anthropic"

    def __init__(self, model: str) -> None:
        try:
            import anthropic
        except ImportError:
            raise ValueError("provider 'anthropic' needs anthropic: pip install 'jimbot[llm]'") from None
        if not os.environ.get("ANTHROPIC_API_KEY"):
            raise ValueError("provider 'anthropic' needs the variable ANTHROPIC_API_KEY")
        self._client = anthropic.Anthropic(max_retries=0)
        self._model = model

    def ask(self, system: str, prompt: str, seconds: float) -> Reply:
        answer = self._client.messages.create(
            model=self._model,
            max_tokens=MAX_TOKENS,
            system=system,
            messages=[{"role": "user", "content": prompt}],
            timeout=seconds,
        )
        text = "".join(block.text for block in answer.content if block.type == "text")
        return Reply(text, answer.usage.input_tokens, answer.usage.output_tokens)


class OpenAI:
    """Any server that answers ``POST URL/chat/completions``; its key, if any, is in OPENAI_API_KEY."""

    name = "openai"

    def __init__(self, model: str, url: str) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"provider 'openai' needs url=http://... or https://..., not {url!r}")
        self._model = model
        self._url = f"{url.rstrip('/')}/chat/completions"

    def ask(self, system: str, prompt: str, seconds: float) -> Reply:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": prompt}]
        body = json.dumps({"model": self._model, "messages": messages, "max_tokens": MAX_TOKENS})
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get("OPENAI_API_KEY"):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self._url, body.encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            data: Any = json.loads(answer.read(MAX_BYTES))
        used = data.get("usage") or {}
        text = str(data["choices"][0]["message"]["content"])
        return Reply(text, int(used.get("prompt_tokens", 0)), int(used.get("completion_tokens", 0)))


def make_provider(name: str, model: str, url: str) -> Provider:
    """No network is touched before the first question."""
    if name == "anthropic":
        return Anthropic(model)
    if name == "openai":
        return OpenAI(model, url)
    raise ValueError(f"provider is {name!r}; anthropic or openai are allowed")
