/// Making batches of what arrives one by one.
@NullMarked
package dev.waybill.batch;

import org.jspecify.annotations.NullMarked;
