package dev.waybill.feature.alerts;

import java.util.UUID;

/// News for an owner, which become part of a mail.
record OwnerNotice(UUID appId, String address, UUID alertId, OwnerNews news) {}
