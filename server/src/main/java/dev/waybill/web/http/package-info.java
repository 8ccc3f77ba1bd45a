/// The HTTP server: requests, routing, limits, problems.
@NullMarked
package dev.waybill.web.http;

import org.jspecify.annotations.NullMarked;
