package dev.waybill.engine.deliver.client;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.Sender;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.EgressProxy;
import dev.waybill.engine.deliver.egress.Failed;
import dev.waybill.engine.deliver.egress.NotLookedUp;
import dev.waybill.engine.deliver.egress.Route;
import dev.waybill.engine.deliver.egress.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Sends over HTTP/1.1, always to an address that was resolved and checked here. It follows no
/// redirects and decodes no content; everything it reads is limited.
public final class PinnedSender implements Sender, AutoCloseable {

    /// A name may have many addresses. After this many refused connections the attempt fails.
    private static final int ADDRESSES_TRIED_MAX = 3;

    /// The most bytes of a body that are read, so that an endless body has a limited cost.
    static final int BODY_BYTES_READ_MAX = 16 * 1024;

    /// The most bytes of a body that are stored for display.
    static final int EXCERPT_BYTES_MAX = 512;

    /// An idle connection is closed at most this long after its time.
    private static final Duration SWEEP_PAUSE = Duration.ofSeconds(1);

    /// The parts of an attempt that are the same for all addresses it tries.
    private record Attempt(UUID appId, RequestWriter request, Deadline deadline) {}

    private final EgressGuard guard;
    private final InstantSource clock;
    private final Dialer dialer;
    private final ConnectionPool pool = new ConnectionPool();
    private final Deadlines deadlines = new Deadlines();

    /// Sends directly, or through the proxy of the operator.
    public PinnedSender(EgressGuard guard, InstantSource clock, @Nullable EgressProxy proxy) {
        this(guard, clock, new Tls(PinnedSender::systemTrust), proxy);
    }

    PinnedSender(EgressGuard guard, InstantSource clock, Tls tls, @Nullable EgressProxy proxy) {
        this.guard = guard;
        this.clock = clock;
        this.dialer = new Dialer(guard, tls, proxy);
        deadlines.every(SWEEP_PAUSE, () -> pool.sweep(System.nanoTime()));
    }

    /// The time since the time limits of attempts were last checked, which happens many times a
    /// second.
    public Duration sinceTick() {
        return deadlines.sinceTick();
    }

    @Override
    public Answer send(OutgoingRequest request, Duration timeLimit, boolean cutByExpiry) {
        var deadline = deadlines.start(timeLimit, cutByExpiry);
        try {
            var addresses = guard.addresses(request.target(), request.appId(), timeLimit);
            return send(request, addresses, deadline);
        } catch (Target.Unusable e) {
            return Answer.only(new Blocked(), e.getMessage());
        } catch (NotLookedUp e) {
            return Answer.only(new NotSent(e.fault()));
        } catch (UnknownHostException e) {
            return unanswered(deadline.passed() ? deadline.fault(false) : Fault.DNS);
        } finally {
            deadlines.end(deadline);
        }
    }

    private Answer send(OutgoingRequest request, List<InetAddress> addresses, Deadline deadline) {
        var answer = unanswered(Fault.DNS);
        var attempt = new Attempt(request.appId(), new RequestWriter(request), deadline);
        int tries = Math.min(addresses.size(), ADDRESSES_TRIED_MAX);
        for (int i = 0; i < tries; i++) {
            answer = post(attempt, Route.to(request.target(), addresses.get(i)));
            if (!isUnreachable(answer.outcome())) {
                return answer;
            }
        }
        return answer;
    }

    private static boolean isUnreachable(Outcome outcome) {
        return outcome instanceof Unanswered(var fault) && fault.cause() == Cause.Kind.CONNECT;
    }

    private Answer post(Attempt attempt, Route route) {
        var deadline = attempt.deadline;
        try {
            return answer(exchange(attempt, route));
        } catch (IOException e) {
            var failed = failed(e);
            var outcome = failed.outcome();
            if (outcome instanceof NotSent(var fault) && fault == LocalFault.SOCKETS) {
                // Idle connections occupy descriptors that attempts need.
                pool.closeIdle();
            }
            return outcome instanceof Unanswered(var fault) && deadline.passed()
                    ? unanswered(deadline.fault(fault == Fault.TIMEOUT_TOTAL))
                    : Answer.only(outcome, failed.detail());
        }
    }

    private Response exchange(Attempt attempt, Route route) throws IOException {
        var deadline = attempt.deadline;
        var kept = pool.take(route, System.nanoTime());
        if (kept != null) {
            try {
                deadline.watch(kept.wire());
                return exchange(attempt.request, kept, deadline);
            } catch (IOException e) {
                if (kept.answerBegun() || deadline.passed()) {
                    throw e;
                }
                // The peer closed the idle connection, most likely before the request arrived; then
                // it has seen nothing. It may also have read the request and crashed: nothing was
                // answered, and at-least-once delivery allows a repetition.
            }
        }
        var fresh = dialer.dial(route, attempt.appId, deadline);
        return exchange(attempt.request, fresh, deadline);
    }

    private Response exchange(RequestWriter request, Connection connection, Deadline deadline)
            throws IOException {
        boolean clean = false;
        try {
            var response = connection.exchange(request);
            clean = response.clean();
            return response;
        } catch (IOException e) {
            throw connection.answerBegun() && deadline.passed()
                    ? new Failed(Fault.TIMEOUT_TOTAL, e)
                    : e;
        } finally {
            if (deadline.release() && clean) {
                pool.put(connection, System.nanoTime());
            } else {
                connection.close();
            }
        }
    }

    private Answer answer(Response response) {
        int status = response.status();
        if (status >= 200 && status <= 299) {
            return new Answer(new Accepted(status), null, response.headers(), response.excerpt());
        }
        var asked = response.retryAfter();
        var wait = asked == null ? null : RetryAfter.parse(asked, clock.instant()).orElse(null);
        return new Answer(new Refused(status, wait), null, response.headers(), response.excerpt());
    }

    private static Failed failed(IOException trouble) {
        return switch (trouble) {
            case Failed failed -> failed;
            // With TLS 1.3 a server may refuse the client after the client's side of the handshake
            // is complete.
            case SSLException e -> TlsFault.failed(e);
            case IOException e -> new Failed(Fault.RESET, e);
        };
    }

    private static Answer unanswered(Fault fault) {
        return Answer.only(new Unanswered(fault));
    }

    /// Like the JVM's default context, with separate sessions.
    private static SSLContext systemTrust() {
        try {
            return SSLContext.getInstance("Default");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    /// Attempts under way fail.
    @Override
    public void close() throws IOException {
        deadlines.close();
        pool.close();
    }
}
