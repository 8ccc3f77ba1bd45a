/// Event types in the API.
@NullMarked
package dev.waybill.web.api.eventtypes;

import org.jspecify.annotations.NullMarked;
