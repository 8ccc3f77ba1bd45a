/// The life of a delivery, one package per station, and the loops that run them.
@NullMarked
package dev.waybill.engine;

import org.jspecify.annotations.NullMarked;
