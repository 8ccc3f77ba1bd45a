package dev.waybill.infra.postgres;

/// One entry of a tar archive. `link` is where a link points to, else empty.
record TarEntry(String name, Kind kind, int mode, long size, String link) {

    enum Kind {
        FILE,
        FOLDER,
        SYMBOLIC_LINK,
        HARD_LINK
    }
}
