/// One HTTP attempt. Knows no database.
@NullMarked
package dev.waybill.engine.deliver;

import org.jspecify.annotations.NullMarked;
