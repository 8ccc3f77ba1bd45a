package dev.waybill.feature.retention.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/// The storage of archives.
public interface ArchiveTarget extends AutoCloseable {

    /// Stores a file under a name. When this returns, the file is complete and durable; if it
    /// throws, no file has that name.
    void put(String name, Path file) throws IOException;

    /// The names of all files, in order.
    List<String> names() throws IOException;

    /// The file of that name, to be closed by the reader.
    InputStream open(String name) throws IOException;

    @Override
    void close();
}
