package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.apps.NamedApps;
import dev.waybill.feature.portal.PortalLinks.Draft;
import dev.waybill.feature.portal.PortalLinks.Minting;
import dev.waybill.feature.users.Account;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates links to the portal: checks every rule, then creates the link. The API and the forms
/// read their input into the command and express the result.
public final class PortalLinkService {

    private final PortalLinks links;
    private final NamedApps apps;

    public PortalLinkService(PortalLinks links, NamedApps apps) {
        this.links = links;
        this.apps = apps;
    }

    /// The result of a create.
    public sealed interface Created {

        /// The link is new.
        ///
        /// @param code signs the customer in; it is stored nowhere and can be shown only now
        record Done(PortalLink link, String code) implements Created {

            /// Keeps the code out of logs and messages.
            @Override
            public String toString() {
                return "Done[]";
            }
        }

        /// The same request created it before, and its response showed the code.
        record Repeated(PortalLink link) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// Creates a link, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreatePortalLink command, Violations violations, Actor actor) {
        PortalRules.check(command, violations);
        var caller = command.caller();
        var appId = apps.owner(command.app(), caller, violations);
        if (!violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        var draft =
                new Draft(
                        Account.of(caller),
                        appId,
                        caller.mode(),
                        command.capabilities() == null
                                ? EnumSet.allOf(Capability.class)
                                : command.capabilities(),
                        command.returnUrl(),
                        seconds(command.expiresInSeconds(), PortalLinks.LIFE_DEFAULT),
                        seconds(command.sessionSeconds(), PortalLinks.SESSION_DEFAULT));
        return switch (links.mint(draft, command.key(), actor)) {
            case Minting.Minted(var link, var code) -> new Created.Done(link, code);
            case Minting.Repeated(var link) -> new Created.Repeated(link);
            case Minting.Clash _ -> new Created.KeyReused();
        };
    }

    private static Duration seconds(@Nullable Integer seconds, Duration byDefault) {
        return seconds == null ? byDefault : Duration.ofSeconds(seconds);
    }
}
