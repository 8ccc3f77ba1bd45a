/// One HTTP attempt: compose, sign, guard the address, send, classify. Knows no database.
@NullMarked
package dev.waybill.deliver;

import org.jspecify.annotations.NullMarked;
