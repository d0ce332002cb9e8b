"""Pools over servers that come and go."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest

pytest.importorskip("httpx")

from jimbot.live.client.client import Client
from jimbot.live.client.conduct import Patience
from jimbot.live.client.exceptions import NoHealthyServer, NotAllowed, PoolBusy, Refused
from jimbot.live.client.pool import Health, Pool

from .fake_game import FakeServer

QUICK = Health(fresh=0.0, backoff=0.05, backoff_limit=0.1)


@pytest.fixture
def servers() -> Iterator[list[FakeServer]]:
    servers = [FakeServer() for _ in range(3)]
    yield servers
    for server in servers:
        server.close()


def urls(servers: list[FakeServer]) -> list[str]:
    return [server.base_url for server in servers]


def impatient(base_url: str) -> Client:
    return Client(base_url, patience=Patience(attempts=1))


def test_leases_go_round(servers: list[FakeServer]) -> None:
    used: Counter[str] = Counter()
    with Pool(urls(servers)) as pool:
        for _ in range(9):
            with pool.lease() as client:
                used[client.base_url] += 1
    assert set(used.values()) == {3}


def test_a_server_has_one_user_at_a_time(servers: list[FakeServer]) -> None:
    held: Counter[str] = Counter()
    most = 0

    def work() -> None:
        nonlocal most
        for _ in range(5):
            with pool.lease() as client:
                held[client.base_url] += 1
                most = max(most, *held.values())
                client.play([0])
                held[client.base_url] -= 1

    with Pool(urls(servers)) as pool:
        threads = [threading.Thread(target=work) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert most == 1
    assert sum(server.game.hands_played for server in servers) == 30


def test_a_dead_server_is_passed_over_until_it_is_back(servers: list[FakeServer]) -> None:
    servers[0].hang_up()
    with Pool(urls(servers), health=QUICK) as pool:
        for _ in range(6):
            with pool.lease() as client:
                assert client.base_url != servers[0].base_url
        servers[0].listen_again()
        time.sleep(QUICK.backoff_limit)
        found = set()
        for _ in range(3):
            with pool.lease() as client:
                found.add(client.base_url)
        assert found == set(urls(servers))


def test_a_sick_server_is_left_alone_for_a_while(servers: list[FakeServer]) -> None:
    server = servers[0]
    server.fail(*["executed_500"] * 9, on="health")
    with Pool([server.base_url], health=Health(backoff=60, backoff_limit=60)) as pool:
        for _ in range(5):
            with pytest.raises(NoHealthyServer, match="500"), pool.lease():
                pass
    assert server.requests == ["health"]


def test_a_failed_lease_makes_a_server_sick_and_a_refused_call_does_not(servers: list[FakeServer]) -> None:
    one = servers[:1]
    with Pool(urls(one), client=impatient, health=Health(backoff=60)) as pool:
        with pytest.raises(NotAllowed), pool.lease() as client:
            client.skip()
        with pool.lease() as client:
            one[0].hang_up()
            with pytest.raises(Refused):
                client.health()
        with pytest.raises(Refused), pool.lease() as client:
            client.health()
        with pytest.raises(NoHealthyServer), pool.lease():
            pass


def test_none_healthy_names_every_server_and_its_reason(servers: list[FakeServer]) -> None:
    for server in servers:
        server.hang_up()
    with Pool(urls(servers)) as pool, pytest.raises(NoHealthyServer) as caught, pool.lease():
        pass
    assert set(caught.value.reasons) == set(urls(servers))
    assert all("refused" in reason for reason in caught.value.reasons.values())


def test_with_a_time_limit_a_lease_waits_for_a_server_to_recover(servers: list[FakeServer]) -> None:
    server = servers[0]
    server.hang_up()
    timer = threading.Timer(0.15, server.listen_again)
    timer.start()
    with Pool([server.base_url], health=QUICK) as pool, pool.lease(timeout=5) as client:
        assert client.health() == {"status": "ok"}
    timer.join()


def test_a_busy_pool_is_not_a_sick_one(servers: list[FakeServer]) -> None:
    with Pool(urls(servers[:1])) as pool, pool.lease(), pytest.raises(PoolBusy), pool.lease(timeout=0.05):
        pass


def test_an_old_server_is_not_handed_out(servers: list[FakeServer]) -> None:
    servers[0].game.version = "1.1.0"
    with Pool(urls(servers[:1])) as pool, pytest.raises(NoHealthyServer, match=r"1\.1\.0"), pool.lease():
        pass


@pytest.mark.parametrize(
    ("base_urls", "reason"), [([], "at least one"), (["http://a:1", "http://a:1/"], "only once")]
)
def test_bad_pools(base_urls: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Pool(base_urls)
