"""Numba's files of compiled code, made safe: what cannot be read or kept is compiled anew.

As Numba stands a truncated file ends the start with an exception, and a damaged one the process.
Only machine/words.py uses this, and only the version of Numba in pyproject.toml is known to fit.
"""

import hashlib
import pickle
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)

from engine.machine.keeping import notice, report_not_kept

DIGEST_BYTES = 32


class OwnFolderOnly(CompileResultCacheImpl):  # type: ignore[misc]
    """Keeps code nowhere but in the chosen folder.

    Numba would go on to folders that are not named after the key, beside the sources for example.
    """

    _locator_classes = (UserProvidedCacheLocator,)


class SealedFile(IndexDataCacheFile):  # type: ignore[misc]
    """Puts a digest before the compiled code: LLVM runs whatever it is given, damaged or not."""

    def _save_data(self, name: str, data: Any) -> None:
        content = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(content).digest() + content)

    def _load_data(self, name: str) -> Any:
        content = Path(self._data_path(name)).read_bytes()
        digest, content = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
        if hashlib.sha256(content).digest() != digest:
            raise ValueError(f"{name} is damaged")
        return pickle.loads(content)


class ForgivingCache(FunctionCache):  # type: ignore[misc]
    """One function's compiled code: what cannot be read or kept is compiled anew."""

    _impl_class = OwnFolderOnly

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = SealedFile(
            self.cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the compiled function, or None."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as damage:  # unpickling damaged bytes can raise anything
            reason = str(damage) or type(damage).__name__
            notice(f"A file of compiled code was damaged and is compiled anew: {reason}.")
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


def keep_on_disk(dispatcher: Any) -> None:
    """Give a function that is not yet compiled its place in the chosen folder."""
    try:
        dispatcher._cache = ForgivingCache(dispatcher.py_func)
    except RuntimeError:  # the folder has gone or become read-only since it was chosen
        report_not_kept("its folder can no longer be written to")
