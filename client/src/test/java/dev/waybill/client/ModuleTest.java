package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Programs of other people load these classes, with the JDK that they have.
class ModuleTest {

    private static final int JAVA_17 = 61;

    @Test
    void theClassesAreThoseOfJava17() throws Exception {
        var seen = new ArrayList<Path>();
        try (var files = Files.walk(classes())) {
            for (var file : files.filter(file -> file.toString().endsWith(".class")).toList()) {
                assertThat(majorVersion(file)).as(file.toString()).isEqualTo(JAVA_17);
                seen.add(file);
            }
        }
        assertThat(seen).hasSizeGreaterThan(20);
    }

    @Test
    void theModuleNeedsOnlyTheJdk() throws Exception {
        try (var stream = Files.newInputStream(classes().resolve("module-info.class"))) {
            var module = ModuleDescriptor.read(stream);

            assertThat(module.requires())
                    .filteredOn(needed -> !needed.modifiers().contains(Modifier.STATIC))
                    .extracting(ModuleDescriptor.Requires::name)
                    .containsExactlyInAnyOrder("java.base", "java.net.http", "java.sql");
            assertThat(module.exports())
                    .extracting(ModuleDescriptor.Exports::source)
                    .containsExactly("dev.waybill.client");
        }
    }

    @Test
    void programsGetNoDependency() throws IOException {
        var dependencies =
                Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL)
                        .matcher(Files.readString(Path.of("pom.xml")))
                        .results()
                        .map(found -> found.group())
                        .toList();

        assertThat(dependencies)
                .isNotEmpty()
                .allMatch(text -> text.matches("(?s).*<scope>(test|provided)</scope>.*"));
    }

    private static int majorVersion(Path file) throws IOException {
        try (var data = new DataInputStream(Files.newInputStream(file))) {
            assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
            data.readUnsignedShort();
            return data.readUnsignedShort();
        }
    }

    private static Path classes() throws Exception {
        return Path.of(Waybill.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
