package dev.waybill.web.api;

/// The lists that are read in pages. The cursors of each begin with a different letter, so that a
/// list refuses the cursors of other lists.
public enum PagedList {
    ALERTS('b'),
    APPS('a'),
    API_KEYS('k'),
    ATTEMPTS('t'),
    AUDIT_LOG('u'),
    DEAD_LETTERS('g'),
    DELIVERIES('d'),
    ENDPOINTS('w'),
    EVENTS('f'),
    EVENT_TYPES('n'),
    HELD_LANES('h'),
    PORTAL_LINKS('l'),
    REPLAYS('r'),
    RETRY_POLICIES('p'),
    STATE_CHANGES('s');

    private final char mark;

    PagedList(char mark) {
        this.mark = mark;
    }

    byte mark() {
        return (byte) mark;
    }
}
