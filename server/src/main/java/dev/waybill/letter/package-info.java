/// Settles dead letters by people's word, and opens them again.
@NullMarked
package dev.waybill.letter;

import org.jspecify.annotations.NullMarked;
