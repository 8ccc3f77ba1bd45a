package dev.waybill.web.portal;

/// The entries of the portal's navigation.
public enum Tab {
    ENDPOINTS("Endpoints", "/portal/endpoints"),
    DELIVERIES("Deliveries", "/portal/deliveries"),
    TYPES("Event types", "/portal/event-types");

    private final String title;
    private final String path;

    Tab(String title, String path) {
        this.title = title;
        this.path = path;
    }

    public String title() {
        return title;
    }

    public String path() {
        return path;
    }
}
