"""Reports leads, sales, clicks and refunds from a backend, with the program API key.

Methods raise at once where a call could not mean anything, and otherwise always return a result, so that reporting a sale can never
break the checkout around it.
"""

from ._client import AsyncSvc, Svc
from ._results import Result, SvcWarning

__all__ = ["AsyncSvc", "Result", "Svc", "SvcWarning"]
__version__ = "1.0.0"
