package dev.waybill.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The allowed dependencies. The picture is in ARCHITECTURE.md.
class ArchitectureTest {

    private static final JavaClasses WAYBILL =
            new ClassFileImporter().importPath(Path.of("target", "classes"));

    /// In addition to the stores, the packages that only interactive requests use.
    private static final Set<String> MAY_SEE_JDBI =
            Set.of(
                    "dev.waybill.engine.partitions.PartitionKeeper",
                    "dev.waybill.engine.recovery.FeedShift");

    @Test
    void domainNeedsNothingButTheLanguage() {
        classes()
                .that()
                .resideInAPackage("dev.waybill.domain..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.waybill.domain..", "java..", "org.jspecify..")
                .check(WAYBILL);
    }

    @Test
    void infraKnowsNothingOfWaybill() {
        mayKnow("infra");
    }

    @Test
    void theEngineKnowsNoFeature() {
        mayKnow("engine", "domain", "infra");
    }

    @Test
    void noFeatureKnowsTheWeb() {
        mayKnow("feature", "engine", "domain", "infra");
    }

    @Test
    void theWebKnowsNoCommand() {
        mayKnow("web", "feature", "engine", "domain", "infra");
    }

    @Test
    void theApiAndThePagesDoNotKnowEachOther() {
        mayNotKnow("web.api", "web.site", "web.dashboard", "web.portal");
        mayNotKnow("web.site", "web.api", "web.dashboard", "web.portal");
        mayNotKnow("web.dashboard", "web.api", "web.portal");
        mayNotKnow("web.portal", "web.api", "web.dashboard");
    }

    @Test
    void whatTheEdgesShareKnowsNoEdge() {
        for (var shared : List.of("web.http", "web.access", "web.json", "web.text")) {
            mayNotKnow(shared, "web.api", "web.site", "web.dashboard", "web.portal");
        }
    }

    /// The code that nouns share is in the package around theirs.
    @ParameterizedTest
    @ValueSource(strings = {"dev.waybill.web.api", "dev.waybill.web.dashboard"})
    void whatNounsShareKnowsNoNoun(String edge) {
        noClasses()
                .that()
                .resideInAPackage(edge)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(edge + ".*")
                .check(WAYBILL);
    }

    /// The audit log belongs to the engine; the overview and the settings show several features.
    @Test
    void nounsOfTheEdgesAreNamedAsTheirFeature() {
        var features = rooms("dev.waybill.feature.");

        var api = rooms("dev.waybill.web.api.");
        api.removeAll(features);
        assertThat(api).containsExactly("audit");
        var dashboard = rooms("dev.waybill.web.dashboard.");
        dashboard.removeAll(features);
        assertThat(dashboard).containsExactly("audit", "overview", "settings");
    }

    /// The names of the packages directly inside this one.
    private static Set<String> rooms(String inside) {
        return WAYBILL.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(inside))
                .map(name -> name.substring(inside.length()).replaceFirst("\\..*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void mayNotKnow(String room, String... others) {
        noClasses()
                .that()
                .resideInAPackage("dev.waybill." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        Stream.of(others)
                                .map(name -> "dev.waybill." + name + "..")
                                .toArray(String[]::new))
                .check(WAYBILL);
    }

    private static void mayKnow(String room, String... others) {
        var known =
                Stream.concat(Stream.of(room), Stream.of(others))
                        .map(name -> "dev.waybill." + name + "..")
                        .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.waybill." + room + "..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.waybill..")
                                .and(DescribedPredicate.not(resideInAnyPackage(known))))
                .check(WAYBILL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.waybill.(*)..",
                "dev.waybill.domain.(*)..",
                "dev.waybill.engine.(**)",
                "dev.waybill.feature.(**)",
                "dev.waybill.infra.(*)..",
                "dev.waybill.web.api.(*)",
                "dev.waybill.web.dashboard.(*)"
            })
    void roomsFormNoCycle(String rooms) {
        slices().matching(rooms).should().beFreeOfCycles().check(WAYBILL);
    }

    @Test
    void nobodyAsksTheSystemForTheTime() {
        noClasses()
                .should()
                .callMethodWhere(called("java.time..", "now"))
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callConstructor(java.util.Date.class)
                .check(WAYBILL);
    }

    @Test
    void nobodyThrowsDiceOfItsOwn() {
        noClasses()
                .should()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(java.util.Random.class)
                .check(WAYBILL);
    }

    @Test
    void deliverKnowsNoDatabase() {
        noClasses()
                .that()
                .resideInAPackage("dev.waybill.engine.deliver..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.sql..", "javax.sql..", "org.jdbi..", "dev.waybill.infra.db")
                .check(WAYBILL);
    }

    @Test
    void jdbiStaysOffTheHotPath() {
        var allowed =
                resideInAnyPackage(
                                "dev.waybill.feature..",
                                "dev.waybill.engine.access",
                                "dev.waybill.engine.audit",
                                "dev.waybill.engine.catalog",
                                "dev.waybill.engine.routing",
                                "dev.waybill.engine.stats",
                                "dev.waybill.infra.db",
                                "dev.waybill.infra.secret")
                        .or(outermost("a store", name -> name.endsWith("Store")))
                        .or(outermost("listed", MAY_SEE_JDBI::contains));

        noClasses()
                .that(DescribedPredicate.not(allowed))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jdbi..")
                .check(WAYBILL);
    }

    @Test
    void onlyCommandsPrint() {
        // They do so through picocli.
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.waybill.cli")
                .should()
                .accessField(System.class, "out")
                .check(WAYBILL);
    }

    private static DescribedPredicate<JavaCall<?>> called(String packages, String method) {
        return JavaCall.Predicates.target(name(method))
                .and(
                        JavaCall.Predicates.target(
                                AccessTarget.Predicates.declaredIn(resideInAPackage(packages))))
                .forSubtype();
    }

    /// By the name of the class whose file it is: a nested class is its owner's business.
    private static DescribedPredicate<JavaClass> outermost(
            String description, java.util.function.Predicate<String> accepts) {
        return describe(
                description, type -> accepts.test(type.getName().replaceFirst("\\$.*", "")));
    }
}
