package dev.basalt.simulate.scenario;

import dev.basalt.core.model.Gang;
import dev.basalt.manifest.ManifestReader;
import dev.basalt.manifest.ManifestResult;
import dev.basalt.manifest.ReadOptions;
import dev.basalt.manifest.Translated;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Finding;
import dev.basalt.simulate.section.Section;
import java.util.ArrayList;
import java.util.List;

/** Jobs given as Kubernetes manifests, read by the translation that serves real clusters. */
final class ManifestJobs {
    private ManifestJobs() {}

    /** Gangs of the manifest text under {@code manifest}; other objects in it are mistakes. UIDs are names. */
    static List<Workload> read(Section submit) {
        String text = submit.text("manifest", "");
        long runMillis = submit.durationMillis("run", 0);
        long stopMillis = submit.durationMillis("stopTakes", 1_000);
        long initMillis = submit.durationMillis("initTakes", 1_000);
        submit.end();
        ReadOptions options = new ReadOptions(Road.STANDALONE, "default", (kind, namespace, name) -> name);
        List<Workload> workloads = new ArrayList<>();
        for (ManifestResult result : new ManifestReader(options).read(text, ReadOptions.Known.NOTHING)) {
            for (Finding error : result.errors()) {
                submit.mistakes().add(submit.path("manifest"), error.toString());
            }
            if (result.object() instanceof Translated.GangObject object) {
                workloads.add(workload(object.gang(), runMillis, initMillis, stopMillis));
            } else if (!result.refused() && !(result.object() instanceof Translated.Noted)) {
                submit.mistakes()
                        .add(
                                submit.path("manifest"),
                                "holds a " + result.kind() + " '" + result.name()
                                        + "' that is no job. Maybe declare it under queues or priorityClasses");
            }
        }
        return workloads;
    }

    private static Workload workload(Gang gang, long runMillis, long initMillis, long stopMillis) {
        long lasts = runMillis > 0 ? runMillis : gang.declaredRunMillis();
        return new Workload(gang, lasts, initMillis, stopMillis);
    }
}
