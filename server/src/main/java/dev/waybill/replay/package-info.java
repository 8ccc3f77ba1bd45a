/// Events sent again by request, many at a time: what is chosen, at what pace, and what came of it.
@NullMarked
package dev.waybill.replay;

import org.jspecify.annotations.NullMarked;
