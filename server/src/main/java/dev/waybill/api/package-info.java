/// The REST API: routes, JSON, problems, authentication, paging.
@NullMarked
package dev.waybill.api;

import org.jspecify.annotations.NullMarked;
