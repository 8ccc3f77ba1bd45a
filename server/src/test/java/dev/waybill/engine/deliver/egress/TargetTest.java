package dev.waybill.engine.deliver.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

    @ParameterizedTest
    @CsvSource({
        "https://example.com,               HTTPS, example.com,   443,  /",
        "https://example.com/,              HTTPS, example.com,   443,  /",
        "HTTPS://Example.COM/Path,          HTTPS, example.com,   443,  /Path",
        "http://example.com/a?b=c&d=%20,    HTTP,  example.com,   80,   /a?b=c&d=%20",
        "https://example.com?b=c,           HTTPS, example.com,   443,  /?b=c",
        "https://example.com:8443/%2Fx,     HTTPS, example.com,   8443, /%2Fx",
        "https://192.0.2.7/,                HTTPS, 192.0.2.7,     443,  /",
        "https://[2001:DB8::1]:444/x,       HTTPS, 2001:db8::1,   444,  /x",
        "https://example.com/é,             HTTPS, example.com,   443,  /%C3%A9",
        "https://bücher.example/,           HTTPS, xn--bcher-kva.example, 443, /",
        "https://my_hooks.example/😀?q=ü,   HTTPS, my_hooks.example, 443, /%F0%9F%98%80?q=%C3%BC",
        "https://example.com./,             HTTPS, example.com,   443,  /",
        "https://xn--bcher-kva.example/,    HTTPS, xn--bcher-kva.example, 443, /",
    })
    void aUrlIsTakenApartOnce(String url, Target.Scheme scheme, String host, int port, String path)
            throws Target.Unusable {
        var target = Target.parse(url);

        assertThat(target.scheme()).isEqualTo(scheme);
        assertThat(target.host()).isEqualTo(host);
        assertThat(target.port()).isEqualTo(port);
        assertThat(target.path()).isEqualTo(path);
        assertThat(target.url()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com/hook",
                "//example.com/hook",
                "ftp://example.com/",
                "file:///etc/passwd",
                "mailto:someone@example.com",
                "javascript:alert(1)",
                "https:",
                "https:///hook",
                "https://:443/",
                "https://user@example.com/",
                "https://user:secret@example.com/",
                "https://@example.com/",
                "https://example.com/#part",
                "https://example.com/#",
                "https://example.com:0/",
                "https://example.com:65536/",
                "https://example.com:99999999999/",
                "https://example.com:port/",
                "https://exa mple.com/",
                "https://example.com\\@evil.example/",
                "https://exam%70le.com/",
                "https://example.com/a b",
                "https://example.com/\r\nX-Evil: 1",
                "https://example.com/\0",
                "https://127.1/",
                "https://2130706433/",
                "https://0177.0.0.1/",
                "https://0x7f000001/",
                "https://[fe80::1%25eth0]/",
                "https://0x7f.0.0.1/",
                "https://1.2.3.4.5/",
                "https://256.1.1.1/",
                "https://example.1/",
                "https://[::1",
                "https://[::ffff:127.0.0.1]/",
                "https://[::1]x/",
                "https://[::1]:/",
                "https://127。0。0。1/",
                "https://１２７.0.0.1/",
                "https://①②⑦.0.0.1/",
                "https://0x7f.1/",
                "https://127.0.0.1./",
                "https://example.com../",
                "https://-example.com/",
                "https://exa..mple.com/",
                "https://ｌｏｃａｌｈｏｓｔ/",
                "https://metadata.google。internal/",
                "https://example.com:/",
                "https://example.com:0443/",
                "https://example.com:443:80/",
                "https://example.com:+443/",
                "https://example.com/%",
                "https://example.com/%4",
                "https://example.com/%zz",
                "https://example.com/<script>",
                "https://example.com/\\evil",
                "https://example.com/\u0085",
                "https://example.com/\ud800",
                "https:\\\\example.com/",
                "https://[not-an-address]/",
            })
    void whatWeWouldNotCallIsRefused(String url) {
        assertThatThrownBy(() -> Target.parse(url)).isInstanceOf(Target.Unusable.class);
    }

    @Test
    void lengthsAreBounded() throws Target.Unusable {
        var path = "/" + "a".repeat(2_048 - "https://example.com/".length());
        var label = "a".repeat(60) + ".";

        assertThat(Target.parse("https://example.com" + path).path()).isEqualTo(path);
        assertThatThrownBy(() -> Target.parse("https://example.com" + path + "a"))
                .isInstanceOf(Target.Unusable.class)
                .hasMessageContaining("2048");
        assertThatThrownBy(() -> Target.parse("https://" + label.repeat(5) + "example"))
                .isInstanceOf(Target.Unusable.class);
    }
}
