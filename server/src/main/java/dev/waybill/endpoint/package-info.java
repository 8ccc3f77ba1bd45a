/// Endpoints: create, change, delete, and the routes the engine reads them from.
@NullMarked
package dev.waybill.endpoint;

import org.jspecify.annotations.NullMarked;
