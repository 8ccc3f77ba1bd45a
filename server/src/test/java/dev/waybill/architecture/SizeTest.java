package dev.waybill.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Measures the sources of all modules: constructors, records and files have a size that a reader
/// can take in. An exception is listed here with its reason.
class SizeTest {

    private static final int PARAMETERS_MAX = 7;
    private static final int COMPONENTS_MAX = 12;
    private static final int LINES_MAX = 400;
    private static final int MEDIAN_LINES_MAX = 90;

    private static final Map<String, String> LARGE_CONSTRUCTORS = Map.of();

    private static final Map<String, String> LARGE_RECORDS = Map.of();

    private static final Map<String, String> LARGE_FILES = Map.of();

    /// Tests run in the folder of their module.
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void constructorsHaveFewParameters() throws IOException {
        assertThat(above(PARAMETERS_MAX, measured().parameters).keySet())
                .as("group parameters into a type, or list the class with a reason")
                .containsExactlyInAnyOrderElementsOf(LARGE_CONSTRUCTORS.keySet());
    }

    @Test
    void recordsHaveFewComponents() throws IOException {
        assertThat(above(COMPONENTS_MAX, measured().components).keySet())
                .as("group components into a type, or list the record with a reason")
                .containsExactlyInAnyOrderElementsOf(LARGE_RECORDS.keySet());
    }

    @Test
    void filesAreShort() throws IOException {
        var lines = new TreeMap<String, Integer>();
        for (var file : sources()) {
            lines.put(ROOT.relativize(file).toString(), Files.readAllLines(file, UTF_8).size());
        }

        assertThat(above(LINES_MAX, lines).keySet())
                .as("split the file along its parts, or list it with a reason")
                .containsExactlyInAnyOrderElementsOf(LARGE_FILES.keySet());
        var sorted = lines.values().stream().sorted().toList();
        assertThat(sorted.get(sorted.size() / 2))
                .as("the median of the lines of all files")
                .isLessThan(MEDIAN_LINES_MAX);
    }

    private static Map<String, Integer> above(int max, Map<String, Integer> sizes) {
        return sizes.entrySet().stream()
                .filter(size -> size.getValue() > max)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            var folders =
                    modules.map(module -> module.resolve("src/main/java"))
                            .filter(Files::isDirectory)
                            .toList();
            var files = new ArrayList<Path>();
            for (var folder : folders) {
                try (Stream<Path> all = Files.walk(folder)) {
                    all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
                }
            }
            return files;
        }
    }

    private static Sizes measured() throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, UTF_8)) {
            var task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    manager,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    manager.getJavaFileObjectsFromPaths(sources()));
            var sizes = new Sizes();
            for (var unit : task.parse()) {
                sizes.scan(unit, null);
            }
            return sizes;
        }
    }

    /// The largest constructor of each class and the components of each record, by the name of the
    /// class with those around it.
    private static final class Sizes extends TreeScanner<@Nullable Void, @Nullable Void> {

        final Map<String, Integer> parameters = new TreeMap<>();
        final Map<String, Integer> components = new TreeMap<>();
        private final Deque<String> names = new ArrayDeque<>();

        @Override
        public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
            names.addLast(tree.getSimpleName().toString());
            if (tree.getKind() == Tree.Kind.RECORD) {
                long count =
                        tree.getMembers().stream()
                                .filter(member ->
                                        member instanceof VariableTree field && !isStatic(field))
                                .count();
                components.merge(name(), (int) count, Math::max);
            }
            super.visitClass(tree, null);
            names.removeLast();
            return null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree tree, @Nullable Void nothing) {
            int count = tree.getParameters().size();
            if (tree.getName().contentEquals("<init>") && !isCanonical(count)) {
                parameters.merge(name(), count, Math::max);
            }
            return super.visitMethod(tree, null);
        }

        /// Whether a constructor of the record has a parameter for each component.
        private boolean isCanonical(int count) {
            return components.getOrDefault(name(), -1) == count;
        }

        private static boolean isStatic(VariableTree field) {
            return field.getModifiers().getFlags().contains(Modifier.STATIC);
        }

        private String name() {
            return String.join(".", names);
        }
    }
}
