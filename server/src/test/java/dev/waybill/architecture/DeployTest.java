package dev.waybill.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.infra.metrics.Metric;
import dev.waybill.infra.metrics.MetricPage;
import dev.waybill.testing.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The rules for Prometheus and the dashboard for Grafana name metrics that exist.
class DeployTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path RULES = ROOT.resolve("deploy/prometheus/rules.yml");
    private static final Path DASHBOARD = ROOT.resolve("deploy/grafana/waybill.json");

    private static final Pattern NAME = Pattern.compile("\\b(?:waybill|process|jvm)_[a-z_]+\\b");

    /// A metric with its selectors.
    private static final Pattern SELECTED =
            Pattern.compile("\\b((?:waybill|process|jvm)_[a-z_]+)\\{([^}]*)}");

    private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");

    /// `key: value`, also as the first of a list.
    private static final Pattern LINE = Pattern.compile("^ *(?:- )?([a-z]+): *(.*)$");

    @Test
    void rulesNameMetricsThatExist() throws IOException {
        for (var rule : rules()) {
            assertThat(rule).containsKeys("alert", "expr", "severity", "summary", "description");
            check(rule.getOrDefault("expr", ""));
            check(rule.getOrDefault("description", ""));
        }
    }

    @Test
    void rulesAreDocumented() throws IOException {
        var page = Files.readString(ROOT.resolve("docs/operating/monitoring.md"));
        var names = rules().stream().map(rule -> rule.getOrDefault("alert", "")).toList();

        assertThat(names).doesNotHaveDuplicates().contains("WebhookDLQRateHigh");
        assertThat(page).contains(names.stream().map(name -> "`" + name + "`").toList());
    }

    @Test
    void theDashboardNamesMetricsThatExist() throws IOException {
        var ids = new ArrayList<Integer>();
        int checked = 0;
        for (var panel : panels()) {
            ids.add(panel.get("id").intValue());
            for (var target : panel.path("targets")) {
                check(target.get("expr").stringValue());
                checked++;
            }
        }

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(checked).isGreaterThan(40);
    }

    @Test
    void promtoolAcceptsRulesAndExpressions() throws Exception {
        var promtool = promtool();
        assumeTrue(promtool != null || "required".equals(System.getenv("PROMTOOL_TESTS")));
        var expressions = new ArrayList<String>();
        for (var panel : panels()) {
            panel.path("targets")
                    .forEach(target -> expressions.add(target.get("expr").stringValue()));
        }
        var asRules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        for (int i = 0; i < expressions.size(); i++) {
            asRules.append("      - record: panel:%d\n".formatted(i))
                    .append("        expr: '")
                    .append(
                            expressions
                                    .get(i)
                                    .replace("$__rate_interval", "5m")
                                    .replace("$instance", ".*")
                                    .replace("'", "''"))
                    .append("'\n");
        }
        var folder = Files.createDirectories(Scratch.folder("promtool"));
        var file = folder.resolve("dashboard.yml");
        Files.writeString(file, asRules);

        run(String.valueOf(promtool), "check", "rules", RULES.toString(), file.toString());
    }

    private static void run(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    private static @Nullable Path promtool() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, "promtool"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /// Every metric exists, and has the labels that it is selected by.
    private static void check(String expression) {
        var known = series();
        for (var name : NAME.matcher(expression).results().map(found -> found.group()).toList()) {
            assertThat(known).as(expression).containsKey(name);
        }
        for (var selected : SELECTED.matcher(expression).results().toList()) {
            var labels =
                    LABEL.matcher(selected.group(2))
                            .results()
                            .map(found -> found.group(1))
                            .collect(Collectors.toSet());
            labels.removeAll(Set.of("instance", "job"));
            assertThat(known.getOrDefault(selected.group(1), Set.of()))
                    .as(expression)
                    .containsAll(labels);
        }
    }

    /// The names that are stored, each with its labels.
    private static Map<String, Set<String>> series() {
        var series = new HashMap<String, Set<String>>();
        for (var metric : MetricPage.metrics()) {
            var labels = new HashSet<>(metric.labels());
            if (metric.kind() != Metric.Kind.HISTOGRAM) {
                series.put(metric.name(), labels);
                continue;
            }
            series.put(metric.name(), labels);
            series.put(metric.name() + "_count", labels);
            series.put(metric.name() + "_sum", labels);
            var ofBuckets = new HashSet<>(labels);
            ofBuckets.add("le");
            series.put(metric.name() + "_bucket", ofBuckets);
        }
        return series;
    }

    /// The rules, each with its keys and values: enough of YAML for a file that is ours.
    private static List<Map<String, String>> rules() throws IOException {
        var rules = new ArrayList<Map<String, String>>();
        for (var line : Files.readAllLines(RULES)) {
            var parts = LINE.matcher(line);
            if (!line.startsWith("#") && parts.matches()) {
                if (parts.group(1).equals("alert")) {
                    rules.add(new HashMap<>());
                }
                if (!rules.isEmpty()) {
                    rules.getLast().put(parts.group(1), parts.group(2));
                }
            }
        }
        assertThat(rules).hasSizeGreaterThan(10);
        return rules;
    }

    private static List<JsonNode> panels() throws IOException {
        var dashboard = new JsonMapper().readTree(Files.readString(DASHBOARD));
        var panels = new ArrayList<JsonNode>();
        dashboard.get("panels").forEach(panels::add);
        return panels;
    }
}
