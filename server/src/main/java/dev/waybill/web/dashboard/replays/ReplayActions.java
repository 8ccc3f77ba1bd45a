package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.replays.ChangePace;
import dev.waybill.feature.replays.ChangeReplayState;
import dev.waybill.feature.replays.ReplayService;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.replays.Replays.ReplayChange;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.ReplayMessages;
import java.util.List;
import java.util.stream.Collectors;

/// Actions on a running replay: pause, resume, cancel, change the pace.
final class ReplayActions {

    private final ReplayService service;
    private final Replays replays;
    private final ReplayPage page;

    ReplayActions(ReplayService service, Replays replays, ReplayPage page) {
        this.service = service;
        this.replays = replays;
        this.page = page;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, ReplayPage.PATH + "/pause", this::pause),
                pages.action(Right.OPERATE, ReplayPage.PATH + "/resume", this::resume),
                pages.action(Right.OPERATE, ReplayPage.PATH + "/cancel", this::cancel),
                pages.action(Right.OPERATE, ReplayPage.PATH + "/rate", this::changePace));
    }

    private Response pause(Visit visit, Form form) {
        return changeState(visit, ChangeReplayState.Action.PAUSE, Notice.REPLAY_PAUSED);
    }

    private Response resume(Visit visit, Form form) {
        return changeState(visit, ChangeReplayState.Action.RESUME, Notice.REPLAY_RESUMED);
    }

    private Response cancel(Visit visit, Form form) {
        return changeState(visit, ChangeReplayState.Action.CANCEL, Notice.REPLAY_CANCELLED);
    }

    private Response changeState(Visit visit, ChangeReplayState.Action action, Notice notice) {
        var command =
                new ChangeReplayState(visit.visitor().caller(), ReplayPage.idOf(visit), action);
        return shown(visit, service.changeState(command, visit.actor()), "", notice);
    }

    private Response changePace(Visit visit, Form form) {
        var rate = form.text("rate");
        var violations = new Violations();
        var pace = ReplayForm.pace(rate, violations);
        if (rate.isEmpty()) {
            violations.add("rate_per_second", Violation.Code.REQUIRED, "{} is required.");
        }
        var command = new ChangePace(visit.visitor().caller(), ReplayPage.idOf(visit), pace);
        var change = service.changePace(command, violations, visit.actor());
        return shown(visit, change, rate, Notice.REPLAY_PACED);
    }

    /// The page of the replay.
    ///
    /// @param rate the entered value, which is shown again if it is invalid
    private Response shown(Visit visit, ReplayChange change, String rate, Notice notice) {
        return switch (change) {
            case ReplayChange.Done(var replay) ->
                    Pages.done(
                            Link.to(
                                    Section.REPLAYS.path()
                                            + "/"
                                            + IdKind.REPLAY.format(replay.id())),
                            notice);
            case ReplayChange.NoSuchReplay _ -> throw ReplayPage.notFound(visit);
            case ReplayChange.NotAllowed _ ->
                    throw Problem.of(ProblemType.FORBIDDEN, ReplayMessages.ADMINS_ONLY);
            case ReplayChange.Refused(var state) ->
                    throw Problem.of(ProblemType.CONFLICT, ReplayMessages.over(state.code()));
            case ReplayChange.Invalid(var all) ->
                    page.page(
                            visit,
                            ReplayPage.known(replays, visit),
                            ProblemType.INVALID.status(),
                            new ReplayPage.RateField(
                                    rate,
                                    all.stream()
                                            .map(ReplayForm::words)
                                            .collect(Collectors.joining(" "))));
        };
    }
}
