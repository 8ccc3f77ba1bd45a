/// The thin layer over the HTTP server: routing, limits, problems.
@NullMarked
package dev.waybill.http;

import org.jspecify.annotations.NullMarked;
