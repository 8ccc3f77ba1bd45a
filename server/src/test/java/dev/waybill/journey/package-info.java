/// Whole-service tests over HTTP: real PostgreSQL, real sockets, one class per user story.
@NullMarked
package dev.waybill.journey;

import org.jspecify.annotations.NullMarked;
