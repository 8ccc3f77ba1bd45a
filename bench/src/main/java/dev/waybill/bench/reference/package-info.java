/// What the service is compared with: the most that PostgreSQL could do, and what the articles on
/// webhooks would have one write.
@NullMarked
package dev.waybill.bench.reference;

import org.jspecify.annotations.NullMarked;
