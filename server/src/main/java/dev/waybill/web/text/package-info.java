/// Sentences that the API and the pages both show.
@NullMarked
package dev.waybill.web.text;

import org.jspecify.annotations.NullMarked;
