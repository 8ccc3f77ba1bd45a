/// Whether this process can do its work, for those who send it traffic or start it again.
@NullMarked
package dev.waybill.health;

import org.jspecify.annotations.NullMarked;
