/// The log: its settings, its two formats, and the ids that its lines carry.
@NullMarked
package dev.waybill.infra.log;

import org.jspecify.annotations.NullMarked;
