package dev.waybill.domain.access;

import static dev.waybill.domain.access.Right.AUDIT;
import static dev.waybill.domain.access.Right.CHANGE;
import static dev.waybill.domain.access.Right.MONITOR;
import static dev.waybill.domain.access.Right.OPERATE;
import static dev.waybill.domain.access.Right.PUBLISH;
import static dev.waybill.domain.access.Right.READ;
import static dev.waybill.domain.access.Right.SUPERVISE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoleTest {

    private static final Map<Role, Set<Right>> TABLE =
            Map.of(
                    Role.ADMIN,
                    Set.of(Right.values()),
                    Role.OPERATOR,
                    Set.of(READ, MONITOR, PUBLISH, CHANGE, OPERATE, AUDIT, SUPERVISE),
                    Role.VIEWER,
                    Set.of(READ, MONITOR),
                    Role.PRODUCER,
                    Set.of(PUBLISH),
                    Role.APP,
                    Set.of(READ, CHANGE, OPERATE));

    @ParameterizedTest
    @EnumSource(Role.class)
    void aRoleMayDoWhatTheTableSaysAndNoMore(Role role) {
        var rights = Stream.of(Right.values()).filter(role::may).collect(Collectors.toSet());

        assertThat(rights).isEqualTo(TABLE.get(role));
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void aRoleIsFoundByItsWord(Role role) {
        assertThat(Role.of(role.code())).contains(role);
    }

    @Test
    void aRoleHasOneSpelling() {
        assertThat(Role.of("Admin")).isEmpty();
        assertThat(Role.of("root")).isEmpty();
    }
}
