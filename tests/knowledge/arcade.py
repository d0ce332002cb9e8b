"""A real server that speaks Bolt: ArcadeDB, from the package index. Runs until its stdin is closed."""

from __future__ import annotations

import sys

from arcadedb_embedded.server import ArcadeDBServer

folder, password, http_port, bolt_port = sys.argv[1:]
server = ArcadeDBServer(
    folder,
    password,
    config={
        "http_port": int(http_port),
        "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "bolt_port": int(bolt_port),
    },
    jvm_kwargs={"heap_size": "256m"},
)
server.start()
server.create_database("graph")
sys.stdout.write("ready\n")
sys.stdout.flush()
sys.stdin.read()
server.stop()
