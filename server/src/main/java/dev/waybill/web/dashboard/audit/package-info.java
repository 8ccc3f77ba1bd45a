/// The page of the audit log.
@NullMarked
package dev.waybill.web.dashboard.audit;

import org.jspecify.annotations.NullMarked;
