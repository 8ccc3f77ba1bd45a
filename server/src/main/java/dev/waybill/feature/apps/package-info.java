/// Apps: create, change and delete.
@NullMarked
package dev.waybill.feature.apps;

import org.jspecify.annotations.NullMarked;
