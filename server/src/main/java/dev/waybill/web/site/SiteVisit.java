package dev.waybill.web.site;

import dev.waybill.engine.audit.Actor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request for a page of a site, by a visitor who is signed in there.
public interface SiteVisit extends PageRequest {

    /// The visitor, as the audit log records a change by this request.
    Actor actor();

    /// The origins whose pages may show this one in a frame.
    List<String> frameOrigins();

    /// The notice in the address; null if there is none.
    default @Nullable Notice notice() {
        return param(Notice.PARAMETER).flatMap(Notice::of).orElse(null);
    }
}
