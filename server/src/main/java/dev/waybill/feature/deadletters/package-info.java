/// Dead letters: list, group, resolve and reopen.
@NullMarked
package dev.waybill.feature.deadletters;

import org.jspecify.annotations.NullMarked;
