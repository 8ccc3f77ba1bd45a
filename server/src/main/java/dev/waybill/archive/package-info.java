/// What was dropped unresolved, written where people keep things: gzip JSONL with a manifest.
@NullMarked
package dev.waybill.archive;

import org.jspecify.annotations.NullMarked;
