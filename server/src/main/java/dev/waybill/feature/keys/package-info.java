/// API keys: create and revoke.
@NullMarked
package dev.waybill.feature.keys;

import org.jspecify.annotations.NullMarked;
