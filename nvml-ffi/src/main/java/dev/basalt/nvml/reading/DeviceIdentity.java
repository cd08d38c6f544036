package dev.basalt.nvml.reading;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who a GPU is. Only {@code uuid} is a name to keep: the index changes across reboots, and index, minor number, module
 * id and CUDA's order all differ.
 *
 * @param index NVML's index, or the index below its GPU for a MIG device
 * @param uuid {@code GPU-...} or {@code MIG-...}; opaque
 * @param name such as {@code NVIDIA H100 80GB HBM3}; bytes that are no UTF-8 are replaced
 * @param brand NVML's brand
 * @param architecture generation of the chip
 * @param computeCapability such as 9.0
 * @param pci where it sits
 * @param pciDeviceId device and vendor id, such as 0x233010DE
 * @param pciSubsystemId subsystem and vendor id
 * @param serial board serial; consumer boards have none
 * @param minorNumber the N of {@code /dev/nvidiaN}
 * @param moduleId slot on the baseboard, 1 to 8 on SXM boards, 0 on others
 * @param boardPartNumber such as {@code 692-2G520-0200-000}
 * @param vbiosVersion such as {@code 96.00.74.00.01}
 * @param cores CUDA cores
 * @param addressingMode how it shares addresses with the host: HMM, ATS or None
 */
public record DeviceIdentity(
        int index,
        String uuid,
        String name,
        Brand brand,
        Architecture architecture,
        Optional<ComputeCapability> computeCapability,
        PciAddress pci,
        int pciDeviceId,
        int pciSubsystemId,
        Optional<String> serial,
        OptionalInt minorNumber,
        OptionalInt moduleId,
        Optional<String> boardPartNumber,
        Optional<String> vbiosVersion,
        OptionalInt cores,
        Optional<String> addressingMode) {

    /**
     * CUDA compute capability.
     *
     * @param major such as 9
     * @param minor such as 0
     */
    public record ComputeCapability(int major, int minor) {
        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    /** Product line; the ordinal is NVML's number (nvml.h, nvmlBrandType_t). */
    public enum Brand {
        UNKNOWN("Unknown"),
        QUADRO("Quadro"),
        TESLA("Tesla"),
        NVS("NVS"),
        GRID("Grid"),
        GEFORCE("GeForce"),
        TITAN("Titan"),
        VAPPS("NVIDIA Virtual Applications"),
        VPC("NVIDIA Virtual PC"),
        VCS("NVIDIA Virtual Compute Server"),
        VWS("NVIDIA RTX Virtual Workstation"),
        CLOUD_GAMING("NVIDIA Cloud Gaming"),
        QUADRO_RTX("Quadro RTX"),
        NVIDIA_RTX("NVIDIA RTX"),
        NVIDIA("NVIDIA"),
        GEFORCE_RTX("GeForce RTX"),
        TITAN_RTX("Titan RTX");

        private final String label;

        Brand(String label) {
            this.label = label;
        }

        /** What nvidia-smi prints. */
        public String label() {
            return label;
        }

        /** The brand of NVML's number; {@link #UNKNOWN} for one that this version does not know. */
        public static Brand of(int code) {
            return code >= 0 && code < values().length ? values()[code] : UNKNOWN;
        }
    }

    /** Generation of the chip, oldest first (nvml.h, NVML_DEVICE_ARCH_*). */
    public enum Architecture {
        UNKNOWN(0xffffffff, "Unknown"),
        KEPLER(2, "Kepler"),
        MAXWELL(3, "Maxwell"),
        PASCAL(4, "Pascal"),
        VOLTA(5, "Volta"),
        TURING(6, "Turing"),
        AMPERE(7, "Ampere"),
        ADA(8, "Ada Lovelace"),
        HOPPER(9, "Hopper"),
        BLACKWELL(10, "Blackwell"),
        RUBIN(13, "Rubin");

        private final int code;
        private final String label;

        Architecture(int code, String label) {
            this.code = code;
            this.label = label;
        }

        /** What nvidia-smi prints. */
        public String label() {
            return label;
        }

        /** The architecture of NVML's number; {@link #UNKNOWN} for one that this version does not know. */
        public static Architecture of(int code) {
            for (Architecture architecture : values()) {
                if (architecture.code == code) {
                    return architecture;
                }
            }
            return UNKNOWN;
        }
    }
}
