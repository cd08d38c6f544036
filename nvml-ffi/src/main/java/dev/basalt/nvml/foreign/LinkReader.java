package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.link.Affinity;
import dev.basalt.nvml.link.FabricInfo;
import dev.basalt.nvml.link.IndexSet;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.PeerStatus;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.PciAddress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How one device reaches others: distance, peer access, affinity, NVLinks, fabric. */
final class LinkReader {
    /** nvml.h 13.3: NVML_NVLINK_MAX_LINKS is 36, and was 18; a driver says INVALID_ARGUMENT above its own. */
    private static final int MAX_LINKS = 36;

    private static final int COUNTER_REPLAY = 0;
    private static final int COUNTER_CRC_FLIT = 2;
    private static final int CPU_WORDS = Scratch.BLOCK_BYTES / Long.BYTES;
    private static final int NODE_WORDS = 16;
    private static final int SCOPE_NODE = 0;
    private static final int CLUSTER_BYTES = 16;

    private final Functions functions;
    private final MemorySegment device;

    LinkReader(Functions functions, MemorySegment device) {
        this.functions = functions;
        this.device = device;
    }

    Optional<TopologyLevel> commonAncestor(MemorySegment other) {
        MemorySegment out = Scratch.ofThread().a;
        NativeFunction function = functions.commonAncestor;
        return Answers.hasSelected(function, function.call(device, other, out))
                ? TopologyLevel.of(out.get(JAVA_INT, 0))
                : Optional.empty();
    }

    Optional<PeerStatus> peerStatus(MemorySegment other, PeerStatus.Capability capability) {
        MemorySegment out = Scratch.ofThread().a;
        NativeFunction function = functions.peerStatus;
        return Answers.hasSelected(function, function.call(device, other, capability.ordinal(), out))
                ? Optional.of(PeerStatus.of(out.get(JAVA_INT, 0)))
                : Optional.empty();
    }

    Affinity affinity() {
        MemorySegment words = Scratch.ofThread().struct(Scratch.BLOCK_BYTES);
        NativeFunction cpuAffinity = functions.cpuAffinity;
        IndexSet cpus =
                set(Answers.hasSelected(cpuAffinity, cpuAffinity.call(device, CPU_WORDS, words)), words, CPU_WORDS);
        NativeFunction memoryAffinity = functions.memoryAffinity;
        words.fill((byte) 0);
        IndexSet nodes = set(
                Answers.hasSelected(memoryAffinity, memoryAffinity.call(device, NODE_WORDS, words, SCOPE_NODE)),
                words,
                NODE_WORDS);
        return new Affinity(cpus, nodes, Answers.number(functions.numaNode, device));
    }

    private static IndexSet set(boolean known, MemorySegment words, int wordCount) {
        return IndexSet.of(
                known
                        ? BitSet.valueOf(
                                words.asSlice(0, (long) wordCount * Long.BYTES).toArray(JAVA_LONG))
                        : new BitSet());
    }

    List<NvLink> nvLinks() {
        OptionalInt told =
                Fields.read(functions, device, 0, Fields.NVLINK_COUNT).number(0);
        var links = new ArrayList<NvLink>();
        for (int link = 0; link < told.orElse(MAX_LINKS); link++) {
            OptionalInt state = Answers.number(functions.nvLinkState, device, link);
            if (state.isPresent()) {
                links.add(nvLink(link, state.getAsInt()));
            } else if (told.isEmpty()) {
                break;
            }
        }
        return List.copyOf(links);
    }

    private NvLink nvLink(int link, int state) {
        var states = NvLink.State.values();
        MemorySegment pci = Scratch.ofThread().struct(Layouts.PCI_INFO.byteSize());
        NativeFunction remotePci = functions.nvLinkRemotePci;
        boolean hasRemote = Answers.hasSelected(remotePci, remotePci.call(device, link, pci));
        var remote = hasRemote ? Optional.of(IdentityReader.address(pci)) : Optional.<PciAddress>empty();
        Fields speed = Fields.read(functions, device, link, Fields.NVLINK_SPEED, Fields.NVLINK_COMMON_SPEED);
        OptionalInt ownSpeed = speed.number(0);
        OptionalInt commonSpeed = speed.number(1);
        return new NvLink(
                link,
                state >= 0 && state < states.length ? states[state] : NvLink.State.INACTIVE,
                Answers.number(functions.nvLinkVersion, device, link),
                remoteOf(Answers.number(functions.nvLinkRemoteType, device, link)),
                remote,
                ownSpeed.isPresent() ? ownSpeed : commonSpeed,
                Answers.wideNumber(functions.nvLinkErrors, device, link, COUNTER_CRC_FLIT),
                Answers.wideNumber(functions.nvLinkErrors, device, link, COUNTER_REPLAY));
    }

    /** nvml.h: 0 GPU, 1 IBM NPU, 2 switch, 0xFF unknown. */
    private static NvLink.Remote remoteOf(OptionalInt code) {
        return switch (code.orElse(0xFF)) {
            case 0 -> NvLink.Remote.GPU;
            case 1 -> NvLink.Remote.IBM_NPU;
            case 2 -> NvLink.Remote.SWITCH;
            default -> NvLink.Remote.UNKNOWN;
        };
    }

    /** The newest struct the driver takes: version 3, then 2, then the call without versions. */
    Optional<FabricInfo> fabric() {
        Optional<FabricInfo> newest = fabric(Layouts.FABRIC_V3, 3, functions.fabricInfoV);
        if (newest.isEmpty()) {
            newest = fabric(Layouts.FABRIC_V2, 2, functions.fabricInfoV);
        }
        return newest.isPresent() ? newest : fabric(Layouts.FABRIC_V1, 1, functions.fabricInfo);
    }

    private Optional<FabricInfo> fabric(StructLayout layout, int version, NativeFunction function) {
        MemorySegment out = Scratch.ofThread().struct(layout.byteSize());
        if (version > 1) {
            out.set(JAVA_INT, 0, Layouts.versionWord(layout, version));
        }
        if (!Answers.hasSelected(function, function.call(device, out))) {
            return Optional.empty();
        }
        byte[] cluster = out.asSlice(Layouts.offset(layout, "clusterUuid"), CLUSTER_BYTES)
                .toArray(JAVA_BYTE);
        return Optional.of(new FabricInfo(
                uuid(cluster),
                out.get(JAVA_INT, Layouts.offset(layout, "status")),
                out.get(JAVA_INT, Layouts.offset(layout, "cliqueId")),
                pick(FabricInfo.State.values(), out.get(JAVA_BYTE, Layouts.offset(layout, "state"))),
                version >= 2
                        ? OptionalInt.of(out.get(JAVA_INT, Layouts.offset(layout, "healthMask")))
                        : OptionalInt.empty(),
                version >= 3
                        ? Optional.of(pick(
                                FabricInfo.Health.values(),
                                out.get(JAVA_BYTE, Layouts.offset(layout, "healthSummary"))))
                        : Optional.empty()));
    }

    /** The first constant, which is "not supported", stands for numbers that this version does not know. */
    private static <E extends Enum<E>> E pick(E[] values, int code) {
        return code >= 0 && code < values.length ? values[code] : values[0];
    }

    /** All zero means that the GPU is in no cluster. */
    private static Optional<String> uuid(byte[] bytes) {
        boolean zero = true;
        for (byte each : bytes) {
            zero &= each == 0;
        }
        String hex = HexFormat.of().formatHex(bytes);
        return zero
                ? Optional.empty()
                : Optional.of(String.join(
                        "-",
                        hex.substring(0, 8),
                        hex.substring(8, 12),
                        hex.substring(12, 16),
                        hex.substring(16, 20),
                        hex.substring(20)));
    }
}
