"""Build the page while the package is built; where that cannot be done the package is made without it."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Run `web/build.py`; the page goes into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files are collected."""
        script = Path(self.root) / "web" / "build.py"
        if not script.is_file() or os.environ.get("ZERMELO_NO_PAGE"):
            return
        spec = importlib.util.spec_from_file_location("page_build", script)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        try:
            module.build()
        except module.CannotBuild as problem:
            self.app.display_warning(f"Zermelo is installed without its page ({problem}); the terminal serves instead")
            return
        build_data["artifacts"].append("/src/zermelo/interfaces/web/page")
