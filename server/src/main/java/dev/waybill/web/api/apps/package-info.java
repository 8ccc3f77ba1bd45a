/// Apps in the API.
@NullMarked
package dev.waybill.web.api.apps;

import org.jspecify.annotations.NullMarked;
