"""Sphinx: the site of the documents. `make docs` builds it into build/docs; warnings are errors."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))
sys.path.insert(0, str(HERE.parent / "src"))

project = "Zermelo"
author = "The Zermelo authors"
copyright = "the Zermelo authors; Apache-2.0"
version = release = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx_design",
    "game_pages",
    "player_pages",
    "reference_pages",
]
exclude_patterns = ["_ext", "Thumbs.db", ".DS_Store"]
source_suffix = {".md": "myst-nb", ".rst": "restructuredtext"}

# Pages are Markdown; headings have the anchors that GitHub gives them
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = [
    "config.cache",
    "ref.python",  # annotations say `Node` and `Game`; several modules have one, and each means its own
]

# Notebooks run while the site is built; `-D nb_execution_mode=off` leaves their outputs out
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True

# The reference is made from docstrings, whose single backticks mean code
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries = False
python_use_unqualified_type_names = True
python_display_short_literal_types = True

html_theme = "furo"
html_title = f"Zermelo {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sourcelink = False
