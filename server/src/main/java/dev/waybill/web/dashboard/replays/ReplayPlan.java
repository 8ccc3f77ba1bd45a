package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.feature.replays.Draft;
import dev.waybill.feature.replays.ExclusionReason;
import dev.waybill.feature.replays.Plan;
import dev.waybill.feature.replays.ReplayService;
import dev.waybill.feature.replays.Replays;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.text.ReplayMessages;
import dev.waybill.web.text.ReplayText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The plan of a replay, which is shown before it starts.
///
/// @param since the earliest time of capture
/// @param farthest whether `since` is the earliest possible
/// @param more the number of endpoints that are not shown
/// @param missing the number of named deliveries that do not exist
/// @param refusal the reason why it cannot be started; null if it can
/// @param fields the fields of the form that starts it
public record ReplayPlan(
        long total,
        Instant since,
        Instant until,
        boolean farthest,
        List<Share> shares,
        int more,
        List<LeftOut> leftOut,
        long missing,
        String rate,
        String duration,
        @Nullable String refusal,
        Map<String, String> fields) {

    private static final int ENDPOINTS_SHOWN_MAX = 20;

    /// The deliveries to one endpoint.
    public record Share(EndpointNames.Named endpoint, long count) {}

    /// Deliveries that are left out, with the reason.
    public record LeftOut(String why, long count) {}

    public boolean leavesOut() {
        return !leftOut.isEmpty() || missing > 0;
    }

    /// Whether the number has to be typed in.
    public boolean isTyped() {
        return total > Confirmation.TYPED_FROM;
    }

    static ReplayPlan of(
            Visit visit, ReplayForm form, Draft draft, Plan plan, EndpointNames names) {
        long total = plan.total();
        long leftOut = plan.excluded().values().stream().mapToLong(Long::longValue).sum();
        double rate = draft.pace().of(total);
        return new ReplayPlan(
                total,
                draft.selection().since(),
                draft.selection().until(),
                !draft.selection().since().isAfter(ReplayForm.earliest(visit.now())),
                plan.endpoints().entrySet().stream()
                        .limit(ENDPOINTS_SHOWN_MAX)
                        .map(share -> new Share(names.of(share.getKey()), share.getValue()))
                        .toList(),
                Math.max(0, plan.endpoints().size() - ENDPOINTS_SHOWN_MAX),
                plan.excluded().entrySet().stream()
                        .map(one -> new LeftOut(words(one.getKey()), one.getValue()))
                        .toList(),
                form.named().isEmpty() ? 0 : Math.max(0, form.named().size() - total - leftOut),
                ReplaySummary.rate(rate),
                duration(new ReplayPace(rate, draft.startAt(), 0).timeFor(total)),
                refusal(visit, draft, total),
                form.frozen(visit.now()));
    }

    private static String duration(Duration time) {
        return time.toSeconds() == 0 ? "at once" : Format.span(time);
    }

    private static @Nullable String refusal(Visit visit, Draft draft, long total) {
        if (total == 0) {
            return ReplayMessages.NOTHING;
        }
        if (total > Replays.ITEMS_MAX) {
            return ReplayText.tooLarge(total);
        }
        return ReplayService.mayStart(visit.visitor().caller(), draft)
                ? null
                : ReplayMessages.ONE_ENDPOINT;
    }

    private static String words(ExclusionReason why) {
        var words = why.words();
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
