"""The command line, one file a verb: `zermelo perft chess 5`."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated, NoReturn

import typer

import zermelo
from zermelo.errors import ZermeloError
from zermelo.interfaces.cli.verbs import VerbGroup

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Zermelo: play, analyse and solve games written as one Python class.",
)
STOPPED = 130  # the exit status of a program that Ctrl-C has ended


def show_version(asked: bool) -> None:
    """Answer `zermelo --version`."""
    if asked:
        print(f"zermelo {zermelo.__version__}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")]


@app.callback(invoke_without_command=True)
def start(context: typer.Context, version: Version = False) -> None:
    """Without a verb: the page to play, analyse and watch; where it was not built, a game here in the terminal."""
    if context.invoked_subcommand is None:
        from zermelo.interfaces.cli import play, serve
        from zermelo.interfaces.web.app import PAGE

        if (PAGE / "index.html").is_file():
            serve.serve()
        else:
            print("The page was not built when Zermelo was installed (npm was not to be had): here is the terminal.")
            play.choose_and_play()


def leave(status: int) -> NoReturn:
    """End the program; rules that did not return when Ctrl-C was heard cannot keep it."""
    from zermelo.game.threads import left_behind

    if status == STOPPED:
        told = " (rules that did not return were left behind)" if left_behind() else ""
        print(f"zermelo: stopped{told}", file=sys.stderr)
    if left_behind():  # the interpreter would take memory from under a thread at work
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)
    sys.exit(status)


def main() -> None:
    """Run the command line; what a user can put right is said in one sentence, with exit status 2."""
    for stream in (sys.stdout, sys.stderr):  # where a pipe cannot carry a sign (cp1252 on Windows), a ? stands for it
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="zermelo")
    except SystemExit as end:  # how Typer ends; it makes a status of Ctrl-C too
        leave(end.code if isinstance(end.code, int) else 0)
    except ZermeloError as problem:
        print(f"zermelo: {problem}", file=sys.stderr)
        leave(2)
    except KeyboardInterrupt:
        leave(STOPPED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone: nothing more to say
        sys.exit(0)
    except Exception as problem:  # of rules that somebody wrote, or a mistake of ours, which is shown whole
        from zermelo.game.check.blame import blamed

        told = blamed(problem)
        if told is None:
            raise
        print(f"zermelo: {told}", file=sys.stderr)
        leave(2)
