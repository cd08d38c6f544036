package dev.basalt.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers who ask for the same in the same instant. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AdminRacesTest extends ServerTest {
    private static final int CALLERS = 16;

    @Test
    void createsOnceWhatManyApplyAtOnce() throws Exception {
        var answers = atOnce(caller -> () -> outcome(PAIR, "id-" + caller));

        assertEquals(Map.of("APPLY_OUTCOME_CREATED", 1, "APPLY_OUTCOME_UNCHANGED", CALLERS - 1), answers);
        assertEquals(1, jobs());
    }

    @Test
    void givesOneAnswerToAllWhoRepeatARequest() throws Exception {
        var answers = atOnce(caller -> () -> outcome(PAIR, "one-id"));

        assertEquals(Map.of("APPLY_OUTCOME_CREATED", CALLERS), answers);
        assertEquals(1, jobs());
    }

    @Test
    void letsARequestIdBeUsedForOneRequestOnlyWhoeverComesFirst() throws Exception {
        String other = PAIR.replace("pair", "other-pair");

        var answers = atOnce(caller -> () -> outcome(caller % 2 == 0 ? PAIR : other, "one-id"));

        assertEquals(Map.of("APPLY_OUTCOME_CREATED", CALLERS / 2, "ALREADY_EXISTS", CALLERS / 2), answers);
        assertEquals(1, jobs());
    }

    @Test
    void deletesOnceWhatManyDeleteAtOnceAndSaysSoToAllWhoRepeatTheRequest() throws Exception {
        apply(PAIR);
        apply(PAIR.replace("pair", "other-pair"));

        var repeats = atOnce(caller -> () -> delete("pair", "one-id"));
        var others = atOnce(caller -> () -> delete("other-pair", "id-" + caller));

        assertEquals(Map.of("deleted", CALLERS), repeats);
        assertThat(others).containsKey("deleted");
        assertThat(List.of("deleted", "NOT_FOUND")).containsAll(others.keySet());
        assertEquals(Map.of("deleted", CALLERS), atOnce(caller -> () -> delete("pair", "one-id")));
    }

    private String outcome(String manifests, String requestId) {
        return admin.apply(ApplyRequest.newBuilder()
                        .setManifests(ByteString.copyFromUtf8(manifests))
                        .setRequestId(requestId)
                        .build())
                .getResults(0)
                .getOutcome()
                .name();
    }

    private String delete(String name, String requestId) {
        admin.deleteJob(DeleteJobRequest.newBuilder()
                .setName("namespaces/default/jobs/" + name)
                .setRequestId(requestId)
                .build());
        return "deleted";
    }

    private int jobs() {
        return admin.listJobs(ListJobsRequest.getDefaultInstance()).getTotalCount();
    }

    /** How often each answer, or code of a refusal, came. */
    private static Map<String, Integer> atOnce(IntFunction<Callable<String>> calls) throws Exception {
        var start = new CountDownLatch(1);
        Map<String, Integer> answers = new TreeMap<>();
        try (var threads = Executors.newFixedThreadPool(CALLERS)) {
            List<Future<String>> answering = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Callable<String> call = calls.apply(caller);
                answering.add(threads.submit(() -> {
                    start.await();
                    return answer(call);
                }));
            }
            start.countDown();
            for (Future<String> each : answering) {
                answers.merge(each.get(), 1, Integer::sum);
            }
        }
        return answers;
    }

    private static String answer(Callable<String> call) throws Exception {
        try {
            return call.call();
        } catch (StatusRuntimeException refused) {
            return refused.getStatus().getCode().name();
        }
    }
}
