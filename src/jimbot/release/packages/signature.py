"""Signatures of packages: Ed25519 over the file of checksums, which covers every other file."""

from __future__ import annotations

import base64
from pathlib import Path

from jimbot.release.packages.layout import CHECKSUMS, SIGNATURE
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_file


def make_keys(private: Path) -> Path:
    """Writes a new private key (PEM) and, beside it, NAME.pub; its path."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if private.exists():
        raise ValueError(f"{private} already exists; a key is never written over another")
    key = Ed25519PrivateKey.generate()
    write_whole(
        private,
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )
    private.chmod(0o600)
    public = private.with_suffix(".pub")
    write_whole(
        public,
        key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        ),
    )
    return public


def sign(package: Path, private: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(read_file(private), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{private} is no private key of Ed25519")
    signature = key.sign(read_file(package / CHECKSUMS))
    write_whole(package / SIGNATURE, base64.b64encode(signature) + b"\n")


def why_unsigned(package: Path, public: Path) -> str | None:
    """Why the signature does not hold, or None."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = load_pem_public_key(read_file(public))
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError(f"{public} is no public key of Ed25519")
    file = package / SIGNATURE
    if not file.is_file():
        return f"it is not signed: {SIGNATURE} is missing"
    try:
        key.verify(base64.b64decode(read_file(file), validate=False), read_file(package / CHECKSUMS))
    except (InvalidSignature, ValueError):
        return f"its signature is not that of {public}"
    return None
