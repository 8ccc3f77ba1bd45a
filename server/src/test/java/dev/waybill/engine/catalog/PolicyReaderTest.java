package dev.waybill.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.retry.Jitter;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.domain.retry.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PolicyReaderTest {

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void aListOfWaitsMayHaveFractionsOfASecond() {
        var spec = read("{'name':'quick','kind':'list','waits_seconds':[0.2,1.5,30]}");

        assertThat(spec.name()).isEqualTo("quick");
        assertThat(spec.schedule())
                .isEqualTo(
                        new Schedule.Waits(
                                List.of(
                                        Duration.ofMillis(200),
                                        Duration.ofMillis(1_500),
                                        Duration.ofSeconds(30))));
        assertThat(spec.attemptsMax()).isEqualTo(4);
        assertThat(spec.jitter()).isEqualTo(new Jitter.None());
    }

    @Test
    void whatIsLeftOutIsFilledIn() {
        var spec = read("{'kind':'exponential','base_seconds':10,'max_attempts':6}");

        assertThat(PolicyJson.write(spec).toString())
                .isEqualTo(
                        "{\"kind\":\"exponential\",\"base_seconds\":10,\"factor\":2,"
                                + "\"cap_seconds\":3600,\"max_attempts\":6,\"jitter\":\"none\","
                                + "\"window_seconds\":490}");
    }

    /// 10 + 20 + 40 + 80 + 160 seconds, and half a minute for each of the six attempts: a policy of
    /// short waits ends by its attempts, not by the clock.
    @Test
    void withoutAWindowThereIsRoomForEveryAttempt() {
        var spec = read("{'kind':'list','waits_seconds':[0.2,0.2]}");

        assertThat(spec.window()).isEqualTo(Duration.ofMillis(90_400));
    }

    @Test
    void aWindowIsNeverLongerThanEventsAreKept() {
        var spec = read("{'kind':'exponential','base_seconds':2592000,'max_attempts':100}");

        assertThat(spec.window()).isEqualTo(Duration.ofDays(30));
        assertThat(PolicyJson.read(PolicyJson.write(spec).toString())).isEqualTo(spec);
    }

    @Test
    void aListMayBeginWithTheFirstAttempt() {
        var with = read("{'kind':'list','offsets_seconds':[0,60,300]}");
        var without = read("{'kind':'list','offsets_seconds':[60,300]}");

        assertThat(with).isEqualTo(without);
        assertThat(with.attemptsMax()).isEqualTo(3);
    }

    @Test
    void fewerAttemptsThanTheListHasAreAllowed() {
        var spec = read("{'kind':'list','waits_seconds':[1,2,3],'max_attempts':2}");

        assertThat(spec.attemptsMax()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "proportional, 0.25, PT12.5S",
        "additive,     0.5,  PT15S",
        "full,         ,     PT10S",
        "none,         0,    PT10S",
    })
    void jitterIsOneOfFour(String word, String ratio, Duration longest) {
        var given = ratio == null ? "" : ",'jitter_ratio':" + ratio;
        var spec =
                read("{'kind':'list','waits_seconds':[10],'jitter':'" + word + "'" + given + "}");

        assertThat(spec.jitter().longest(Duration.ofSeconds(10))).isEqualTo(longest);
    }

    static List<PolicySpec> builtIn() {
        return List.copyOf(RetryPolicies.NAMED.values());
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    void aBuiltInPolicyCanBeCopied(PolicySpec spec) {
        var copy = PolicyJson.read(PolicyJson.write(spec).toString());

        assertThat(copy).isEqualTo(spec);
        assertThat(copy.policy("x")).isEqualTo(spec.policy("x"));
    }

    @Test
    void equalPoliciesHaveOneKeyHoweverTheyAreWritten() {
        var one = read("{'kind':'list','waits_seconds':[1.0,2],'jitter':'none'}");
        var other = read("{'waits_seconds':[1,2.000],'kind':'list','max_attempts':3}");

        assertThat(PolicyJson.inlineKey(one))
                .isEqualTo(PolicyJson.inlineKey(other))
                .matches("inline-[0-9a-f]{32}");
        assertThat(PolicyJson.inlineKey(one))
                .isNotEqualTo(
                        PolicyJson.inlineKey(read("{'kind':'list','waits_seconds':[1,2.001]}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | /kind | list or exponential",
                "{'kind':'linear'} | /kind | list or exponential",
                "{'kind':7} | /kind | string",
                "{'kind':'list'} | /offsets_seconds | offsets_seconds (since the first attempt) or",
                "{'kind':'list','waits_seconds':[1],'offsets_seconds':[1]} | /waits_seconds | both",
                "{'kind':'list','waits_seconds':5} | /waits_seconds | a list",
                "{'kind':'list','waits_seconds':[1,'2']} | /waits_seconds/1 | seconds from 0.001",
                "{'kind':'list','waits_seconds':[0]} | /waits_seconds/0 | seconds from 0.001",
                "{'kind':'list','waits_seconds':[-1]} | /waits_seconds/0 | seconds from 0.001",
                "{'kind':'list','waits_seconds':[0.0005]} | /waits_seconds/0 | milliseconds",
                "{'kind':'list','waits_seconds':[1e300]} | /waits_seconds/0 | to 2592000",
                "{'kind':'list','offsets_seconds':[5,5]} | /offsets_seconds/1 | greater than",
                "{'kind':'list','waits_seconds':[1],'max_attempts':3} | /max_attempts | at most 2",
                "{'kind':'list','waits_seconds':[1],'max_attempts':0} | /max_attempts | from 1",
                "{'kind':'list','waits_seconds':[1],'max_attempts':1.5} | /max_attempts | whole",
                "{'kind':'list','waits_seconds':[1],'factor':2} | /factor | kind list",
                "{'kind':'exponential'} | /base_seconds | required",
                "{'kind':'exponential','base_seconds':1} | /max_attempts | required",
                "{'kind':'exponential','base_seconds':1,'factor':0.5} | /factor | from 1 to 100",
                "{'kind':'exponential','base_seconds':9,'cap_seconds':8} | /cap_seconds | less",
                "{'kind':'exponential','waits_seconds':[1]} | /waits_seconds | exponential",
                "{'kind':'list','waits_seconds':[1],'jitter':'some'} | /jitter | proportional",
                "{'kind':'list','waits_seconds':[1],'jitter_ratio':1} | /jitter_ratio | allowed",
                "{'kind':'list','waits_seconds':[1],'jitter':'additive','jitter_ratio':2}"
                        + " | /jitter_ratio | from 0 to 1",
                "{'kind':'list','waits_seconds':[1],'window_seconds':0} | /window_seconds | 0.001",
                "{'kind':'list','waits_seconds':[1],'name':'Big'} | /name | lower-case",
                "{'kind':'list','waits_seconds':[1],'name':'inline-x'} | /name | inline-",
                "{'kind':'list','waits_seconds':[1],'name':'a@1'} | /name | lower-case",
            })
    void whatIsWrongIsToldAtItsPlace(String json, String pointer, String hint) {
        var first = violations(json).getFirst();

        assertThat(pointer(first)).isEqualTo(pointer);
        assertThat(first.detail(first.field())).contains(hint).endsWith(".");
        assertThat(first.code()).isNotEqualTo(Violation.Code.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'kind':'exponential'} | /base_seconds /max_attempts",
                "{'name':'Big','kind':7,'jitter':3,'window_seconds':'1h'}"
                        + " | /kind /jitter /window_seconds /name",
                "{'kind':'list','waits_seconds':[1,'2',3,0]} | /waits_seconds/1 /waits_seconds/3",
                "{'kind':'list','waits_seconds':5,'max_attempts':9} | /waits_seconds",
                "{'kind':'list','offsets_seconds':[0,9,5,7,7]}"
                        + " | /offsets_seconds/2 /offsets_seconds/4",
                "{'kind':'list','waits_seconds':[1],'factor':900,'max_attempts':900}"
                        + " | /factor /max_attempts",
                "{'kind':'exponential','base_seconds':'x','cap_seconds':0,'max_attempts':true}"
                        + " | /base_seconds /max_attempts /cap_seconds",
                "{'kind':'list','waits_seconds':[1],'jitter':'some','jitter_ratio':1} | /jitter",
                "{'kind':'list','waits_seconds':[1],'a':1,'b/c':2} | /a /b~1c",
            })
    void everyViolationIsReported(String json, String pointers) {
        assertThat(violations(json).stream().map(PolicyReaderTest::pointer))
                .containsExactly(pointers.split(" "));
    }

    @Test
    void nullIsTheSameAsAbsent() {
        assertThat(read("{'kind':'list','waits_seconds':[1],'factor':null,'max_attempts':null}"))
                .isEqualTo(read("{'kind':'list','waits_seconds':[1]}"));
    }

    @Test
    void aListMayHave99Numbers() {
        var longest = "[" + "1,".repeat(98) + "1]";
        assertThat(read("{'kind':'list','waits_seconds':" + longest + "}").attemptsMax())
                .isEqualTo(100);

        var tooLong = "[" + "1,".repeat(99) + "1]";
        assertThat(violations("{'kind':'list','waits_seconds':" + tooLong + "}"))
                .extracting(PolicyReaderTest::pointer)
                .containsExactly("/waits_seconds");
    }

    @Test
    void aStoredPolicyThatBreaksARuleIsNotRead() {
        assertThatThrownBy(() -> PolicyJson.read("{\"kind\":\"list\",\"waits_seconds\":[0]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seconds from 0.001");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name':'a','kind':'list','offsets_seconds':[0,1.5,60],'max_attempts':2}",
                "{'kind':'list','waits_seconds':[0.001],'jitter':'additive','jitter_ratio':0.5}",
                "{'kind':'exponential','base_seconds':10,'factor':1.5,'cap_seconds':20,"
                        + "'max_attempts':6,'jitter':'full','window_seconds':3600}",
                "{}",
            })
    void aDraftIsStoredAsItWasWritten(String json) {
        var draft = PolicyReader.draft(object(json), new Violations());

        assertThat(PolicyJson.write(draft)).hasToString(json.replace('\'', '"'));
        assertThat(PolicyJson.write(PolicyJson.readDraft(PolicyJson.write(draft).toString())))
                .isEqualTo(PolicyJson.write(draft));
    }

    @Test
    void aFieldThatDoesNotExistIsRefusedByName() {
        var found = violations("{'kind':'list','waits_seconds':[1],'max_attemps':2}");

        assertThat(found).hasSize(1);
        assertThat(pointer(found.getFirst())).isEqualTo("/max_attemps");
        assertThat(found.getFirst().code()).isEqualTo(Violation.Code.UNKNOWN);
        assertThat(found.getFirst().text()).contains("max_attemps", "max_attempts");
    }

    private static PolicySpec read(String json) {
        return PolicyReader.read(object(json), new Violations()).orElseThrow();
    }

    private static List<Violation> violations(String json) {
        var violations = new Violations();
        assertThat(PolicyReader.read(object(json), violations)).isEmpty();
        return violations.all();
    }

    private static String pointer(Violation violation) {
        return violation.path().stream()
                .map(name -> "/" + name.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    }
}
