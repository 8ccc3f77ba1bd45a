package dev.waybill.feature.endpoints;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.Target;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Checks that an endpoint's URL may be called.
final class EndpointUrls {

    private static final String FIELD = "url";

    /// A name server may be slow, and the user who creates an endpoint should not wait for it.
    private static final Duration LOOK_UP_MAX = Duration.ofSeconds(2);

    private final EgressGuard guard;

    EndpointUrls(EgressGuard guard) {
        this.guard = guard;
    }

    /// Returns the host if it has no address yet, which is not a violation: a name may be published
    /// after the endpoint, and every attempt resolves it again.
    @Nullable String check(String url, UUID appId, Violations violations) {
        try {
            var target = Target.parse(url);
            guard.check(target);
            return checkHost(target, appId, violations);
        } catch (Target.Unusable e) {
            violations.add(FIELD, Violation.Code.REFUSED, "{} is refused: " + e.getMessage() + ".");
            return null;
        }
    }

    private @Nullable String checkHost(Target target, UUID appId, Violations violations) {
        try {
            if (!guard.allowsHost(target, appId, LOOK_UP_MAX)) {
                violations.add(
                        FIELD,
                        Violation.Code.REFUSED,
                        "{} is refused: its address is private, local or reserved, and Waybill"
                                + " does not call addresses of its own network.");
            }
            return null;
        } catch (UnknownHostException e) {
            return target.host();
        }
    }
}
