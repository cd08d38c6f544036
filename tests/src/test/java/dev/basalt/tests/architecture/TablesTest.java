package dev.basalt.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables themselves: what they let pass and what they refuse. */
final class TablesTest {
    @ParameterizedTest
    @CsvSource({
        "core.place, core.filter, true",
        "core.filter, core.place, false",
        "core.filter, core.queue, false",
        "core.filter, core.score, false",
        "core.model, loop, false",
        "core.newcomer, core.model, false",
        "loop, core.machine, true",
        "loop, agents, false",
        "agents, admin, false",
        "admin, manifest.pod, true",
        "admin, core.place, false",
        "manifest, core.machine, false",
        "ledger, store.rocks, true",
        "cli, core.model, false",
        "cli, manifest.text, true",
        "cli, manifest.pod, false",
        "agent.limit, nvml, true",
        "agent.limit, core.model, false",
        "agents, agent.link, false",
        "nvml, proto, false",
        "unheardof, proto, false",
    })
    void ourPackages(String from, String to, boolean allowed) {
        assertThat(ImportTable.allows("dev.basalt." + from, "dev.basalt." + to)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "nvml.foreign, java.lang.foreign.Arena, true",
        "nvml, java.lang.foreign.Arena, false",
        "agent.run, java.lang.foreign.Linker, false",
        "store.rocks, org.rocksdb.RocksDB, true",
        "ledger, org.rocksdb.RocksDB, false",
        "manifest, io.fabric8.kubernetes.api.model.Pod, true",
        "manifest, io.fabric8.kubernetes.client.KubernetesClient, false",
        "kubernetes.watch, io.fabric8.kubernetes.client.KubernetesClient, true",
        "server, io.fabric8.kubernetes.client.KubernetesClient, false",
        "core.model, io.grpc.Status, false",
        "loop, com.google.protobuf.Message, false",
        "admin, com.google.common.collect.ImmutableList, false",
        "loop, org.slf4j.Logger, true",
    })
    void libraries(String from, String className, boolean allowed) {
        assertThat(LibraryTable.allows("dev.basalt." + from, className)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "java.util, java.util.TreeMap, true",
        "java.util, java.util.HashMap, false",
        "java.util, java.util.Random, false",
        "java.lang, java.lang.Thread, false",
        "java.time, java.time.Duration, true",
        "java.time, java.time.Instant, false",
        "java.io, java.io.File, false",
        "java.util.concurrent, java.util.concurrent.ConcurrentHashMap, false",
        "org.slf4j, org.slf4j.Logger, false",
    })
    void classesForTheCore(String packageName, String className, boolean allowed) {
        assertThat(CoreDiet.allowsClass(packageName, className)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.System, arraycopy, true",
        "java.lang.System, nanoTime, false",
        "java.lang.Math, max, true",
        "java.lang.Math, random, false",
        "java.util.List, of, true",
        "java.util.Set, of, false",
        "java.util.stream.Collectors, toSet, false",
    })
    void membersForTheCore(String className, String member, boolean allowed) {
        assertThat(CoreDiet.allowsMember(className, member)).isEqualTo(allowed);
    }
}
