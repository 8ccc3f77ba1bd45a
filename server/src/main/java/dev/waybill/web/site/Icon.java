package dev.waybill.web.site;

/// The icons, as strokes in a square of 16.
public enum Icon {
    CLOCK("M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 4.6V8l2.4 1.6"),
    ARROW("M2 8h11M9 4l4 4-4 4"),
    CHECK("M2.5 8.5l3.5 3.7 7.5-8"),
    LOOP("M13.4 6.2A5.8 5.8 0 0 0 3 5M2.6 9.8A5.8 5.8 0 0 0 13 11M2.8 2v3.2H6M13.2 14v-3.2H10"),
    CROSS("M3.5 3.5l9 9M12.5 3.5l-9 9"),
    HOURGLASS("M4 2h8M4 14h8M5 2v2.6L8 8l3-3.4V2M5 14v-2.6L8 8l3 3.4V14"),
    SLASH("M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M3.7 12.3l8.6-8.6"),
    BARS("M5.5 3v10M10.5 3v10"),
    OVERVIEW("M2.5 2.5h4.4v5.2H2.5zM9.1 2.5h4.4v3H9.1zM9.1 8.3h4.4v5.2H9.1zM2.5 10.5h4.4v3H2.5z"),
    DELIVERIES("M2 4.5h12M2 8h12M2 11.5h7.5"),
    EVENTS("M8.8 1.8L3.4 9h4.2l-.6 5.2L12.6 7H8.4z"),
    LETTERS("M2 3.5h12v9H2zM2.3 4l5.7 4.6L13.7 4"),
    ENDPOINTS("M5.2 8a2.6 2.6 0 1 1-.1 0M7.8 8h3.4M11 5.6h3v4.8h-3z"),
    REPLAYS("M2.6 8a5.4 5.4 0 1 0 1.7-3.9M2.6 2.4v3.2h3.2M6.8 5.8l3.6 2.2-3.6 2.2z"),
    TYPES("M2.5 2.5h5l6 6-5 5-6-6zM5.2 5.2h.1"),
    APPS("M8 2l5.5 3v6L8 14l-5.5-3V5zM2.7 5.1L8 8l5.3-2.9M8 8v6"),
    SETTINGS("M2 4.5h7M13 4.5h1M11 3v3M2 11.5h1M7 11.5h7M5 10v3"),
    STATUS("M1.5 8.5h3l2-5 3 9 2-4h3"),
    PLUS("M8 3v10M3 8h10"),
    AUDIT("M3.5 2h9v12h-9zM6 5.2h4M6 8h4M6 10.8h2.4"),
    COPY("M5.5 5.5h8v8h-8zM10.5 5.3V2.5h-8v8h2.8"),
    SEARCH("M7 2.3a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 0 0 0-9.4M10.5 10.5L14 14"),
    MENU("M2 4h12M2 8h12M2 12h12"),
    KEY("M10.6 2.2a3.3 3.3 0 1 0 .1 0M8.4 8L2.4 14M4.4 12l1.7 1.7"),
    WARNING("M8 2l6.5 11.5h-13zM8 6.4v3.4M8 11.6v.2"),
    OUT("M6.5 2.5h-4v11h4M6 8h8M11 5l3 3-3 3"),
    DOWN("M8 2.2v8.6M4.4 7.4L8 11l3.6-3.6M2.5 13.8h11");

    private final String path;

    Icon(String path) {
        this.path = path;
    }

    public String path() {
        return path;
    }
}
