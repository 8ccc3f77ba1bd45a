/// Facts about the running program.
@NullMarked
package dev.waybill.infra;

import org.jspecify.annotations.NullMarked;
