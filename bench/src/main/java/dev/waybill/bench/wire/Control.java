package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/// How the conductor speaks to a child: a line in on standard input, a line out on standard output.
/// The input ends when the conductor does, however it ends, and the child with it.
final class Control {

    private final BufferedReader in =
            new BufferedReader(
                    new InputStreamReader(new FileInputStream(FileDescriptor.in), UTF_8));
    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);

    /// The words of the next line, or null when there will be none.
    String @Nullable [] next() throws IOException {
        var line = in.readLine();
        return line == null ? null : line.split(" ", -1);
    }

    void say(String line) {
        out.println(line);
    }
}
