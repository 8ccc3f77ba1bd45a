package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.access.Right;
import dev.waybill.web.http.Response;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import java.util.stream.Stream;

/// The sections of the settings, in the order in which they are listed.
public enum SettingsTab {
    KEYS("API keys", "keys", Right.ADMINISTER),
    USERS("Users", "users", Right.ADMINISTER_SHARED),
    POLICIES("Retry policies", "retry-policies", Right.READ),
    NOTIFICATIONS("Notifications", "notifications", Right.SUPERVISE),
    RETENTION("Retention", "retention", Right.READ),
    NETWORK("Network", "network", Right.READ),
    PORTAL("Portal", "portal", Right.ADMINISTER_SHARED),
    PREFERENCES("Preferences", "preferences", Right.READ),
    ABOUT("About", "about", Right.READ);

    private final String title;
    private final String word;
    private final Right right;

    SettingsTab(String title, String word, Right right) {
        this.title = title;
        this.word = word;
        this.right = right;
    }

    public String title() {
        return title;
    }

    public String path() {
        return Section.SETTINGS.path() + "/" + word;
    }

    /// The permission that is needed to see it.
    public Right right() {
        return right;
    }

    Layout layout(Visit visit) {
        return visit.layout(title, Section.SETTINGS, settings());
    }

    /// The layout of a page below the tab.
    Layout layout(Visit visit, String below) {
        return visit.layout(below, Section.SETTINGS, settings(), new Layout.Crumb(title, path()));
    }

    private static Layout.Crumb settings() {
        return new Layout.Crumb("Settings", Section.SETTINGS.path());
    }

    /// The first tab that the visitor may see.
    static Response first(Visit visit) {
        var first = Stream.of(values()).filter(tab -> visit.visitor().may(tab.right)).findFirst();
        return Response.seeOther(first.orElse(PREFERENCES).path());
    }
}
