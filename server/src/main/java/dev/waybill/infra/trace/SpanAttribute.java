package dev.waybill.infra.trace;

/// The attributes of spans. docs/operating/tracing.md explains each. None contains a URL, a payload
/// or a secret.
public enum SpanAttribute {
    HTTP_METHOD("http.request.method"),
    HTTP_ROUTE("http.route"),
    HTTP_STATUS("http.response.status_code"),
    HTTP_RESENDS("http.request.resend_count"),
    URL_SCHEME("url.scheme"),
    SERVER_ADDRESS("server.address"),
    SERVER_PORT("server.port"),
    ERROR_TYPE("error.type"),
    APP_ID("waybill.app.id"),
    EVENT_ID("waybill.event.id"),
    EVENT_TYPE("waybill.event.type"),
    EVENTS("waybill.publish.events"),
    DELIVERIES("waybill.publish.deliveries"),
    ENDPOINT_ID("waybill.endpoint.id"),
    DELIVERY_ID("waybill.delivery.id"),
    DELIVERY_STATE("waybill.delivery.state"),
    DELIVERY_REASON("waybill.delivery.reason"),
    ATTEMPT_NUMBER("waybill.attempt.number"),
    ATTEMPT_OUTCOME("waybill.attempt.outcome"),
    BATCH_RESULTS("waybill.settle.batch_results");

    private final String key;

    SpanAttribute(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
