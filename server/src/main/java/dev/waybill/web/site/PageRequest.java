package dev.waybill.web.site;

import dev.waybill.domain.access.Scope;
import dev.waybill.web.http.Request;
import java.time.Instant;
import java.util.Optional;

/// The parameters of a page's address, on either site.
public interface PageRequest {

    Request request();

    Instant now();

    /// The scope of objects that may be seen.
    Scope scope();

    /// The value of a parameter; empty if it is absent.
    default Optional<String> param(String name) {
        return request().query(name).map(String::strip).filter(text -> !text.isEmpty());
    }

    /// The same for a filter: PostgreSQL does not accept NUL, and no filter needs other control
    /// characters.
    default Optional<String> plain(String name) {
        return param(name).filter(text -> text.chars().noneMatch(Character::isISOControl));
    }

    /// This address, without the notice.
    default Link here() {
        return Link.of(request()).without(Notice.PARAMETER);
    }
}
