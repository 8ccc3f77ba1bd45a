/// The Java SDK of Waybill: publishes events, and verifies and records the webhooks that arrive.
module dev.waybill.client {
    requires transitive java.net.http;
    requires transitive java.sql;
    // Not transitive: programs on the module path need no jspecify.
    requires static org.jspecify;

    exports dev.waybill.client;
}
