/// When an alert fires, rises, resolves and is sent: decisions over sums and states.
@NullMarked
package dev.waybill.domain.alert;

import org.jspecify.annotations.NullMarked;
