package dev.waybill.bench;

import dev.waybill.bench.reference.Slice;

/// A slice of each contender, close together in time: the speed of these machines changes by the
/// minute, so only slices measured at about the same time are compared.
record Round(Slice ceiling, Slice service, Slice textbook) {

    double ratioCeiling() {
        return service.perSecond() / ceiling.perSecond();
    }

    double ratioTextbook() {
        return service.perSecond() / textbook.perSecond();
    }
}
