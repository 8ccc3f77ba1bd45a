package dev.waybill.infra.metrics;

import java.util.List;

/// Events, deliveries, attempts and endpoints. As `/v1/stats` does, they count the live mode and
/// the apps of customers: neither the test mode nor Waybill's own notifications.
public final class TrafficMetrics {

    static final MetricTable TABLE = new MetricTable();

    private static final String REASON = "reason";

    /// From a publish that meets an idle service to one that waits for the database.
    private static final List<Double> CAPTURE_SECONDS =
            List.of(.0025, .005, .01, .025, .05, .1, .25, .5, 1., 2.5, 5.);

    /// From an immediate delivery to one that was retried for days.
    private static final List<Double> LAG_SECONDS =
            List.of(
                    .025, .05, .1, .25, .5, 1., 2.5, 5., 10., 30., 60., 300., 1_800., 7_200.,
                    21_600., 86_400., 259_200.);

    /// No attempt takes longer than 30 s.
    private static final List<Double> ATTEMPT_SECONDS =
            List.of(.005, .01, .025, .05, .1, .25, .5, 1., 2.5, 5., 10., 20., 30.);

    private static final List<Double> ATTEMPT_COUNTS =
            List.of(1., 2., 3., 4., 5., 6., 8., 10., 12., 16., 24.);

    public static final Metric EVENTS_CAPTURED =
            TABLE.counter(
                    "waybill_events_captured_total",
                    "Events that were committed",
                    "The rate falls to 0 while producers publish");

    public static final Metric EVENTS_REPEATED =
            TABLE.counter(
                    "waybill_events_repeated_total",
                    "Publishes of an event that had been captured before; nothing was stored",
                    "A high rate: a producer repeats publishes that succeeded");

    public static final Metric EVENTS_REFUSED =
            TABLE.counter(
                    "waybill_events_refused_total",
                    "Events that passed the checks of the request and were not stored: `conflict`"
                            + " (the id or Idempotency-Key belongs to another event), `invalid`"
                            + " (the schema changed meanwhile), `unconfirmed` (answered 503: no"
                            + " commit in time) or `unstorable`",
                    "Any `unconfirmed`: the database or the process is overloaded or away",
                    REASON);

    public static final Metric CAPTURE_DURATION =
            TABLE.histogram(
                    "waybill_capture_duration_seconds",
                    CAPTURE_SECONDS,
                    "Time from the arrival of a publish in the queue to its commit, per request",
                    "p99 above 0.5 s");

    public static final Metric DELIVERIES_CREATED =
            TABLE.counter(
                    "waybill_deliveries_created_total",
                    "Deliveries created: by a captured `event`, or by a `redelivery` (resend or"
                            + " replay)",
                    "",
                    "origin");

    public static final Metric DELIVERIES_ENDED =
            TABLE.counter(
                    "waybill_deliveries_ended_total",
                    "Deliveries that reached a final state. The reason of `delivered` is `none`."
                            + " Other ends are counted within seconds by one process, whichever"
                            + " adds them to the statistics",
                    "The share of `failed` and `expired` grows",
                    "state",
                    REASON);

    public static final Metric DELIVERY_LAG =
            TABLE.histogram(
                    "waybill_delivery_lag_seconds",
                    LAG_SECONDS,
                    "Time from `created_at` of the event (of a resend: from the resend) to"
                            + " acceptance. Types beyond `metrics-event-types-max` are `other`",
                    "p95 of a type above its time to live or your promise to customers",
                    "event_type");

    public static final Metric DELIVERY_ATTEMPTS_NEEDED =
            TABLE.histogram(
                    "waybill_delivery_attempts_needed",
                    ATTEMPT_COUNTS,
                    "Attempts that a delivered delivery needed",
                    "The share above 1 grows");

    public static final Metric ATTEMPTS =
            TABLE.counter(
                    "waybill_attempts_total",
                    "Attempts by outcome: `succeeded` (2xx) or `failed`. The cause of a failure is"
                            + " the class of the status (`http_4xx`) or its kind (`dns`,"
                            + " `connect`, `tls`, `timeout`, `reset`, `protocol`, `expiry`,"
                            + " `blocked`)",
                    "The cause `dns` or `connect` grows for many endpoints at once: the fault may"
                            + " be ours",
                    "outcome",
                    "cause");

    public static final Metric ATTEMPT_DURATION =
            TABLE.histogram(
                    "waybill_attempt_duration_seconds",
                    ATTEMPT_SECONDS,
                    "Duration of attempts, from name look-up to the end of the response",
                    "p95 grows: customers' endpoints have become slow, or our network has");

    public static final Metric ATTEMPTS_NOT_SENT =
            TABLE.counter(
                    "waybill_attempts_not_sent_total",
                    "Attempts that this process could not send because of a local fault, such as"
                            + " no free port; they use up no attempt of the delivery",
                    "Any");

    public static final Metric DEAD_LETTERS =
            TABLE.counter(
                    "waybill_dead_letters_total",
                    "Deliveries that became dead letters",
                    "The rate jumps: see the rule WebhookDLQRateHigh",
                    REASON);

    public static final Metric DEAD_LETTERS_OPEN =
            TABLE.gauge(
                    "waybill_dead_letters_open",
                    "Dead letters that nobody has resolved, of all processes; counted up to"
                            + " 100,000",
                    "It grows from day to day");

    public static final Metric ENDPOINTS =
            TABLE.gauge(
                    "waybill_endpoints",
                    "Endpoints by state; each process reports all of them",
                    "`disabled` or `paused` grows",
                    "state");

    public static final Metric ENDPOINT_STATE_CHANGES =
            TABLE.counter(
                    "waybill_endpoint_state_changes_total",
                    "Changes of endpoint states. The reason is that of Waybill's rule (`gone`,"
                            + " `consecutive_failures`, `no_success`), or `requested`",
                    "Many changes to `disabled` with another reason than `requested`",
                    "to",
                    REASON);

    public static final Metric ENDPOINT_ATTEMPTS =
            TABLE.counter(
                    "waybill_endpoint_attempts_total",
                    "Attempts by endpoint and result (`succeeded`, `failed`). Endpoints beyond"
                            + " `metrics-endpoints-max`, by default all, are `other`",
                    "`failed` without `succeeded`",
                    "endpoint_id",
                    "result");

    public static final Metric BACKLOG =
            TABLE.gauge(
                    "waybill_backlog_deliveries",
                    "Deliveries that wait for an attempt or for their turn, of all processes;"
                            + " counted up to 100,000",
                    "It grows without a break");

    public static final Metric OLDEST_DUE =
            TABLE.gauge(
                    "waybill_oldest_due_seconds",
                    "Time since the oldest waiting delivery of an active endpoint was due; 0 if"
                            + " none is late. Absent if the 10,000 oldest belong to endpoints that"
                            + " are not active",
                    "Above 300 s: an endpoint is slower than its traffic, or deliveries stand"
                            + " still");

    public static final Metric REPLAYS =
            TABLE.gauge(
                    "waybill_replays",
                    "Replays that have not ended, by state",
                    "`paused` for days",
                    "state");

    private TrafficMetrics() {}
}
