/// Apps and keys: who may ask, and for whom. Every process holds all of them in memory.
@NullMarked
package dev.waybill.access;

import org.jspecify.annotations.NullMarked;
