/// The audit log in the API, and the JSON of recorded objects.
@NullMarked
package dev.waybill.web.api.audit;

import org.jspecify.annotations.NullMarked;
