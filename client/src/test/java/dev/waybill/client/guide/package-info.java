/// The programs of `docs/guides/java.md`, which use the SDK from outside its package.
@NullMarked
package dev.waybill.client.guide;

import org.jspecify.annotations.NullMarked;
