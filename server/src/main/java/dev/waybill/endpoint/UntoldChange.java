package dev.waybill.endpoint;

import dev.waybill.domain.Mode;
import java.util.UUID;

/// A change that the platform has not been told of, with what there is to tell about its endpoint.
public record UntoldChange(StateChange change, UUID appId, Mode mode, String url) {}
