package dev.waybill.web.site;

import dev.waybill.domain.access.Scope;
import dev.waybill.web.http.Request;
import java.time.Instant;
import java.util.Optional;

/// What an address asks for, on either site.
public interface PageRequest {

    Request request();

    Instant now();

    /// Whose things may be seen.
    Scope scope();

    /// What the address says, if it says anything.
    default Optional<String> param(String name) {
        return request().query(name).map(String::strip).filter(text -> !text.isEmpty());
    }

    /// The same for a filter: PostgreSQL takes no NUL, and no filter has use for the others.
    default Optional<String> plain(String name) {
        return param(name).filter(text -> text.chars().noneMatch(Character::isISOControl));
    }

    /// This address, without what was just done.
    default Link here() {
        return Link.of(request()).without(Notice.PARAMETER);
    }
}
