package dev.waybill.web.dashboard.overview;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.endpoints.CreateEndpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Created;
import dev.waybill.feature.endpoints.EndpointUpdate;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.testsends.TestSends.SendTest;
import dev.waybill.web.dashboard.endpoints.EndpointFinder;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import dev.waybill.web.site.endpoint.EndpointForm;
import dev.waybill.web.text.EndpointText;
import dev.waybill.web.text.TestSendText;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The guide from an empty installation to the first delivered event, on one page.
public final class FirstRun {

    /// In the address: the first delivery, which the page follows.
    static final String PARAMETER = "first";

    private final Endpoints endpoints;
    private final DeliveryQuery deliveries;
    private final StatQuery stats;
    private final EndpointService service;
    private final RevealedSecrets secrets;
    private final TestSends tests;
    private final BuiltInReceiver receiver;

    FirstRun(
            Endpoints endpoints,
            DeliveryQuery deliveries,
            StatQuery stats,
            EndpointService service,
            RevealedSecrets secrets,
            TestSends tests,
            BuiltInReceiver receiver) {
        this.endpoints = endpoints;
        this.deliveries = deliveries;
        this.stats = stats;
        this.service = service;
        this.secrets = secrets;
        this.tests = tests;
        this.receiver = receiver;
    }

    /// The progress of the guide.
    ///
    /// @param url the entered URL, if it was refused
    /// @param problem why it was refused
    /// @param address the address of the service, as the visitor's browser knows it
    /// @param receiver whether the built-in receiver can be used
    /// @param endpoint null before the first step
    /// @param secret in clear, right after the first step; else null
    /// @param delivery null before the last step
    public record Steps(
            String url,
            @Nullable String problem,
            String address,
            boolean receiver,
            String sendKey,
            @Nullable Made endpoint,
            @Nullable String secret,
            @Nullable Sent delivery) {

        /// Whether the page should refresh by itself.
        public boolean isMoving() {
            return delivery != null && !delivery.ended;
        }

        /// The first step as a command.
        public String createCommand() {
            return command("/v1/webhook_endpoints", "{\"url\":\"https://example.com/hooks\"}");
        }

        /// The last step as a command, with an event of the visitor's own.
        public String publishCommand() {
            return command(
                    "/v1/events", "{\"type\":\"invoice.paid\",\"data\":{\"invoice\":\"inv_42\"}}");
        }

        private String command(String path, String body) {
            return """
            curl %s%s -H "Authorization: Bearer $KEY" \\
              -H 'Content-Type: application/json' -d '%s'\
            """
                    .formatted(address, path, body);
        }
    }

    /// The endpoint of the first step.
    public record Made(String id, String url, String href) {}

    /// The delivery of the last step.
    public record Sent(String id, StatusBadge badge, boolean ended, boolean delivered) {}

    /// The state of the first steps; null if they are done.
    ///
    /// @param captured the number of events that the page shows anyway
    @Nullable Steps steps(Visit visit, long captured) {
        var first = visit.param(PARAMETER).flatMap(IdKind.DELIVERY::parse);
        if (first.isPresent()) {
            var delivery = deliveries.find(first.get(), visit.scope()).orElse(null);
            if (delivery != null) {
                return steps(visit, "", null, endpoint(visit.scope(), delivery), null, delivery);
            }
        }
        if (captured > 0) {
            return null;
        }
        var newest = endpoints.page(visit.scope(), DeliveryList.AFTER_ALL, 1);
        if (newest.isEmpty()) {
            return steps(visit, "", null, null, null, null);
        }
        return isUntouched(visit) ? steps(visit, "", null, newest.getFirst(), null, null) : null;
    }

    private @Nullable Endpoint endpoint(Scope scope, DeliveryView delivery) {
        return endpoints.find(delivery.endpointId(), scope).orElse(null);
    }

    private boolean isUntouched(Visit visit) {
        var month = TimeRange.MONTH.since(visit.now());
        return stats.total(new Range(visit.scope(), null, null, month, visit.now()), Depth.NUMBERS)
                        .captured()
                == 0;
    }

    /// The first step: an endpoint that takes everything.
    ///
    /// @return the next step, with the secret, or with the errors
    Steps create(Visit visit, Form form) {
        var builtIn =
                form.text("receiver").equals("built-in")
                        ? receiver.url(visit.request())
                        : Optional.<String>empty();
        var url = builtIn.orElseGet(() -> form.text("url"));
        var description =
                builtIn.isPresent()
                        ? Update.to("The built-in receiver: accepts everything, stores nothing")
                        : Update.<String>keep();
        var caller = visit.visitor().caller();
        var command =
                new CreateEndpoint(
                        caller,
                        caller.mode(),
                        null,
                        null,
                        EndpointUpdate.of(url, description),
                        FormToken.key(visit.request(), form));
        return switch (service.create(command, new Violations(), visit.actor())) {
            case Created.Done(var endpoint, _) ->
                    steps(visit, "", null, endpoint, secrets.open(endpoint).secret(), null);
            case Created.Repeated(var endpoint, _) -> steps(visit, "", null, endpoint, null, null);
            case Created.Invalid(var violations) ->
                    refused(visit, url, EndpointForm.words(violations.getFirst()));
            case Created.TooMany(var max) -> refused(visit, url, EndpointText.tooMany(max));
            case Created.KeyReused _ -> refused(visit, url, Notice.RELOAD_FORM);
        };
    }

    private Steps refused(Visit visit, String url, String problem) {
        return steps(visit, url, problem, null, null, null);
    }

    /// The last step: a test event. Leads back to the page, which follows it.
    Link send(Visit visit) throws InterruptedException {
        var endpoint = new EndpointFinder(endpoints).of(visit);
        var command = new SendTest(endpoint, null, Audience.OPERATORS, null);
        var delivery = TestSendText.deliveryOf(tests.send(command, visit.actor()));
        return Link.to(Link.HOME).with(PARAMETER, format(delivery));
    }

    private Steps steps(
            Visit visit,
            String url,
            @Nullable String problem,
            @Nullable Endpoint endpoint,
            @Nullable String secret,
            @Nullable DeliveryView delivery) {
        return new Steps(
                url,
                problem,
                address(visit),
                receiver.url(visit.request()).isPresent(),
                visit.request().id(),
                endpoint == null
                        ? null
                        : new Made(
                                IdKind.ENDPOINT.format(endpoint.id()),
                                endpoint.url(),
                                EndpointFinder.page(endpoint).toString()),
                secret,
                delivery == null
                        ? null
                        : new Sent(
                                format(delivery.id()),
                                StatusBadge.of(delivery),
                                delivery.progress().state().isTerminal(),
                                StatusBadge.of(delivery) == StatusBadge.DELIVERED));
    }

    private static String format(UUID delivery) {
        return IdKind.DELIVERY.format(delivery);
    }

    private static String address(Visit visit) {
        var proxied = visit.request().header("X-Forwarded-Proto").orElse("");
        // The name becomes part of a shell command, so no other characters are accepted.
        var host = host(visit).matches("[A-Za-z0-9.:\\[\\]-]+") ? host(visit) : "localhost";
        return proxied.equals("https") ? "https://" + host : "http://" + host;
    }

    private static String host(Visit visit) {
        return visit.request().header("Host").orElse("");
    }
}
