package dev.waybill.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The figures for programs: an object if one scenario ran, an array of them if several did.
public final class ResultFile {

    private ResultFile() {}

    public static void write(Path file, List<Result> results, Machine machine, String command)
            throws IOException {
        var objects = results.stream().map(result -> result.fields(machine, command)).toList();
        var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        var json = mapper.writeValueAsString(objects.size() == 1 ? objects.getFirst() : objects);
        Files.writeString(file, json + "\n");
    }
}
