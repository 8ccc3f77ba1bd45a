/// The commands of `waybill`, one class each.
@NullMarked
package dev.waybill.cli;

import org.jspecify.annotations.NullMarked;
