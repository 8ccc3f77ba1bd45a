/// `/v1/status`.
@NullMarked
package dev.waybill.web.api.status;

import org.jspecify.annotations.NullMarked;
