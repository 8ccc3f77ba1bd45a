/// Events in the API: how they are published, read and followed.
@NullMarked
package dev.waybill.web.api.events;

import org.jspecify.annotations.NullMarked;
