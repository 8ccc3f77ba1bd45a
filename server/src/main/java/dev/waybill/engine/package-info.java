/// The stations that a delivery passes, one package each, and the background jobs that run them.
@NullMarked
package dev.waybill.engine;

import org.jspecify.annotations.NullMarked;
