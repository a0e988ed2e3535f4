"""Examining many inputs, in this process or in several, results in the order of the inputs. Writes nothing."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tavla_cli.commands.streams import own_fault
from tavla_cli.results import FileResult
from tavla_cli.words import set_language

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from tavla_cli.examine import Options
    from tavla_cli.source import Input

    Examine = Callable[[Input, Options], FileResult]

_FEW = 64  # inputs: below that, starting other processes costs more than it gains
_CHUNK = 16  # inputs that travel together
_CHUNK_BYTES = 1 << 20
_HEAD_BYTES = 1 << 23  # how much is looked at before it is decided

_DIED = "the process that examined it died. The other inputs were examined. Please report it, with the input if you may."


def examined(
    items: Iterable["Input"], options: "Options", jobs: int | None, lang: str | None, examine: "Examine | None" = None
) -> Generator[FileResult, None, None]:
    """The result of each input. `jobs` None: other processes where there are many inputs. `examine` in place of `examine_input`; it goes to
    those processes, so it is a function of a module, or a `partial` of one.

    Holds a bounded number of inputs and results, however many there are.
    """
    rest = iter(items)
    head: list[Input] = []
    if jobs is None:
        weight = 0
        while len(head) < _FEW and weight < _HEAD_BYTES and (item := next(rest, None)) is not None:
            head.append(item)
            weight += _weight(item)
        many = len(head) == _FEW or (weight >= _HEAD_BYTES and len(head) > 1)
        jobs = _processors() if many else 1
    everything = chain(head, rest)
    if jobs == 1:
        return (examined_here(item, options, examine) for item in everything)
    return _Workers(options, jobs, lang, examine).results(everything)


def examined_here(item: "Input", options: "Options", examine: "Examine | None" = None) -> FileResult:
    from tavla_cli.examine import examine_input

    try:
        return (examine or examine_input)(item, options)
    except Exception as error:
        return FileResult(item.name, unreadable=True, trouble=(4, own_fault(error)))


def _examined_chunk(items: "list[Input]", options: "Options", examine: "Examine | None") -> list[FileResult]:
    return [examined_here(item, options, examine) for item in items]


def _initialise(lang: str | None) -> None:
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    for name in ("SIGTERM", "SIGHUP"):  # the parent tidies up, and ends us so
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    set_language(lang)


def _end_with_parent() -> None:
    """A parent that was killed can end nobody, and its workers would wait for ever for the next input."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Workers:
    """Processes that examine chunks of inputs. One that dies costs the input it died on, and nothing else."""

    def __init__(self, options: "Options", jobs: int, lang: str | None, examine: "Examine | None") -> None:
        self._options = options
        self._examine = examine
        self._jobs = jobs
        self._lang = lang
        self._pool = self._started(jobs)

    def results(self, items: Iterable["Input"]) -> Generator[FileResult, None, None]:
        chunks = _chunks(items)
        pending: deque[tuple[list[Input], Future[list[FileResult]]]] = deque()
        try:
            while True:
                while len(pending) < 2 * self._jobs + 2 and (chunk := next(chunks, None)) is not None:
                    pending.append((chunk, self._submitted(chunk)))
                if not pending:
                    break
                chunk, future = pending.popleft()
                try:
                    done = future.result()
                except Exception:  # a worker died, and with it everything that was under way
                    done = None
                if done is not None:
                    yield from done
                else:
                    yield from self._one_by_one(chunk)
                    self._pool.shutdown()
                    self._pool = self._started(self._jobs)
                    pending = deque((waiting, self._submitted(waiting)) for waiting, _ in pending)
        except BaseException:  # interrupted, or nobody reads the results: do not wait for what is under way
            import multiprocessing

            for child in multiprocessing.active_children():
                child.terminate()
            self._pool.shutdown(cancel_futures=True)
            raise
        self._pool.shutdown()

    def _started(self, jobs: int) -> "ProcessPoolExecutor":
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(jobs, initializer=_initialise, initargs=(self._lang,))

    def _submitted(self, chunk: "list[Input]") -> "Future[list[FileResult]]":
        try:
            return self._pool.submit(_examined_chunk, chunk, self._options, self._examine)
        except RuntimeError as error:  # the pool is broken already
            from concurrent.futures import Future

            failed: Future[list[FileResult]] = Future()
            failed.set_exception(error)
            return failed

    def _one_by_one(self, chunk: "list[Input]") -> Iterator[FileResult]:
        """Examine each input of the chunk in a process that has nothing else to do, to see on which one it dies."""
        pool = self._started(1)
        try:
            for item in chunk:
                try:
                    yield pool.submit(examined_here, item, self._options, self._examine).result()
                except Exception:
                    yield FileResult(item.name, unreadable=True, trouble=(4, _DIED))
                    pool.shutdown()
                    pool = self._started(1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _chunks(items: Iterable["Input"]) -> Iterator["list[Input]"]:
    chunk: list[Input] = []
    weight = 0
    for item in items:
        chunk.append(item)
        weight += _weight(item)
        if len(chunk) == _CHUNK or weight >= _CHUNK_BYTES:
            yield chunk
            chunk, weight = [], 0
    if chunk:
        yield chunk


def _weight(item: "Input") -> int:
    """Bytes that the input holds in memory."""
    return len(item.data) if item.data else 0


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
