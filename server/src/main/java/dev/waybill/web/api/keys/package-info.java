/// API keys in the API.
@NullMarked
package dev.waybill.web.api.keys;

import org.jspecify.annotations.NullMarked;
