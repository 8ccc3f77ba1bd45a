/// The audit log: every change once, with who made it, from where, and what it was before. Whoever
/// changes something takes an [Act] and records it in the transaction of the change.
@NullMarked
package dev.waybill.audit;

import org.jspecify.annotations.NullMarked;
