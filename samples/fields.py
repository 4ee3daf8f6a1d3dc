#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-only
"""fields.py FILE... | fields.py -x LINE...: the events of recordings, or of probe lines until
Ctrl-C, as lines of JSON: each field by its name, as number, string or stack."""
import ctypes as C
import errno
import json
import sys

lib = C.CDLL("libkprobectl.so.0")


class Field(C.Structure):
    """struct kpctl_field"""
    _fields_ = [("size", C.c_size_t), ("kind", C.c_int), ("cut", C.c_int),
                ("number", C.c_uint64), ("text", C.c_void_p),
                ("frames", C.POINTER(C.c_uint64)), ("length", C.c_size_t)]


UNSIGNED, SIGNED, STRING, STACK, ARRAY = 1, 2, 3, 4, 5

for name in "new error event_name event_comm field_name symbol".split():
    f = getattr(lib, "kpctl_" + name)
    f.restype = C.c_void_p if name == "new" else C.c_char_p
lib.kpctl_event_time.restype = C.c_uint64
lib.kpctl_symbol.argtypes = [C.c_void_p, C.c_uint64]


def value(ev, name, f):
    if f.kind == STRING:
        return C.string_at(f.text, f.length).decode(errors="backslashreplace")
    if f.kind == STACK:
        return [lib.kpctl_symbol(ev, f.frames[i]).decode() for i in range(f.length)]
    if f.kind == ARRAY:
        return [field(ev, name, i) for i in range(f.length)]
    return C.c_int64(f.number).value if f.kind == SIGNED else f.number


def field(ev, name, element=None):
    """None: it could not be read"""
    f = Field(size=C.sizeof(Field))
    if element is None:
        ret = lib.kpctl_field(ev, name, C.byref(f))
    else:
        ret = lib.kpctl_element(ev, name, element, C.byref(f))
    return None if ret else value(ev, name, f)


def show(ev):
    i, fields = 0, {}
    while name := lib.kpctl_field_name(ev, i):
        fields[name.decode()] = field(ev, name)
        i += 1
    print(json.dumps({"time": lib.kpctl_event_time(ev), "kind": lib.kpctl_event_kind(ev),
                      "event": lib.kpctl_event_name(ev).decode(),
                      "comm": lib.kpctl_event_comm(ev).decode(), "fields": fields}))


def main(args):
    s, ev = C.c_void_p(lib.kpctl_new()), C.c_void_p()
    live = args[:1] == ["-x"]
    ret = lib.kpctl_open(s, 0) if live else 0
    for arg in args[live:]:
        ret = ret or (lib.kpctl_add if live else lib.kpctl_replay)(s, arg.encode())
    while ret >= 0:
        while (ret := lib.kpctl_next(s, C.byref(ev))) > 0:
            show(ev)
        ret = ret or lib.kpctl_wait(s, 200)
    if ret != -errno.ENODATA:
        print("fields.py:", lib.kpctl_error(s).decode(), file=sys.stderr)
    lib.kpctl_free(s)
    return ret != -errno.ENODATA


try:
    sys.exit(main(sys.argv[1:]))
except KeyboardInterrupt:
    pass
