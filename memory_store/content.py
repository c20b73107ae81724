"""Content files: documents, pictures and other bytes beside the graph, named by what is in them.

The graph keeps a :class:`ContentRef`; the bytes stay behind fsspec (a local folder, ``memory://``, ``s3://…``) until
somebody asks for them. A file is written before the change set that refers to it: a crash in between leaves a file that
nothing refers to, which ``check`` finds, never a reference without a file.
"""

import asyncio
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from memorist.memory_store.domain.clock import SystemClock
from memorist.memory_store.domain.content_ref import DIGEST_PATTERN, ContentRef
from memorist.memory_store.domain.errors import (
    ContentLost,
    InvalidInput,
    MemoristError,
    StoreNotWritable,
    StoreUnavailable,
)
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.private_file import UNFINISHED, write_whole
from memorist.memory_store.threads import in_thread


@dataclass(frozen=True)
class StoredFile:
    """A file as it lies in the content store; ``digest`` is null for one whose writer did not finish."""

    name: str
    digest: str | None
    size: int
    modified: datetime


class ContentStore:
    """The files of one group. Every call runs in a thread and ends within ``timeout`` seconds.

    Args:
        url: a folder, or a URL that fsspec knows; the group's own folder, which nobody else writes to.
        timeout: seconds a call may take.
    """

    def __init__(self, url: str, *, timeout: float) -> None:
        self.url = url
        self._timeout = timeout
        self._opened: tuple[Any, str] | None = None

    async def put(self, data: bytes, media_type: str) -> ContentRef:
        """Keep these bytes; the same bytes twice are one file. On return they are on the disk.

        Raises:
            InvalidInput: ``media_type`` is none.
            StoreNotWritable: the place cannot be written.
            StoreUnavailable: the place cannot be reached.
        """
        try:
            ref = ContentRef(digest=await _digest(data), media_type=media_type, size=len(data))
        except ValidationError as error:
            raise invalid_from(error, of="content") from error
        try:
            await self._in_thread(lambda: self._write(ref.digest, data))
        except FileNotFoundError as error:
            raise StoreUnavailable(
                f"{self.url} is not there ({error}): create the bucket or the drive first"
            ) from error
        return ref

    async def get(self, digest: str) -> bytes:
        """The bytes of a digest.

        Raises:
            ContentLost: there is no such file, or it does not hold what its name says.
            StoreUnavailable: the place cannot be reached.
        """
        path = self._path(_valid(digest))
        try:
            data: bytes = await self._in_thread(lambda: self._fs.cat_file(path()))
        except FileNotFoundError:
            raise ContentLost(f"{self.url} holds no file {digest}: put it there again", ids=[digest]) from None
        if await _digest(data) != digest:
            raise ContentLost(
                f"the file {digest} in {self.url} was changed or cut short: put it there again", ids=[digest]
            )
        return data

    async def delete(self, digest: str) -> None:
        """Remove the file of a digest, finished or not; one that is not there is no error."""
        name = _valid(digest)
        await self._in_thread(lambda: self._remove(name))

    async def remove(self, file: StoredFile) -> None:
        """Remove one file that :meth:`list` told of."""
        await self._in_thread(lambda: self._remove_path(f"{self._root}/{file.name}"))

    async def list(self) -> tuple[StoredFile, ...]:
        """Every file of the group, also unfinished ones."""
        return await self._in_thread(self._list)

    async def erase(self) -> None:
        """Remove everything of the group."""
        await self._in_thread(self._erase)

    # What follows runs in a thread.

    @property
    def _fs(self) -> Any:
        return self._place()[0]

    @property
    def _root(self) -> str:
        return self._place()[1]

    def _place(self) -> tuple[Any, str]:
        if self._opened is None:
            import fsspec  # opening a file system may import its client, which is heavy

            try:
                fs, path = cast(tuple[Any, str], fsspec.url_to_fs(self.url))
            except ImportError as error:
                raise InvalidInput(
                    f"content: {error}; for s3:// install memorist[s3], for others the client that it names",
                    field="content",
                ) from error
            except ValueError as error:
                raise InvalidInput(
                    f"content: {error}; expected a folder, memory:// or s3://…", field="content"
                ) from error
            self._opened = fs, path.rstrip("/")
        return self._opened

    def _path(self, digest: str) -> Callable[[], str]:
        return lambda: f"{self._root}/{digest[:2]}/{digest}"

    def _write(self, digest: str, data: bytes) -> None:
        path = self._path(digest)()
        # Written also when it is there: that makes it young, so that no sweep takes it for an orphan meanwhile.
        if _is_local(self._fs):
            write_whole(Path(path), data)
        else:
            self._fs.pipe_file(path, data)

    def _remove(self, digest: str) -> None:
        path = self._path(digest)()
        self._remove_path(path)
        if _is_local(self._fs):
            for left in Path(path).parent.glob(f"{digest}.*{UNFINISHED}"):
                left.unlink(missing_ok=True)

    def _remove_path(self, path: str) -> None:
        try:
            self._fs.rm_file(path)
        except FileNotFoundError:
            return

    def _list(self) -> tuple[StoredFile, ...]:
        self._fs.invalidate_cache()
        try:
            found: dict[str, dict[str, Any]] = self._fs.find(self._root, detail=True)
        except FileNotFoundError:
            return ()
        return tuple(_stored(path.removeprefix(self._root).lstrip("/"), info) for path, info in sorted(found.items()))

    def _erase(self) -> None:
        self._fs.invalidate_cache()
        try:
            self._fs.rm(self._root, recursive=True)
        except FileNotFoundError:
            return

    async def _in_thread[T](self, work: Callable[[], T]) -> T:
        try:
            async with asyncio.timeout(self._timeout):
                return await in_thread(work)
        except (FileNotFoundError, MemoristError):
            raise
        except TimeoutError as error:
            raise StoreUnavailable(
                f"{self.url} did not answer in {self._timeout:g} s: raise MEMORIST_CONTENT_TIMEOUT or look at its load"
            ) from error
        except PermissionError as error:
            raise StoreNotWritable(f"{self.url} refuses the content file ({error}): check its permissions") from error
        except OSError as error:
            if re.search(r"no space|read-only|not a directory|is a directory|file exists", str(error), re.IGNORECASE):
                raise StoreNotWritable(f"{self.url} cannot take the content file: {error}") from error
            raise StoreUnavailable(f"{self.url} cannot be reached: {error}") from error
        except Exception as error:
            # Each client of fsspec raises errors of its own (S3's are no OSError when credentials are missing).
            raise StoreUnavailable(f"{self.url} failed: {type(error).__name__}: {error}") from error


def _valid(digest: str) -> str:
    if not re.fullmatch(DIGEST_PATTERN, digest):
        raise InvalidInput(f"content: {digest!r} is not a digest: expected 64 hexadecimal digits", field="digest")
    return digest


async def _digest(data: bytes) -> str:
    return (await in_thread(hashlib.sha256, data)).hexdigest()


def _is_local(fs: Any) -> bool:
    from fsspec.implementations.local import LocalFileSystem

    return isinstance(fs, LocalFileSystem)


def _stored(name: str, info: dict[str, Any]) -> StoredFile:
    last = name.rpartition("/")[2]
    # Local folders say "mtime", memory "created", S3 "LastModified"; one that says nothing counts as just written.
    said = info.get("mtime") or info.get("LastModified") or info.get("modified") or info.get("created")
    if isinstance(said, int | float):
        modified = datetime.fromtimestamp(said, UTC)
    elif isinstance(said, datetime):
        modified = said if said.tzinfo else said.replace(tzinfo=UTC)
    else:
        modified = SystemClock().now()
    digest = last if re.fullmatch(DIGEST_PATTERN, last) else None
    return StoredFile(name, digest, int(info.get("size") or 0), modified)
