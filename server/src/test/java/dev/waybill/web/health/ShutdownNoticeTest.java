package dev.waybill.web.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShutdownNoticeTest {

    private final ShutdownNotice notice = new ShutdownNotice();

    @Test
    void whoeverAsksOnceOrTwiceIsNoLoadBalancer() {
        for (int i = 1; i < ShutdownNotice.ASKED_MIN; i++) {
            notice.asked();
        }
        assertThat(notice.isPolled()).isFalse();

        notice.asked();

        assertThat(notice.isPolled()).isTrue();
    }

    @Test
    void itIsGivenOnce() {
        assertThat(notice.given()).isFalse();
        notice.give();
        assertThat(notice.given()).isTrue();
    }
}
