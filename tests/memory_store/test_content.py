"""Content files: what is put can be got, named by its bytes; nothing else ever comes back."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest

from memorist.memory_store.content import ContentStore
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.errors import ContentLost, InvalidInput, StoreNotWritable, StoreUnavailable

PICTURE = bytes(range(256)) * 40
NOTE = "# Küche\n\nDrei Angebote einholen ✓".encode()


@pytest.fixture(params=["folder", "file://", "memory://", "deep in memory"])
def content(request: pytest.FixtureRequest, tmp_path: Path) -> ContentStore:
    url = {
        "folder": str(tmp_path / "files"),
        "file://": f"file://{tmp_path / 'files'}",
        "memory://": f"memory://{uuid4().hex}",
        "deep in memory": f"memory://{uuid4().hex}/deep/in a/folder/",
    }[request.param]
    return ContentStore(url, timeout=10)


async def test_bytes_come_back_as_they_were_put(content: ContentStore):
    for data, kind in ((PICTURE, "image/png"), (NOTE, "text/markdown"), (b"", "application/pdf")):
        ref = await content.put(data, kind)
        assert (ref.media_type, ref.size) == (kind, len(data))
        assert await content.get(ref.digest) == data


async def test_the_same_bytes_are_one_file_whatever_they_are_called(content: ContentStore):
    one = await content.put(NOTE, "text/markdown")
    other = await content.put(NOTE, "text/plain; charset=UTF-8")
    assert one.digest == other.digest
    assert other.media_type == "text/plain; charset=utf-8"
    assert [(file.digest, file.size) for file in await content.list()] == [(one.digest, len(NOTE))]


async def test_what_is_deleted_is_gone_and_may_be_deleted_again(content: ContentStore):
    ref, kept = await content.put(NOTE, "text/markdown"), await content.put(PICTURE, "image/png")
    await content.delete(ref.digest)
    await content.delete(ref.digest)
    with pytest.raises(ContentLost) as lost:
        await content.get(ref.digest)
    assert lost.value.ids == (ref.digest,)
    assert [file.digest for file in await content.list()] == [kept.digest]


async def test_a_store_that_was_never_written_is_empty(content: ContentStore):
    assert await content.list() == ()
    await content.erase()
    await content.delete("0" * 64)


async def test_all_is_erased_at_once_and_the_store_can_be_used_again(content: ContentStore):
    for number in range(5):
        await content.put(str(number).encode(), "text/plain")
    assert len(await content.list()) == 5
    await content.erase()
    assert await content.list() == ()
    ref = await content.put(NOTE, "text/markdown")
    assert await content.get(ref.digest) == NOTE


async def test_forty_writers_at_once_lose_nothing(content: ContentStore):
    refs = await asyncio.gather(*(content.put(str(n % 8).encode(), "text/plain") for n in range(40)))
    assert len({ref.digest for ref in refs}) == len(await content.list()) == 8
    assert {await content.get(ref.digest) for ref in refs} == {str(n).encode() for n in range(8)}


@pytest.mark.parametrize("digest", ["", "x" * 64, "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n"])
async def test_a_name_that_is_no_digest_is_refused(content: ContentStore, digest: str):
    for call in (content.get, content.delete):
        with pytest.raises(InvalidInput, match="digest"):
            await call(digest)


@pytest.mark.parametrize("kind", ["", "markdown", "text/", "/plain", "text/plain\nx: y", "t" * 300 + "/x"])
async def test_a_media_type_that_is_none_is_refused_and_nothing_is_written(content: ContentStore, kind: str):
    with pytest.raises(InvalidInput, match="media_type"):
        await content.put(NOTE, kind)
    assert await content.list() == ()


async def test_a_file_that_was_changed_behind_our_back_is_not_given_out(tmp_path: Path):
    content = ContentStore(str(tmp_path), timeout=10)
    ref = await content.put(NOTE, "text/markdown")
    file = tmp_path / ref.digest[:2] / ref.digest
    for damaged in (NOTE[:-1], NOTE + b"!", b""):
        file.write_bytes(damaged)
        with pytest.raises(ContentLost, match="changed or cut short"):
            await content.get(ref.digest)
    assert await content.put(NOTE, "text/markdown") == ref
    assert await content.get(ref.digest) == NOTE


async def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreNotWritable):
        await ContentStore(str(tmp_path / "file"), timeout=10).put(NOTE, "text/markdown")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize("url", ["gopher://example/x", "nosuch::memory://x"])
async def test_a_url_of_no_known_kind_is_refused_by_name(url: str):
    with pytest.raises(InvalidInput, match="content: "):
        await ContentStore(url, timeout=10).list()


async def test_a_place_that_does_not_answer_is_told_in_time_and_does_not_block(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    content = ContentStore(str(tmp_path), timeout=0.3)
    digest = "ab" + "0" * 62
    (tmp_path / "ab").mkdir()
    os.mkfifo(tmp_path / "ab" / digest)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="MEMORIST_CONTENT_TIMEOUT"):
        await content.get(digest)
    assert time.monotonic() - begun < 5
    assert ticks > 10
    ticking.cancel()
    # The thread that reads the pipe is let go, or the program would wait for it at its end.
    await asyncio.to_thread((tmp_path / "ab" / digest).write_bytes, b"")


WRITER = """
import asyncio, sys
from memorist.memory_store.content import ContentStore

async def main():
    content, number = ContentStore(sys.argv[1], timeout=60), 0
    while True:
        number += 1
        await content.put(f"{number:09}".encode() * 300_000, "text/plain")
        print("put", flush=True)

asyncio.run(main())
"""


async def test_a_writer_that_is_killed_leaves_no_file_that_is_half_itself(tmp_path: Path):
    content = ContentStore(str(tmp_path), timeout=60)
    for pause in (0.11, 0.2, 0.29):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline()
        await asyncio.sleep(pause)
        writer.kill()
        writer.wait()
        writer.stdout.close()
        files = await content.list()
        assert files
        for file in files:
            if file.digest is None:
                assert file.name.endswith(".part")
                await content.remove(file)
            else:
                await content.get(file.digest)


def test_a_reference_is_checked():
    with pytest.raises(ValueError, match="digest"):
        ContentRef(digest="x", media_type="text/plain", size=1)
    with pytest.raises(ValueError, match="size"):
        ContentRef(digest="0" * 64, media_type="text/plain", size=-1)
