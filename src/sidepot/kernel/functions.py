"""Compiled functions as arguments of compiled functions, whose address is looked up once.

numba's own such arguments are looked up again for each call from Python, which takes 3 microseconds
for each.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.core.types import FunctionType
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, unbox


class _FunctionPointerType(FunctionType):
    """The type of functions with one signature, known by their address."""


class FunctionPointer:
    """A compiled function by its address."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        """The compiled code, kept alive as long as its address is used."""
        self._numba_type_ = _FunctionPointerType(compiled.signature)
        find, names = compiled.library.get_pointer_to_function, compiled.fndesc
        self.address: int = find(names.llvm_cfunc_wrapper_name)
        self.inner: int = find(names.llvm_func_name)


register_model(_FunctionPointerType)(FunctionModel)


@unbox(_FunctionPointerType)  # type: ignore[untyped-decorator]
def _unbox(kind: Any, of: Any, c: Any) -> Any:
    """A pointer as compiled code has it."""
    found = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for place, name in (("c_addr", "address"), ("jit_addr", "inner")):
        number = c.pyapi.object_getattr_string(of, name)
        setattr(found, place, c.pyapi.long_as_voidptr(number))
        c.pyapi.decref(number)
    found.py_addr = c.builder.bitcast(of, found.py_addr.type)
    return NativeValue(found._getvalue())
