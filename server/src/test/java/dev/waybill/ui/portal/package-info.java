@NullMarked
package dev.waybill.ui.portal;

import org.jspecify.annotations.NullMarked;
