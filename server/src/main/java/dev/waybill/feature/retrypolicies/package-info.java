/// Custom retry policies: create, change and delete.
@NullMarked
package dev.waybill.feature.retrypolicies;

import org.jspecify.annotations.NullMarked;
