"""Runs the cases of the contract by the Python library: one case a line in, its results a line out."""

import json
import re
import sys

from svc_sdk import Svc


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def run(case: dict) -> dict:
    told = []

    def listen(warning) -> None:
        told.append(warning.code)
        raise RuntimeError("a listener that fails")

    options = {"maxRetries": 2, "maxRetryDelayMs": 10_000, "timeoutMs": 10_000, **case["options"]}
    svc = Svc(
        options.get("apiKey", case["apiKey"]),
        api_url=case["apiUrl"],
        timeout_seconds=options["timeoutMs"] / 1000,
        max_retries=options["maxRetries"],
        max_retry_delay_seconds=options["maxRetryDelayMs"] / 1000,
        on_warning=listen,
    )
    with svc:
        return {"results": [make(svc, call) for call in case["calls"]], "warnings": told}


def make(svc: Svc, call: dict) -> dict:
    method = getattr(svc, snake(call["method"]))
    try:
        result = method(**{snake(name): value for name, value in call["arguments"].items()})
    except (ValueError, TypeError) as error:
        return {"throws": str(error)}
    return {
        "ok": result.ok,
        "status": result.status,
        "data": result.data,
        "error": result.error,
        "code": result.code,
        "details": result.details,
        "retryAfterSeconds": result.retry_after_seconds,
    }


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
