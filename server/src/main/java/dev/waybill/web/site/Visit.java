package dev.waybill.web.site;

import dev.waybill.domain.access.Scope;
import dev.waybill.engine.audit.Actor;
import dev.waybill.web.http.Request;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// One request for a page of the dashboard, by a visitor who is signed in.
///
/// @param here see [BackLinks#here]
/// @param firing counts the alerts that fire and that a visitor may see
public record Visit(
        Request request,
        Visitor visitor,
        Instant now,
        Layout.Files files,
        Link here,
        ToIntFunction<Scope> firing)
        implements SiteVisit {

    @Override
    public Scope scope() {
        return visitor.scope();
    }

    @Override
    public Actor actor() {
        return visitor.actor(request);
    }

    /// The dashboard is shown in no frame.
    @Override
    public List<String> frameOrigins() {
        return List.of();
    }

    public Layout layout(String title, @Nullable Section section, Layout.Crumb... trail) {
        return new Layout(
                title,
                section,
                List.of(trail),
                visitor,
                Preferences.of(request),
                here,
                now,
                notice(),
                files,
                firing.applyAsInt(scope()));
    }
}
