package dev.waybill.bench;

import dev.waybill.bench.reference.Slice;

/// A slice of each, close together in time: these machines change their speed by the minute, so
/// only what was measured side by side is compared.
record Round(Slice ceiling, Slice service, Slice textbook) {

    double ratioCeiling() {
        return service.perSecond() / ceiling.perSecond();
    }

    double ratioTextbook() {
        return service.perSecond() / textbook.perSecond();
    }
}
