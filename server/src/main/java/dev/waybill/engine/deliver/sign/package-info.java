/// Signing secrets and signature schemes.
@NullMarked
package dev.waybill.engine.deliver.sign;

import org.jspecify.annotations.NullMarked;
