package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.basalt.nvml.reading.DeviceIdentity;
import dev.basalt.nvml.reading.DeviceIdentity.Architecture;
import dev.basalt.nvml.reading.DeviceIdentity.Brand;
import dev.basalt.nvml.reading.DeviceIdentity.ComputeCapability;
import dev.basalt.nvml.reading.DeviceModes;
import dev.basalt.nvml.reading.DeviceModes.ComputeMode;
import dev.basalt.nvml.reading.DeviceModes.MigMode;
import dev.basalt.nvml.reading.PciAddress;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalInt;

/** Who one device is and how it is switched. Buffer sizes are those of nvml.h. */
final class IdentityReader {
    static final int UUID_BYTES = 96; // NVML_DEVICE_UUID_V2_BUFFER_SIZE
    static final int NAME_BYTES = 96; // NVML_DEVICE_NAME_V2_BUFFER_SIZE
    private static final int SERIAL_BYTES = 30; // NVML_DEVICE_SERIAL_BUFFER_SIZE
    private static final int PART_BYTES = 80; // NVML_DEVICE_PART_NUMBER_BUFFER_SIZE
    private static final int VBIOS_BYTES = 32; // NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE

    private final Functions functions;
    private final MemorySegment device;
    private final String uuid;

    IdentityReader(Functions functions, MemorySegment device, String uuid) {
        this.functions = functions;
        this.device = device;
        this.uuid = uuid;
    }

    DeviceIdentity identity() {
        MemorySegment pci = Scratch.ofThread().struct(Layouts.PCI_INFO.byteSize());
        NativeFunction pciInfo = functions.pciInfo;
        Answers.require(pciInfo, pciInfo.call(device, pci), "");
        PciAddress address = address(pci);
        int deviceId = pci.get(JAVA_INT, Layouts.offset(Layouts.PCI_INFO, "pciDeviceId"));
        int subsystemId = pci.get(JAVA_INT, Layouts.offset(Layouts.PCI_INFO, "pciSubSystemId"));
        return new DeviceIdentity(
                Answers.number(functions.index, device).orElse(0),
                uuid,
                name(),
                Brand.of(Answers.number(functions.brand, device).orElse(0)),
                Architecture.of(Answers.number(functions.architecture, device).orElse(-1)),
                computeCapability(),
                address,
                deviceId,
                subsystemId,
                Answers.text(functions.serial, device, SERIAL_BYTES),
                Answers.number(functions.minorNumber, device),
                Answers.number(functions.moduleId, device),
                Answers.text(functions.boardPartNumber, device, PART_BYTES),
                Answers.text(functions.vbiosVersion, device, VBIOS_BYTES),
                Answers.number(functions.cores, device),
                addressingMode());
    }

    String name() {
        return Answers.text(functions.name, device, NAME_BYTES).orElse("");
    }

    /** From the numbers, which every version of the call fills; the texts differ between versions. */
    static PciAddress address(MemorySegment pci) {
        return new PciAddress(
                pci.get(JAVA_INT, Layouts.offset(Layouts.PCI_INFO, "domain")),
                pci.get(JAVA_INT, Layouts.offset(Layouts.PCI_INFO, "bus")),
                pci.get(JAVA_INT, Layouts.offset(Layouts.PCI_INFO, "device")),
                0);
    }

    private Optional<ComputeCapability> computeCapability() {
        Scratch scratch = Scratch.ofThread();
        NativeFunction function = functions.computeCapability;
        return Answers.has(function, function.call(device, scratch.a, scratch.b))
                ? Optional.of(new ComputeCapability(scratch.a.get(JAVA_INT, 0), scratch.b.get(JAVA_INT, 0)))
                : Optional.empty();
    }

    /** nvml.h: 0 none, 1 HMM, 2 ATS. */
    private Optional<String> addressingMode() {
        MemorySegment out = Scratch.ofThread().struct(Layouts.ADDRESSING_MODE.byteSize());
        out.set(JAVA_INT, 0, Layouts.versionWord(Layouts.ADDRESSING_MODE, 1));
        NativeFunction function = functions.addressingMode;
        if (!Answers.has(function, function.call(device, out))) {
            return Optional.empty();
        }
        return switch (out.get(JAVA_INT, 4)) {
            case 0 -> Optional.of("None");
            case 1 -> Optional.of("HMM");
            case 2 -> Optional.of("ATS");
            default -> Optional.empty();
        };
    }

    DeviceModes modes() {
        return new DeviceModes(
                Answers.flag(functions.persistenceMode, device),
                Answers.flag(functions.displayActive, device),
                computeMode(),
                migMode());
    }

    private Optional<ComputeMode> computeMode() {
        OptionalInt code = Answers.number(functions.computeMode, device);
        ComputeMode[] modes = ComputeMode.values();
        return code.isPresent() && code.getAsInt() >= 0 && code.getAsInt() < modes.length
                ? Optional.of(modes[code.getAsInt()])
                : Optional.empty();
    }

    Optional<MigMode> migMode() {
        Scratch scratch = Scratch.ofThread();
        NativeFunction function = functions.migMode;
        return Answers.hasSelected(function, function.call(device, scratch.a, scratch.b))
                ? Optional.of(new MigMode(scratch.a.get(JAVA_INT, 0) != 0, scratch.b.get(JAVA_INT, 0) != 0))
                : Optional.empty();
    }
}
