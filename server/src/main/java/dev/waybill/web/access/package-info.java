/// Authentication and authorization of requests, shared by the API and the pages.
@NullMarked
package dev.waybill.web.access;

import org.jspecify.annotations.NullMarked;
