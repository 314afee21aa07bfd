"""Numbers for watchers, in Prometheus' text form.

None of them moves with what is judged: a count of events would betray that something was written which must not be
told yet (reveal policy, P1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request
from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from webui.table import WATCHED

if TYPE_CHECKING:
    from webui.site import Site


def metrics(site: Site) -> Blueprint:
    """The blueprint of ``/metrics``; it counts every answer of the application."""
    bp = Blueprint("metrics", __name__)
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    answers = Counter(
        "pegwatch_http_answers", "Answers by status class.", ["method", "status"], registry=registry
    )
    refused = Counter(
        "pegwatch_refused_logins", "Wrong codes and PINs, and too many tries.", registry=registry
    )
    viewers = Gauge("pegwatch_viewers", "Live viewers now.", registry=registry)
    viewers.set_function(lambda: float(site.seats.count))
    up = Gauge(
        "pegwatch_part_up", "Whether a part of the table gives signs of life.", ["part"], registry=registry
    )

    @bp.after_app_request
    def count(response: Response) -> Response:
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        answers.labels(method, f"{response.status_code // 100}xx").inc()
        if request.path in ("/api/v1/join", "/api/v1/login") and response.status_code in (403, 429):
            refused.inc()
        return response

    @bp.get("/metrics")
    def show() -> Response:
        """All numbers as they are now."""
        parts = {health.part: health.state for health in site.table.health()}
        for part in WATCHED:
            up.labels(part).set(1.0 if parts.get(part) == "ok" else 0.0)
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)

    return bp
