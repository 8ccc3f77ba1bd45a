/// The REST API: routes, JSON, authentication, paging.
@NullMarked
package dev.waybill.web.api;

import org.jspecify.annotations.NullMarked;
