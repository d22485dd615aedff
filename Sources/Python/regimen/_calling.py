"""Calls of the engine: status codes become exceptions, and Ctrl-C cancels a running call."""

from __future__ import annotations

import ctypes
import json
import threading
import weakref
from typing import Any, Callable, Iterable, List, Mapping, NoReturn, TypeVar

from ._arrow import ArrowArrayStream, Owned, Pointer
from ._library import CANCELLED, INPUT, library
from ._options import python_name
from .errors import Cancelled, EngineError, InputError, in_python

Answer = TypeVar("Answer")

#: The interval at which the main thread checks for Ctrl-C, in seconds.
PATIENCE = 0.1


class Handle:
    """A pointer to an object of the engine, which is freed with this handle."""

    def __init__(self, pointer: Pointer, free: Callable[[Pointer], None]) -> None:
        self.pointer = pointer
        weakref.finalize(self, free, pointer)


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function that can fail, and appends the error pointer to its arguments.

    :raises InputError: If the input or an option is invalid.
    """
    error = Pointer()
    status = function(*arguments, ctypes.byref(error))
    if status:
        _fail(status, error, arguments)


def made(free: Callable[[Pointer], None], function: Callable[..., int], *arguments: Any) -> Handle:
    """Calls a function that creates an object; its output pointer precedes the error pointer."""
    place = Pointer()
    call(function, *arguments, ctypes.byref(place))
    return Handle(place, free)


def stream(function: Callable[..., int], *arguments: Any) -> Owned[ArrowArrayStream]:
    """Calls a function that fills a stream; its output pointer precedes the error pointer."""
    rows = Owned(ArrowArrayStream)
    call(function, *arguments, rows.struct)
    return rows


def interruptible(work: Callable[[Pointer], Answer]) -> Answer:
    """Calls a function with a cancellable run; Ctrl-C cancels the run and waits for its end.

    Python delivers Ctrl-C to the main thread only, between bytecode instructions. So the engine
    runs in another thread, without the global interpreter lock.
    """
    run = Handle(Pointer(library.regimen_run_new()), library.regimen_run_free)

    def cancel(worker: _Worker) -> None:
        library.regimen_run_cancel(run.pointer)
        worker.is_over.wait()

    return _waited(lambda: work(run.pointer), cancel)


def abandonable(work: Callable[[], Answer]) -> Answer:
    """Calls a function that cannot be cancelled; after Ctrl-C it finishes in the background."""
    return _waited(work, lambda worker: None)


def _waited(work: Callable[[], Answer], interrupted: Callable[[_Worker], None]) -> Answer:
    """Calls a function in a worker thread if the current thread is the one that gets Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    worker = _Worker(work)
    try:
        worker.start()
        while not worker.is_over.wait(PATIENCE):
            pass
    except BaseException:
        interrupted(worker)
        raise
    answer: Answer = worker.answer()
    return answer


class _Worker(threading.Thread):
    """A thread that keeps the result or the exception of a function.

    Its end is signalled by an event instead of `join`: before Python 3.13 a `join` interrupted by
    Ctrl-C marks the thread as stopped, and the interpreter no longer waits for it at exit.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(name="regimen")
        self._work = work
        self.is_over = threading.Event()
        self._answers: List[Callable[[], Any]] = []

    def run(self) -> None:
        try:
            value = self._work()
            self._answers.append(lambda: value)
        except BaseException as error:  # pylint: disable=broad-except
            self._answers.append(lambda caught=error: _raise(caught))
        finally:
            self.is_over.set()

    def answer(self) -> Any:
        """Returns the result of the function, or raises its exception."""
        try:
            return self._answers.pop()()
        finally:
            del self._work


def _raise(error: BaseException) -> NoReturn:
    raise error


def _fail(status: int, error: Pointer, asked: Iterable[object]) -> NoReturn:
    """Frees an error of the engine and raises the corresponding exception."""
    facts = json.loads(library.regimen_error_json(error)) if error else {}
    library.regimen_error_free(error)
    text = facts.get("text", f"status {status}")
    if status == CANCELLED:
        raise Cancelled(text)
    if status == INPUT:
        raise _input_error(text, facts, asked)
    raise EngineError(text)


def _input_error(text: str, facts: Mapping[str, Any], asked: Iterable[object]) -> InputError:
    """Returns an error about the input, with options under their names in Python."""
    text, field = in_python(text), facts.get("field")
    if field and facts.get("parameter"):
        name = python_name(field, asked)
        text, field = text.replace(f"'{field}'", f"'{name}'", 1), name
    return InputError(text, source=facts.get("source"), line=facts.get("line"), field=field)
