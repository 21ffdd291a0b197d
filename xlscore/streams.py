"""Results go to stdout, everything else to stderr; either may be closed or full."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click


def say(text: str) -> None:
    """What is no result, on stderr. Where that cannot be written nobody is left to be told."""
    with suppress(OSError):
        click.echo(text, err=True)


class Unshown(Exception):
    """Results that stdout does not take, and why; what was written was told before."""


@contextmanager
def showing() -> Iterator[None]:
    """Results go to stdout. Raises `Unshown` where it is closed or full; whoever reads them through
    a pipe may have seen enough, and is told nothing."""
    if sys.stdout is None:
        raise Unshown(os.strerror(errno.EBADF))
    try:
        yield
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # where the rest goes that is still to be written
        os.close(nowhere)
    except OSError as error:
        raise Unshown(error.strerror or str(error)) from error
