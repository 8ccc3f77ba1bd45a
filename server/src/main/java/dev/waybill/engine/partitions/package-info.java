/// Creates daily partitions ahead of time.
@NullMarked
package dev.waybill.engine.partitions;

import org.jspecify.annotations.NullMarked;
