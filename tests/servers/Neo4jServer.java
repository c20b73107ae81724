import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.neo4j.server.CommunityBootstrapper;
import org.neo4j.server.NeoBootstrapper;

/** Starts Neo4j; run straight from its source, since the newer releases bring no class with a main method. */
class Neo4jServer {
    public static void main(String[] arguments) {
        String data = System.getProperty("memorist.data.of.parent");
        if (data != null) {
            endWithTheParent(Path.of(data));
        }
        int exit = NeoBootstrapper.start(new CommunityBootstrapper(), arguments);
        if (exit != 0) {
            System.exit(exit);
        }
    }

    /** Standard input ends with the process that holds its other end, even if that one was killed. */
    private static void endWithTheParent(Path data) {
        Thread watcher = new Thread(() -> {
            try {
                while (System.in.read() >= 0) { }
                try (var files = Files.walk(data)) {
                    files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
                }
            } catch (IOException ended) {
                // There is nobody left to tell.
            }
            Runtime.getRuntime().halt(0);
        });
        watcher.setDaemon(true);
        watcher.start();
    }
}
