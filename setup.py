"""Only the optional compiled kernels live here; everything else is in pyproject.toml.

The extension is built from the very text of `_plain.py`. Without Cython or a C compiler the build
goes on without it and `campagna.hexes.kernels` uses the plain module.
"""

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [
            Extension(
                "campagna.hexes._compiled",
                ["src/campagna/hexes/_plain.py"],
                extra_compile_args=["-O3"],
            )
        ],
        build_dir="build",
        force=True,  # the .pxd is not the namesake of its .py, so its changes are not noticed
    )
    for extension in extensions:
        extension.optional = True  # cythonize forgets it when given to the constructor

setup(ext_modules=extensions)
