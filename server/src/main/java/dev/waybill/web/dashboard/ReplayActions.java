package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.replays.Replays.Steering;
import dev.waybill.web.api.ReplayFields;
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
import tools.jackson.databind.node.JsonNodeFactory;

/// What can be done with a replay that is under way: pause, resume, cancel, change its pace.
public final class ReplayActions {

    private final Replays replays;
    private final ReplayPage page;

    public ReplayActions(Replays replays, ReplayPage page) {
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
        var replay = steerable(visit);
        return shown(replays.pause(visit.act(), replay.id(), visit.scope()), Notice.REPLAY_PAUSED);
    }

    private Response resume(Visit visit, Form form) {
        var replay = steerable(visit);
        return shown(
                replays.resume(visit.act(), replay.id(), visit.scope()), Notice.REPLAY_RESUMED);
    }

    private Response cancel(Visit visit, Form form) {
        var replay = steerable(visit);
        return shown(
                replays.cancel(visit.act(), replay.id(), visit.scope()), Notice.REPLAY_CANCELLED);
    }

    private Response changePace(Visit visit, Form form) {
        var replay = steerable(visit);
        var rate = form.text("rate");
        var json = JsonNodeFactory.instance.objectNode();
        if (!rate.isEmpty()) {
            ReplayForm.putRate(json, rate);
        }
        try {
            var pace = ReplayFields.pace(json);
            return shown(
                    replays.changePace(visit.act(), replay.id(), visit.scope(), pace),
                    Notice.REPLAY_PACED);
        } catch (Problem e) {
            if (e.type() != ProblemType.INVALID) {
                throw e;
            }
            return page.page(visit, replay, e.type().status(), NewReplayPage.RATE_WORDS, rate);
        }
    }

    private Replay steerable(Visit visit) {
        var replay = ReplayPage.known(replays, visit);
        if (!visit.visitor().may(replay.right())) {
            throw Problem.of(ProblemType.FORBIDDEN, ReplayMessages.ADMINS_ONLY);
        }
        return replay;
    }

    private static Response shown(Steering steering, Notice notice) {
        return switch (steering) {
            case Steering.Steered(var replay) ->
                    Pages.done(
                            Link.to(
                                    Section.REPLAYS.path()
                                            + "/"
                                            + IdKind.REPLAY.format(replay.id())),
                            notice);
            case Steering.NoSuchReplay _ ->
                    throw Problem.of(ProblemType.NOT_FOUND, ReplayMessages.NOT_FOUND);
            case Steering.Refused(var state) ->
                    throw Problem.of(ProblemType.CONFLICT, ReplayMessages.over(state.code()));
        };
    }
}
