"""The optional compiled kernels, the built client and documentation; the rest is in pyproject.toml.

Each extension is built from the very text of a plain module. Without Cython or a C compiler the build
goes on without them and `kernels`, in each room that has them, uses the plain modules.
CAMPAGNA_KERNELS=plain leaves them out on purpose.
"""

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

CLIENT = Path("web", "dist")
SITE = Path("build", "site")
EXAMPLES = Path("docs", "examples")
TEMPLATE = Path("examples", "two-fords")
TRACES = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*", "build", "dist")


class BuildWithClient(build_py):
    """A wheel contains the built client, so that whoever installs it needs no Node.js, The Two Fords
    as it is in the repository, of which `campagna new-game` makes new games, the worked examples,
    and the documentation where it was built."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return  # the checkout has its own, in web/dist
        if not (CLIENT / "index.html").is_file():
            raise SystemExit(f"{CLIENT} is missing: build the client first with .ci/client")
        self._put("client", CLIENT)
        self._put("template", TEMPLATE, TRACES)
        self._put("examples", EXAMPLES, TRACES)
        if SITE.is_dir():
            self._put("documentation", SITE)

    def _put(self, name: str, source: Path, ignore=None) -> None:
        target = Path(self.build_lib, "campagna", name)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, ignore=ignore)


try:
    if os.environ.get("CAMPAGNA_KERNELS") == "plain":
        raise ImportError("the plain kernels are wanted")
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [
            Extension(
                f"campagna.{kernels.replace('_kernel', '_compiled')}",
                [f"src/campagna/{kernels.replace('.', '/')}.py"],
                # Debug symbols would take a third of the compiler's time, which the first ./play waits for.
                extra_compile_args=["-O3", "-g0"],
            )
            for kernels in (
                "hexes._kernel",
                "hexes._kernel_two_budgets",
                "hexes._kernel_stacks",
                "hexes._kernel_assignment",
                "plane._kernel_legs",
                "plane._kernel_sight",
                "plane._kernel_rows",
            )
        ],
        build_dir="build",
        force=True,  # the .pxd is not the namesake of its .py, so its changes are not noticed
    )
    for extension in extensions:
        extension.optional = True  # cythonize forgets it when given to the constructor

setup(
    cmdclass={"build_py": BuildWithClient},
    ext_modules=extensions,
    options={"build_ext": {"parallel": os.cpu_count()}},
)
