package dev.waybill.domain.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UpdateTest {

    @Test
    void whatIsNotMentionedStays() {
        Update<String> keep = Update.keep();

        assertThat(keep.onto("now", "default")).isEqualTo("now");
        assertThat(keep.ontoOptional("now")).isEqualTo("now");
        assertThat(keep.isGiven()).isFalse();
        assertThat(keep.value()).isEmpty();
    }

    @Test
    void aResetGoesBackToTheDefault() {
        Update<String> reset = Update.reset();

        assertThat(reset.onto("now", "default")).isEqualTo("default");
        assertThat(reset.ontoOptional("now")).isNull();
        assertThat(reset.isGiven()).isTrue();
        assertThat(reset.orNull()).isNull();
    }

    @Test
    void aValueReplaces() {
        var update = Update.to("new");

        assertThat(update.onto("now", "default")).isEqualTo("new");
        assertThat(update.ontoOptional(null)).isEqualTo("new");
        assertThat(update.isGiven()).isTrue();
        assertThat(update.map(String::length)).isEqualTo(Update.to(3));
    }

    @Test
    void mappingKeepsWhatIsNoValue() {
        assertThat(Update.<String>keep().map(String::length)).isEqualTo(Update.keep());
        assertThat(Update.<String>reset().map(String::length)).isEqualTo(Update.reset());
    }
}
