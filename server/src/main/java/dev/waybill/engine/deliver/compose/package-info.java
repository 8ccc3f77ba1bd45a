/// Builds the signed request of an attempt.
@NullMarked
package dev.waybill.engine.deliver.compose;

import org.jspecify.annotations.NullMarked;
