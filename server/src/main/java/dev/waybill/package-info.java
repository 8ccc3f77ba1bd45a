/// The program: its commands, its settings and its wiring.
@NullMarked
package dev.waybill;

import org.jspecify.annotations.NullMarked;
