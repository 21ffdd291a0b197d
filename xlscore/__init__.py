"""Exact standings for Catan tournaments and game evenings."""

__version__ = "0.1.0"
