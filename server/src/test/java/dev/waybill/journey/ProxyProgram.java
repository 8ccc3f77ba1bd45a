package dev.waybill.journey;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The tested proxies: those of the system, which are never downloaded.
enum ProxyProgram {

    /// In one process, as the user of the test, with all its files in one folder.
    NGINX("nginx", "listen 443") {
        @Override
        List<String> command(Path program, Path folder) {
            return List.of(
                    program.toString(), "-p", folder + "/", "-c", CONFIGURATION, "-e", "stderr");
        }

        @Override
        String complete(String recipe) {
            return """
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log stderr;
            events {}
            http {
                access_log off;
                client_body_temp_path body;
                proxy_temp_path proxy;
                fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi;
                scgi_temp_path scgi;
            """
                    + recipe
                    + "}\n";
        }
    },

    HAPROXY("haproxy", "bind :443") {
        @Override
        List<String> command(Path program, Path folder) {
            return List.of(
                    program.toString(), "-db", "-f", folder.resolve(CONFIGURATION).toString());
        }

        @Override
        String complete(String recipe) {
            return """
            global
                nbthread 1
            """
                    + recipe;
        }
    };

    static final String CONFIGURATION = "proxy.conf";

    /// Where programs of the system are that the PATH of an ordinary user may lack.
    private static final List<String> MORE_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin");

    private final String file;
    private final String listens;

    ProxyProgram(String file, String listens) {
        this.file = file;
        this.listens = listens;
    }

    Optional<Path> find() {
        var path = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
        return Stream.concat(Stream.of(path), MORE_FOLDERS.stream())
                .map(folder -> Path.of(folder, file))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// A recipe that listens on this port of the loopback interface.
    ProxyRecipe listeningOn(int port, ProxyRecipe recipe) {
        return recipe.with(listens, listens.replace(":", "").replace("443", "127.0.0.1:" + port));
    }

    /// The whole configuration with this recipe in it.
    abstract String complete(String recipe);

    abstract List<String> command(Path program, Path folder);
}
