"""The wheel holds a library for one system, and the same one for every Python."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Binary(Distribution):
    """A package with compiled parts, which lie apart from pure ones."""

    def has_ext_modules(self) -> bool:
        return True


class AnyPython(bdist_wheel):
    """A wheel without code that is compiled for a version of Python."""

    def get_tag(self) -> "tuple[str, str, str]":
        return ("py3", "none", super().get_tag()[2])


setup(distclass=Binary, cmdclass={"bdist_wheel": AnyPython})
