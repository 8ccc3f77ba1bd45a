@NullMarked
package dev.waybill.portal;

import org.jspecify.annotations.NullMarked;
