@NullMarked
package dev.waybill.redeliver;

import org.jspecify.annotations.NullMarked;
