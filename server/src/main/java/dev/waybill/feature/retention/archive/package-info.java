/// Archives dead letters before their day is dropped: gzip JSONL with a manifest.
@NullMarked
package dev.waybill.feature.retention.archive;

import org.jspecify.annotations.NullMarked;
