"""Calls of the engine: statuses become errors, and Ctrl-C ends what is under way."""

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

#: How long the main thread waits between looks for Ctrl-C, in seconds.
PATIENCE = 0.1


class Handle:
    """What the engine keeps for this process, until nobody needs it."""

    def __init__(self, pointer: Pointer, free: Callable[[Pointer], None]) -> None:
        self.pointer = pointer
        weakref.finalize(self, free, pointer)


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function that can fail; the last argument, its error, is added.

    :raises InputError: Where the input or an option is wrong.
    """
    error = Pointer()
    status = function(*arguments, ctypes.byref(error))
    if status:
        _fail(status, error, arguments)


def made(free: Callable[[Pointer], None], function: Callable[..., int], *arguments: Any) -> Handle:
    """Calls a function that makes something, whose place is the argument before the error."""
    place = Pointer()
    call(function, *arguments, ctypes.byref(place))
    return Handle(place, free)


def stream(function: Callable[..., int], *arguments: Any) -> Owned[ArrowArrayStream]:
    """Calls a function that hands out a stream, whose place is the argument before the error."""
    rows = Owned(ArrowArrayStream)
    call(function, *arguments, rows.struct)
    return rows


def interruptible(work: Callable[[Pointer], Answer]) -> Answer:
    """Does work that takes a run; Ctrl-C cancels it and waits for its end.

    Python tells the main thread alone of Ctrl-C, and only between its own steps: so the engine
    works in another one, without the interpreter's lock.
    """
    run = Handle(Pointer(library.regimen_run_new()), library.regimen_run_free)

    def cancel(worker: _Worker) -> None:
        library.regimen_run_cancel(run.pointer)
        worker.is_over.wait()

    return _waited(lambda: work(run.pointer), cancel)


def abandonable(work: Callable[[], Answer]) -> Answer:
    """Does work that nothing cancels; after Ctrl-C it comes to its end and nobody waits for it."""
    return _waited(work, lambda worker: None)


def _waited(work: Callable[[], Answer], interrupted: Callable[[_Worker], None]) -> Answer:
    """Does work in another thread, where this is the one that Python tells of Ctrl-C."""
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
    """A thread whose answer, or error, somebody waits for.

    It says by an event that it is over: a join that Ctrl-C ends takes the thread for stopped, until
    Python 3.13, and then not even the end of the program waits for it.
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
        """What the work has answered; raises what it has raised."""
        try:
            return self._answers.pop()()
        finally:
            del self._work


def _raise(error: BaseException) -> NoReturn:
    raise error


def _fail(status: int, error: Pointer, asked: Iterable[object]) -> NoReturn:
    """Raises what an error of the engine is in Python, and frees it."""
    facts = json.loads(library.regimen_error_json(error)) if error else {}
    library.regimen_error_free(error)
    text = facts.get("text", f"status {status}")
    if status == CANCELLED:
        raise Cancelled(text)
    if status == INPUT:
        raise _input_error(text, facts, asked)
    raise EngineError(text)


def _input_error(text: str, facts: Mapping[str, Any], asked: Iterable[object]) -> InputError:
    """The error of an input, with options named as in Python."""
    text, field = in_python(text), facts.get("field")
    if field and facts.get("parameter"):
        name = python_name(field, asked)
        text, field = text.replace(f"'{field}'", f"'{name}'", 1), name
    return InputError(text, source=facts.get("source"), line=facts.get("line"), field=field)
