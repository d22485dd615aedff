"""Builds a wheel with a shared library for one platform, which any version of Python can load."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Binary(Distribution):
    """A distribution with compiled parts, which is installed as platform-specific."""

    def has_ext_modules(self) -> bool:
        return True


class AnyPython(bdist_wheel):
    """A wheel without extension modules for a specific version of Python."""

    def get_tag(self) -> "tuple[str, str, str]":
        return ("py3", "none", super().get_tag()[2])


setup(distclass=Binary, cmdclass={"bdist_wheel": AnyPython})
