@NullMarked
package dev.waybill.letter;

import org.jspecify.annotations.NullMarked;
