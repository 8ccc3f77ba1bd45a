/// Loader and receiver: two processes that share the machine with the service, and therefore do as
/// little as they can. One thread each, raw sockets, minimal HTTP.
@NullMarked
package dev.waybill.bench.wire;

import org.jspecify.annotations.NullMarked;
