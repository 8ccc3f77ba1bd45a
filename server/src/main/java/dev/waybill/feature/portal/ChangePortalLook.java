package dev.waybill.feature.portal;

import dev.waybill.domain.command.Update;
import java.util.Locale;

/// Asks to change how the portal looks to all customers.
public record ChangePortalLook(
        Update<String> product, Update<String> accent, Update<String> returnUrl) {

    /// The look after this change.
    PortalLook onto(PortalLook before) {
        return new PortalLook(
                product.onto(before.product(), ""),
                accent.map(colour -> colour.toLowerCase(Locale.ROOT)).ontoOptional(before.accent()),
                returnUrl.ontoOptional(before.returnUrl()));
    }
}
