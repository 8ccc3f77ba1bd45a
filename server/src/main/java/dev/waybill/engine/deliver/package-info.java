/// One HTTP attempt, without access to the database.
@NullMarked
package dev.waybill.engine.deliver;

import org.jspecify.annotations.NullMarked;
