/// The HTTP/1.1 client: connections, deadlines, TLS, and reading responses within limits.
@NullMarked
package dev.waybill.engine.deliver.client;

import org.jspecify.annotations.NullMarked;
