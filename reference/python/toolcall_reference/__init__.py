"""The Python reference: an independent reading of the project's semantics page.

Rules are cited by the numbers they have there, as in ``SEMANTICS D12``. The package uses the standard library
only and knows nothing of the harness.
"""

from toolcall_reference.parser import ReferenceParser

__all__ = ["ReferenceParser", "__version__"]

__version__ = "0.1.0"
