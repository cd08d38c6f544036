package dev.basalt.kubernetes.lease;

import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A {@code coordination.k8s.io/v1} Lease. Its resource version makes sure that no write undoes another. */
public final class ApiLease implements LeasePort {
    /** Where the leader is reached; standbys tell it to whoever asks them. */
    public static final String ADDRESS = "basalt.dev/leader-address";

    private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/";

    private final ApiCalls calls;
    private final String namespace;
    private final String name;

    public ApiLease(ApiCalls calls, String namespace, String name) {
        this.calls = calls;
        this.namespace = namespace;
        this.name = name;
    }

    @Override
    public Optional<LeaseRecord> read(long timeoutMillis) throws LeaseException, InterruptedException {
        Answer answer = calls.make(Call.get(path() + "/" + name, timeoutMillis));
        if (answer instanceof Answer.Told told && told.code() == 404) {
            return Optional.empty();
        }
        return Optional.of(stored(answer));
    }

    /** Asks no fence: the lease is what the fence goes by, and an old write of it fails by its version. */
    @Override
    public LeaseRecord write(LeaseRecord wanted, long timeoutMillis) throws LeaseException, InterruptedException {
        Lease lease = lease(wanted);
        Call call = wanted.version().isEmpty()
                ? Call.post(path(), lease, timeoutMillis, () -> true)
                : Call.put(path() + "/" + name, lease, timeoutMillis, () -> true);
        return stored(calls.make(call));
    }

    private LeaseRecord stored(Answer answer) throws LeaseException {
        return switch (answer) {
            case Answer.Told told when told.isDone() -> record(calls.read(told, Lease.class));
            case Answer.Told told -> throw new LeaseException(code(told.code()), told.message());
            case Answer.Silence silence -> throw new LeaseException(LeaseException.Code.UNAVAILABLE, silence.why());
            case Answer.Kept kept -> throw new LeaseException(LeaseException.Code.UNAVAILABLE, "no time was left");
        };
    }

    private static LeaseException.Code code(int httpCode) {
        return switch (httpCode) {
            case 409 -> LeaseException.Code.CONFLICT;
            case 404 -> LeaseException.Code.GONE;
            case 401, 403 -> LeaseException.Code.FORBIDDEN;
            default -> LeaseException.Code.UNAVAILABLE;
        };
    }

    private Lease lease(LeaseRecord record) {
        ObjectMeta metadata = new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withAnnotations(Map.of(ADDRESS, record.address()))
                .withResourceVersion(record.version().isEmpty() ? null : record.version())
                .build();
        return new LeaseBuilder()
                .withMetadata(metadata)
                .withNewSpec()
                .withHolderIdentity(record.holder())
                .withLeaseDurationSeconds((int) TimeUnit.MILLISECONDS.toSeconds(record.leaseMillis()))
                .withLeaseTransitions((int) record.transitions())
                .withAcquireTime(time(record.acquiredUnixMillis()))
                .withRenewTime(time(record.renewedUnixMillis()))
                .endSpec()
                .build();
    }

    /** What other tools wrote is read with care: a field that is missing counts as not said. */
    private static LeaseRecord record(Lease lease) {
        LeaseSpec spec = lease.getSpec() == null ? new LeaseSpec() : lease.getSpec();
        Map<String, String> annotations = lease.getMetadata().getAnnotations();
        return new LeaseRecord(
                spec.getHolderIdentity() == null ? "" : spec.getHolderIdentity(),
                annotations == null ? "" : annotations.getOrDefault(ADDRESS, ""),
                spec.getLeaseDurationSeconds() == null ? 0 : TimeUnit.SECONDS.toMillis(spec.getLeaseDurationSeconds()),
                spec.getLeaseTransitions() == null ? 0 : spec.getLeaseTransitions(),
                millis(spec.getAcquireTime()),
                millis(spec.getRenewTime()),
                lease.getMetadata().getResourceVersion());
    }

    private static ZonedDateTime time(long unixMillis) {
        return Instant.ofEpochMilli(unixMillis).atZone(ZoneOffset.UTC);
    }

    private static long millis(@org.jspecify.annotations.Nullable ZonedDateTime time) {
        return time == null ? 0 : time.toInstant().toEpochMilli();
    }

    private String path() {
        return PATH + namespace + "/leases";
    }
}
