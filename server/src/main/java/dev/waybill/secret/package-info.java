/// Secrets as they are kept: encrypted, under keys that can be changed.
@NullMarked
package dev.waybill.secret;

import org.jspecify.annotations.NullMarked;
