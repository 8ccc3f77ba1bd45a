/// Dead letters in the API.
@NullMarked
package dev.waybill.web.api.deadletters;

import org.jspecify.annotations.NullMarked;
