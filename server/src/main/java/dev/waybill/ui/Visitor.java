package dev.waybill.ui;

import dev.waybill.api.Caller;
import dev.waybill.audit.Act;
import dev.waybill.domain.Right;
import dev.waybill.domain.Scope;
import dev.waybill.http.Request;

/// Who looks at a page.
///
/// @param token what their browser showed
public record Visitor(Caller caller, String token) {

    public boolean may(Right right) {
        return caller.role().may(right);
    }

    public Scope scope() {
        return caller.scope();
    }

    /// What they do with this request. The audit log says that it was done on a page.
    public Act act(Request request) {
        return Visitors.onPage(caller.act(request));
    }

    /// Signed in with the key of the settings, which is good in both modes.
    public boolean bothModes() {
        return caller.bothModes();
    }
}
