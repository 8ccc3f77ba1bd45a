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

/// The protocol between the benchmark and a child: lines on standard input and output. The input
/// ends when the benchmark ends in any way, and the child ends with it.
final class Control {

    private final BufferedReader in =
            new BufferedReader(
                    new InputStreamReader(new FileInputStream(FileDescriptor.in), UTF_8));
    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);

    /// The words of the next line, or null at the end.
    String @Nullable [] next() throws IOException {
        var line = in.readLine();
        return line == null ? null : line.split(" ", -1);
    }

    void say(String line) {
        out.println(line);
    }
}
