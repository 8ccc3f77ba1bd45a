/// Load and receiver: two processes that share the machine with what they measure, and so do as
/// little as they can. One thread each, raw sockets, just enough HTTP.
@NullMarked
package dev.waybill.bench.wire;

import org.jspecify.annotations.NullMarked;
