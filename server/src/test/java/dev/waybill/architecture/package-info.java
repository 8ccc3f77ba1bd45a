/// Tests of the code's own shape and tidiness.
@NullMarked
package dev.waybill.architecture;

import org.jspecify.annotations.NullMarked;
