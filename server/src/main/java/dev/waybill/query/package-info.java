/// Read-only views for API and pages; the only place with joins.
@NullMarked
package dev.waybill.query;

import org.jspecify.annotations.NullMarked;
