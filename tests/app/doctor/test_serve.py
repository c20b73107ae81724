"""Serving: intervals of maintenance, and what is not served to others."""

from datetime import timedelta
from pathlib import Path

import pytest

from memorist.api.opening import open_memory
from memorist.app.cli.options import Call
from memorist.app.doctor.serve import at_intervals, maintain, read_interval, serve
from memorist.memory_store.domain.errors import InvalidInput, StoreUnavailable


def test_an_interval_is_a_number_and_a_unit() -> None:
    for text, seconds in (("30m", 1800), ("1h", 3600), ("1d", 86_400), ("45s", 45)):
        assert read_interval(text) == timedelta(seconds=seconds)
    for text in ("", "1", "h", "-1h", "1 week", "1s"):
        with pytest.raises(InvalidInput):
            read_interval(text)


async def test_what_fails_once_is_done_the_next_time() -> None:
    done: list[str] = []

    class Enough(Exception):
        pass

    async def work() -> None:
        done.append("tried")
        if len(done) == 1:
            raise StoreUnavailable("away")

    async def sleep(_: float) -> None:
        if len(done) == 2:
            raise Enough

    with pytest.raises(Enough):
        await at_intervals(timedelta(hours=1), work, sleep=sleep)
    assert done == ["tried", "tried"]


async def test_a_pass_goes_over_every_group_whatever_is_wrong_with_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    url = f"embedded:{tmp_path / 'store'}"
    for group in ("gone", "harmed", "one", "two"):
        async with open_memory(url, group=group) as memory:
            await memory.ingest({"kind": "turn", "role": "user", "content": "We use pnpm for packages."})
            if group == "gone":
                await memory.store.forgetting.forget_group(group)
            if group == "harmed":
                await memory.store.database.write(group, "MATCH (n:Memory) SET n.details = '{cut off'", {})
    with caplog.at_level("WARNING"):
        await maintain(Call(store=url, group="one"))
    assert ["is damaged" in said for said in caplog.messages] == [True]
    told = capsys.readouterr().err
    assert "maintained one" in told
    assert "maintained two" in told


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5"])
async def test_without_keys_nothing_is_served_to_other_machines(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memorist.app.auth.settings.data_folder", lambda: tmp_path)
    with pytest.raises(InvalidInput, match="keys add"):
        await serve(Call(), host, 2024, None)
