/// The audit log in the API, and what it records: objects as the API shows them.
@NullMarked
package dev.waybill.web.api.audit;

import org.jspecify.annotations.NullMarked;
