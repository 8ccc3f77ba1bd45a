/// Records each change once, in its own transaction, with actor, source, and the state before and
/// after.
@NullMarked
package dev.waybill.engine.audit;

import org.jspecify.annotations.NullMarked;
