package dev.waybill.engine.deliver.client;

import java.io.IOException;

/// Reads one answer. A failure in the head means that there was no answer; a failure in the body
/// only costs the connection, because the status decides.
final class ResponseReader {

    private ResponseReader() {}

    static Response read(ResponseInput in) throws IOException {
        var head = ResponseHead.read(in);
        if (!head.hasBody()) {
            boolean clean = head.persistent() && in.isEmpty();
            return new Response(head.status(), head.retryAfter(), head.kept(), null, clean);
        }
        var body = new ResponseBody(in);
        boolean complete = isComplete(body, head);
        boolean clean = complete && head.persistent() && in.isEmpty();
        return new Response(head.status(), head.retryAfter(), head.kept(), body.excerpt(), clean);
    }

    private static boolean isComplete(ResponseBody body, ResponseHead head) {
        try {
            return body.read(head);
        } catch (IOException e) {
            return false;
        }
    }
}
