"""How Sphinx builds the documentation. `scripts/site.py` lays out the pages and calls it."""

project = "Campagna"
author = "the Campagna project"
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["attrs_block", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["examples/*/*"]
nitpicky = True
# Types in signatures are read, not followed: many are not public.
nitpick_ignore_regex = [("py:.*", ".*")]
# Docstrings put code between single backticks.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Campagna"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a2f1d", "color-brand-content": "#7a2f1d"},
    "dark_css_variables": {"color-brand-primary": "#e3a08d", "color-brand-content": "#e3a08d"},
}
