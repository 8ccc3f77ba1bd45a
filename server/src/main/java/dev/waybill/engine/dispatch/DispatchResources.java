package dev.waybill.engine.dispatch;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// The resources of the machine that dispatch uses.
///
/// @param executor runs each attempt on its own thread
/// @param nanoClock the monotonic clock
/// @param processors the number of processors that attempts share
/// @param bounds the limits that all lanes share
public record DispatchResources(
        Executor executor, Alarm alarm, LongSupplier nanoClock, int processors, Bounds bounds) {}
