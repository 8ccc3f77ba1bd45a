package dev.waybill.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.web.http.Response;
import dev.waybill.web.http.SentRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortalCookieTest {

    private static SentRequest request(String host, @Nullable String proto, @Nullable String dest) {
        var request = SentRequest.get("/portal/endpoints").with("Host", host);
        if (proto != null) {
            request = request.with("X-Forwarded-Proto", proto);
        }
        return dest == null ? request : request.with("Sec-Fetch-Dest", dest);
    }

    private static @Nullable String set(SentRequest request) {
        return PortalCookie.set(Response.noContent(), request, "token", Duration.ofHours(1))
                .headers()
                .get("Set-Cookie");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.com    | https |          | __Host-waybill-portal | SameSite=Lax; Secure",
                "example.com    | HTTPS | document | __Host-waybill-portal | SameSite=Lax; Secure",
                "example.com    | https | iframe   | __Host-waybill-portal"
                        + " | SameSite=None; Secure; Partitioned",
                "localhost:8080 |       |          | __Host-waybill-portal | SameSite=Lax; Secure",
                "127.0.0.1      |       |          | __Host-waybill-portal | SameSite=Lax; Secure",
                "[::1]:8080     |       |          | __Host-waybill-portal | SameSite=Lax; Secure",
                "example.com    |       | iframe   | waybill-portal        | SameSite=Lax",
                "example.com    | http  |          | waybill-portal        | SameSite=Lax",
                "localhost.example.com | |         | waybill-portal        | SameSite=Lax",
            })
    void theCookieFitsTheWayThePageCame(
            String host,
            @Nullable String proto,
            @Nullable String dest,
            String name,
            String placement) {
        // An hour, and the week in which the portal can explain the end of the session.
        assertThat(set(request(host, proto, dest)))
                .isEqualTo(
                        name
                                + "=token; Path=/; HttpOnly; Max-Age="
                                + Duration.ofDays(7).plusHours(1).toSeconds()
                                + "; "
                                + placement);
    }

    @Test
    void aPlainCookieIsNotTakenOverHttps() {
        var plain = request("example.com", null, null).with("Cookie", "waybill-portal=old");
        var https = request("example.com", "https", null).with("Cookie", "waybill-portal=old");

        assertThat(PortalCookie.find(plain)).contains("old");
        assertThat(PortalCookie.find(https)).isEmpty();
        assertThat(PortalCookie.find(https.with("Cookie", "__Host-waybill-portal=new")))
                .contains("new");
    }

    @Test
    void whoLeavesLosesIt() {
        var cleared =
                PortalCookie.clear(Response.noContent(), request("example.com", "https", null));

        assertThat(cleared.headers().get("Set-Cookie"))
                .startsWith("__Host-waybill-portal=; Path=/; HttpOnly; Max-Age=0;");
    }

    @ParameterizedTest
    @CsvSource({
        "used,    USED",
        "over,    OVER",
        "missing, MISSING",
        "cookies, COOKIES",
        "ended,   ENDED",
        "left,    LEFT",
        "USED,    ENDED",
        "'',      ENDED",
        "<b>,     ENDED",
    })
    void aReasonIsKnownByItsCode(String code, SignInRefusal refusal) {
        assertThat(SignInRefusal.of(code)).isEqualTo(refusal);
        assertThat(refusal.title()).isNotBlank();
        assertThat(refusal.text()).endsWith(".");
    }
}
