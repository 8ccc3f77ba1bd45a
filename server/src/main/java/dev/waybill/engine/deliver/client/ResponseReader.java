package dev.waybill.engine.deliver.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads one answer. A failure in the head means that there was no answer; a failure in the body
/// only costs the connection, because the status decides.
final class ResponseReader {

    private ResponseReader() {}

    static Response read(ResponseInput in) throws IOException {
        var head = ResponseHead.read(in);
        if (!head.hasBody()) {
            return response(head, null, isClean(in, head));
        }
        var body = new ResponseBody(in);
        boolean clean = isComplete(body, head) && isClean(in, head);
        return response(head, body.excerpt(), clean);
    }

    private static Response response(ResponseHead head, byte @Nullable [] excerpt, boolean clean) {
        return new Response(head.status(), head.retryAfter(), head.kept(), excerpt, clean);
    }

    private static boolean isClean(ResponseInput in, ResponseHead head) {
        return head.persistent() && in.isEmpty() && !in.hadBareLineFeed();
    }

    private static boolean isComplete(ResponseBody body, ResponseHead head) {
        try {
            return body.read(head);
        } catch (IOException e) {
            return false;
        }
    }
}
