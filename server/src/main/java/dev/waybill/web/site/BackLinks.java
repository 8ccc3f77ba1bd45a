package dev.waybill.web.site;

import dev.waybill.web.http.Request;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the pages that links back can lead to. The answer to a form has the form's address, where
/// there is often no page.
public final class BackLinks {

    /// Answers requests that no page handles.
    private static final String REST = "{*}";

    private final String home;
    private final List<Pattern> pages = new ArrayList<>();

    public BackLinks(String home) {
        this.home = home;
    }

    /// Registers the pattern of a page's address.
    public void add(String pattern) {
        if (!pattern.endsWith(REST)) {
            pages.add(Pattern.compile(pattern.replaceAll("\\{[^/]+}", "[^/]+")));
        }
    }

    /// A link with its text.
    public record BackLink(String title, String href) {}

    /// The address of the shown page. For an answer to a form this is the page that the form was
    /// on, or else the nearest page above.
    public Link here(Request request) {
        return isForm(request)
                ? from(request).orElseGet(() -> above(request.path()))
                : Link.of(request).without(Notice.PARAMETER);
    }

    /// The link on an error page: try again, or go back to the form.
    public Optional<BackLink> again(Request request) {
        return isForm(request)
                ? from(request).map(link -> new BackLink("Back", link.toString()))
                : Optional.of(new BackLink("Try again", here(request).toString()));
    }

    private static boolean isForm(Request request) {
        return request.method().equals("POST");
    }

    /// The page that the form was on, if the browser names it and it is a page of this site.
    private Optional<Link> from(Request request) {
        return request.header("Referer")
                .flatMap(BackLinks::parsed)
                .filter(page -> Origin.isOwn(page, request))
                .flatMap(Link::parse)
                .filter(link -> isPage(link.path()))
                .map(link -> link.without(Notice.PARAMETER));
    }

    private static Optional<URI> parsed(String referer) {
        try {
            return Optional.of(new URI(referer));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private Link above(String path) {
        for (var at = path; at.startsWith(home); at = at.substring(0, at.lastIndexOf('/'))) {
            if (isPage(at)) {
                return Link.to(at);
            }
        }
        return Link.to(home);
    }

    private boolean isPage(String path) {
        return pages.stream().anyMatch(page -> page.matcher(path).matches());
    }
}
