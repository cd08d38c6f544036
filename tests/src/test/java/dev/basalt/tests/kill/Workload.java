package dev.basalt.tests.kill;

import com.google.protobuf.ByteString;
import dev.basalt.proto.admin.v1.ApplyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Jobs whose tasks bear witness by themselves: each writes down that it started and that it ended, and takes a folder
 * for each GPU it has alone, which can be made only once.
 */
final class Workload {
    private static final String WITNESS = """
            # witness.sh MARKS JOB SECONDS CODE KIND
            me="$1/$2.$RANK"
            echo started >> "$me"
            held=
            if [ "$5" = whole ]; then
                for gpu in $(echo "$CUDA_VISIBLE_DEVICES" | tr , ' '); do
                    mkdir "$1/gpus/$gpu" 2>/dev/null || echo "$2.$RANK $gpu" >> "$1/doubles"
                    held="$held $gpu"
                done
            fi
            sleep "$3"
            for gpu in $held; do
                rmdir "$1/gpus/$gpu"
            done
            echo ended >> "$me"
            exit "$4"
            """;

    private final Path marks;
    private final Path script;
    private final SplittableRandom random;
    private final List<Planned> planned = new ArrayList<>();

    Workload(Path folder, SplittableRandom random) throws IOException {
        this.marks = folder.resolve("marks");
        this.script = folder.resolve("witness.sh");
        this.random = random;
        Files.createDirectories(marks.resolve("gpus"));
        Files.writeString(script, WITNESS);
    }

    /** A job that was asked for, and how it must end. */
    record Planned(String name, int members, int exitCode, ApplyRequest request) {}

    /** Makes up a job: a gang of whole GPUs, or tasks that share some. */
    Planned next() {
        String name = "job-" + planned.size();
        int members = random.nextInt(1, 4);
        int code = random.nextBoolean() ? 0 : random.nextInt(1, 100);
        boolean whole = random.nextInt(4) != 0;
        String limits = whole
                ? "nvidia.com/gpu: " + random.nextInt(1, 4)
                : "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: " + random.nextInt(1_000, 9_000);
        String manifest = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: %d
                  schedulerName: basalt
                  tasks:
                    - name: worker
                      replicas: %d
                      template:
                        spec:
                          restartPolicy: Never
                          containers:
                            - name: main
                              image: none
                              command: [sh, %s, %s, %s, "%d", "%d", %s]
                              resources: {limits: {%s}}
                """.formatted(
                        name,
                        members,
                        members,
                        script,
                        marks,
                        name,
                        random.nextInt(2, 9),
                        code,
                        whole ? "whole" : "share",
                        limits);
        Planned job = new Planned(
                name,
                members,
                code,
                ApplyRequest.newBuilder()
                        .setManifests(ByteString.copyFromUtf8(manifest))
                        .setRequestId(new UUID(random.nextLong(), random.nextLong()).toString())
                        .build());
        planned.add(job);
        return job;
    }

    List<Planned> planned() {
        return List.copyOf(planned);
    }

    /** What one task wrote down; empty while it has not started. */
    List<String> witness(Planned job, int rank) throws IOException {
        Path file = marks.resolve(job.name() + "." + rank);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** How many members of a job have ever started. */
    int started(Planned job) throws IOException {
        int started = 0;
        for (int rank = 0; rank < job.members(); rank++) {
            started += witness(job, rank).isEmpty() ? 0 : 1;
        }
        return started;
    }

    /** GPUs that a task found taken, one a line with the task. */
    List<String> doubles() throws IOException {
        Path file = marks.resolve("doubles");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
