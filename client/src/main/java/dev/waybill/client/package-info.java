/// The Java SDK. [Waybill] and [BatchingPublisher] publish events. [Webhooks] verifies requests,
/// and [Inbox] discards repeated ones.
@NullMarked
package dev.waybill.client;

import org.jspecify.annotations.NullMarked;
