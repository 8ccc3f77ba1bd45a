package dev.waybill.web.site;

import dev.waybill.domain.access.Right;

/// The entries of the navigation.
public enum Section {
    OVERVIEW("Overview", "/ui", Icon.OVERVIEW, "g o"),
    ALERTS("Alerts", "/ui/alerts", Icon.WARNING, "g l"),
    EVENTS("Events", "/ui/events", Icon.EVENTS, "g v"),
    DELIVERIES("Deliveries", "/ui/deliveries", Icon.DELIVERIES, "g d"),
    LETTERS("Dead letters", "/ui/dlq", Icon.LETTERS, "g q"),
    REPLAYS("Replays", "/ui/replays", Icon.REPLAYS, "g r"),
    ENDPOINTS("Endpoints", "/ui/endpoints", Icon.ENDPOINTS, "g e"),
    TYPES("Event types", "/ui/event-types", Icon.TYPES, "g t"),
    APPS("Apps", "/ui/apps", Icon.APPS, "g p"),
    AUDIT("Audit log", "/ui/audit", Icon.AUDIT, "g a"),
    STATUS("Status", "/ui/status", Icon.STATUS, "g u"),
    SETTINGS("Settings", "/ui/settings", Icon.SETTINGS, "g s");

    private final String title;
    private final String path;
    private final Icon icon;
    private final String keys;

    Section(String title, String path, Icon icon, String keys) {
        this.title = title;
        this.path = path;
        this.icon = icon;
        this.keys = keys;
    }

    public String title() {
        return title;
    }

    public String path() {
        return path;
    }

    public Icon icon() {
        return icon;
    }

    /// The permission that is needed to see it.
    public Right right() {
        return switch (this) {
            case AUDIT -> Right.AUDIT;
            case STATUS -> Right.MONITOR;
            case OVERVIEW,
                    ALERTS,
                    EVENTS,
                    DELIVERIES,
                    LETTERS,
                    REPLAYS,
                    ENDPOINTS,
                    TYPES,
                    APPS,
                    SETTINGS ->
                    Right.READ;
        };
    }

    /// The keyboard shortcut: two keys, one after the other.
    public String keys() {
        return keys;
    }

    public String firstKey() {
        return keys.substring(0, 1);
    }

    public String secondKey() {
        return keys.substring(2);
    }
}
