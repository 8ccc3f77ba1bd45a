/// Test events that users send to one endpoint.
@NullMarked
package dev.waybill.feature.testsends;

import org.jspecify.annotations.NullMarked;
