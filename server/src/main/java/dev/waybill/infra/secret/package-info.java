/// Secrets in the database: encrypted, under keys that can be rotated.
@NullMarked
package dev.waybill.infra.secret;

import org.jspecify.annotations.NullMarked;
