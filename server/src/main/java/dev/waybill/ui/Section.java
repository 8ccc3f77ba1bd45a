package dev.waybill.ui;

/// What the navigation leads to.
public enum Section {
    OVERVIEW("Overview", "/ui", Icon.OVERVIEW, "g o"),
    DELIVERIES("Deliveries", "/ui/deliveries", Icon.DELIVERIES, "g d"),
    LETTERS("Dead letters", "/ui/dlq", Icon.LETTERS, "g q"),
    ENDPOINTS("Endpoints", "/ui/endpoints", Icon.ENDPOINTS, "g e");

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

    /// What leads there on the keyboard.
    public String keys() {
        return keys;
    }
}
