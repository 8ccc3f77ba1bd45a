/// Statistics in the API.
@NullMarked
package dev.waybill.web.api.stats;

import org.jspecify.annotations.NullMarked;
