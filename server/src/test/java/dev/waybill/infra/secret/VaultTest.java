package dev.waybill.infra.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultTest {

    private static final SplittableRandom RANDOM = new SplittableRandom(7);
    private static final EncryptionKey OLD = key();
    private static final EncryptionKey NEW = key();
    private static final String PLACE = "endpoint secret whe_1";

    private final Vault vault = new Vault(List.of(OLD), RANDOM);

    @ParameterizedTest
    @ValueSource(strings = {"", "whsec_abc", "ünïcödé 😀"})
    void whatIsSealedOpensAgain(String secret) {
        assertThat(vault.open(vault.seal(secret, PLACE), PLACE)).isEqualTo(secret);
    }

    @Test
    void whatIsSealedDoesNotShow() {
        var sealed = vault.seal("whsec_marker", PLACE);

        assertThat(new String(sealed, ISO_8859_1)).doesNotContain("marker");
        assertThat(vault.seal("whsec_marker", PLACE)).isNotEqualTo(sealed);
    }

    @Test
    void itOpensInItsPlaceOnly() {
        var sealed = vault.seal("secret", PLACE);

        assertThatThrownBy(() -> vault.open(sealed, "endpoint secret whe_2"))
                .isInstanceOf(Vault.Locked.class);
    }

    @Test
    void everyChangedByteIsNoticed() {
        var sealed = vault.seal("secret", PLACE);
        for (int i = 0; i < sealed.length; i++) {
            var changed = sealed.clone();
            changed[i] ^= 1;

            assertThatThrownBy(() -> vault.open(changed, PLACE)).isInstanceOf(Vault.Locked.class);
        }
    }

    @Test
    void anOldKeyOpensWhatItSealedWhileTheNewOneSeals() {
        var before = vault.seal("secret", PLACE);
        var both = new Vault(List.of(NEW, OLD), RANDOM);
        var after = both.seal("secret", PLACE);

        assertThat(both.open(before, PLACE)).isEqualTo("secret");
        assertThat(Vault.keyIdOf(before)).isEqualTo(OLD.id());
        assertThat(Vault.keyIdOf(after)).isEqualTo(NEW.id());
        assertThatThrownBy(() -> new Vault(List.of(NEW), RANDOM).open(before, PLACE))
                .isInstanceOf(Vault.Locked.class)
                .hasMessageContaining(OLD.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "!!!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="})
    void whatIsNoKeyIsNone(String text) {
        assertThat(EncryptionKey.parse(text)).isEmpty();
    }

    @Test
    void aKeyDoesNotPrintItself() {
        var text = EncryptionKey.generate(RANDOM);

        assertThat(EncryptionKey.parse(text).orElseThrow().toString()).doesNotContain(text);
    }

    private static EncryptionKey key() {
        return EncryptionKey.parse(EncryptionKey.generate(RANDOM)).orElseThrow();
    }
}
