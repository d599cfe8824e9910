"""Numba's files of compiled code, made safe: what cannot be read or kept is compiled anew.

As Numba stands a truncated file ends the start with an exception, and a damaged one the process.
Only `compile.py` uses this, and only the version of Numba in pyproject.toml is known to fit.
"""

import pickle
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from engine.machine.keeping import damaged, notice, report_not_kept, sealed, unsealed
from engine.machine.lowering.inner import is_inner, rebuilt


class OwnFolderOnly(CompileResultCacheImpl):
    """Keeps code nowhere but in the chosen folder.

    Numba would go on to folders that are not named after the key, beside the sources for example.
    """

    _locator_classes = (UserProvidedCacheLocator,)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return a kept function."""
        if is_inner(payload):
            return rebuilt(target_context, payload)
        return super().rebuild(target_context, payload)


class SealedFile(IndexDataCacheFile):
    """Puts a digest before the compiled code: LLVM runs whatever it is given, damaged or not."""

    def _save_data(self, name: str, data: Any) -> None:
        with self._open_for_write(self._data_path(name)) as file:
            file.write(sealed(self._dump(data)))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(unsealed(Path(self._data_path(name)).read_bytes()))


class ForgivingCache(FunctionCache):
    """One function's compiled code: what cannot be read or kept is compiled anew."""

    _impl_class = OwnFolderOnly

    def __init__(self, function: Any, is_door: bool) -> None:
        super().__init__(function)
        name = self._impl.filename_base + ("-door" if is_door else "")
        self._cache_file = SealedFile(self.cache_path, name, self._impl.locator.get_source_stamp())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the compiled function, or None."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as damage:  # unpickling damaged bytes can raise anything
            reason = str(damage).rstrip(".") or type(damage).__name__
            notice(damaged(f"{self._name}, {reason}"))
        try:
            self.flush()  # otherwise saving would read the damaged index again
        except OSError as refusal:
            report_not_kept(refusal.strerror or str(refusal))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the compiled function if there is room."""
        try:
            super().save_overload(sig, data)
        except OSError as refusal:
            report_not_kept(refusal.strerror or str(refusal))


def keep_on_disk(dispatcher: Any, is_door: bool) -> None:
    """Give a function that is not yet compiled its place in the chosen folder."""
    try:
        dispatcher._cache = ForgivingCache(dispatcher.py_func, is_door)
    except RuntimeError:  # the folder has gone or become read-only since it was chosen
        report_not_kept("its folder can no longer be written to")


def kept_code(dispatcher: Any) -> tuple[str, bytes, bytes] | None:
    """Return symbol, object code and bitcode of a compiled function from its file, or None.

    Another process may have written the file since this one compiled the function, with a symbol
    of its own.
    """
    cache = dispatcher._cache
    (compiled,) = dispatcher.overloads.values()
    key = cache._index_key(compiled.signature, dispatcher.targetdescr.target_context.codegen())
    try:
        data = cache._cache_file.load(key)
    except Exception:  # damaged since it was written
        return None
    if data is None:
        return None
    (_, _, (content, bitcode)), description = data[:2]
    return str(description.llvm_func_name), content, bitcode
