"""Only the optional compiled kernels live here; everything else is in pyproject.toml.

Each extension is built from the very text of a plain module. Without Cython or a C compiler the build
goes on without them and `kernels`, in each room that has them, uses the plain modules.
"""

import os

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [
            Extension(
                f"campagna.{kernels.replace('plain', 'compiled')}",
                [f"src/campagna/{kernels.replace('.', '/')}.py"],
                extra_compile_args=["-O3"],
            )
            for kernels in (
                "hexes._plain",
                "hexes._plain_road",
                "hexes._plain_stacks",
                "hexes._plain_tangle",
                "plane._plain_legs",
                "plane._plain_lookout",
                "plane._plain_rows",
            )
        ],
        build_dir="build",
        force=True,  # the .pxd is not the namesake of its .py, so its changes are not noticed
    )
    for extension in extensions:
        extension.optional = True  # cythonize forgets it when given to the constructor

setup(ext_modules=extensions, options={"build_ext": {"parallel": os.cpu_count()}})
