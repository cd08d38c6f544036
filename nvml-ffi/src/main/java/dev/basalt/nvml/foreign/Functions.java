package dev.basalt.nvml.foreign;

import static dev.basalt.nvml.foreign.NativeFunction.C.POINTER;
import static dev.basalt.nvml.foreign.NativeFunction.C.UINT;
import static dev.basalt.nvml.foreign.NativeFunction.C.ULONG_LONG;

import java.lang.foreign.SymbolLookup;

/**
 * Every NVML function in use (nvml.h 13.3). Names stand newest first; a group of three versions that need different
 * structs has a field for each, because only the caller can fall back.
 */
final class Functions extends Symbols {
    /* Library: nvml.h, Initialization and System Queries. */
    final NativeFunction init = function("nvmlInit_v2, nvmlInit");
    final NativeFunction shutdown = function("nvmlShutdown");
    final NativeFunction driverVersion = function("nvmlSystemGetDriverVersion", POINTER, UINT);
    final NativeFunction nvmlVersion = function("nvmlSystemGetNVMLVersion", POINTER, UINT);
    final NativeFunction cudaVersion =
            function("nvmlSystemGetCudaDriverVersion_v2, nvmlSystemGetCudaDriverVersion", POINTER);
    final NativeFunction processName = function("nvmlSystemGetProcessName", UINT, POINTER, UINT);
    final NativeFunction deviceCount = function("nvmlDeviceGetCount_v2, nvmlDeviceGetCount", POINTER);
    final NativeFunction deviceByIndex =
            function("nvmlDeviceGetHandleByIndex_v2, nvmlDeviceGetHandleByIndex", UINT, POINTER);
    final NativeFunction deviceByUuid = function("nvmlDeviceGetHandleByUUID", POINTER, POINTER);

    /* Identity and modes: nvml.h, Device Queries. */
    final NativeFunction name = text("nvmlDeviceGetName");
    final NativeFunction uuid = text("nvmlDeviceGetUUID");
    final NativeFunction serial = text("nvmlDeviceGetSerial");
    final NativeFunction index = getter("nvmlDeviceGetIndex");
    final NativeFunction minorNumber = getter("nvmlDeviceGetMinorNumber");
    final NativeFunction moduleId = getter("nvmlDeviceGetModuleId");
    final NativeFunction boardPartNumber = text("nvmlDeviceGetBoardPartNumber");
    final NativeFunction vbiosVersion = text("nvmlDeviceGetVbiosVersion");
    final NativeFunction brand = getter("nvmlDeviceGetBrand");
    final NativeFunction architecture = getter("nvmlDeviceGetArchitecture");
    final NativeFunction computeCapability = function("nvmlDeviceGetCudaComputeCapability", POINTER, POINTER, POINTER);
    final NativeFunction cores = getter("nvmlDeviceGetNumGpuCores");
    final NativeFunction pciInfo = getter("nvmlDeviceGetPciInfo_v3, nvmlDeviceGetPciInfo_v2, nvmlDeviceGetPciInfo");
    final NativeFunction addressingMode = getter("nvmlDeviceGetAddressingMode");
    final NativeFunction persistenceMode = getter("nvmlDeviceGetPersistenceMode");
    final NativeFunction displayActive = getter("nvmlDeviceGetDisplayActive");
    final NativeFunction computeMode = getter("nvmlDeviceGetComputeMode");

    /* Memory. */
    final NativeFunction memoryInfoV2 = getter("nvmlDeviceGetMemoryInfo_v2");
    final NativeFunction memoryInfoV1 = getter("nvmlDeviceGetMemoryInfo");
    final NativeFunction bar1MemoryInfo = getter("nvmlDeviceGetBAR1MemoryInfo");

    /* Use, power, heat, clocks, errors, PCIe link. */
    final NativeFunction utilizationRates = getter("nvmlDeviceGetUtilizationRates");
    final NativeFunction encoderUtilization = function("nvmlDeviceGetEncoderUtilization", POINTER, POINTER, POINTER);
    final NativeFunction decoderUtilization = function("nvmlDeviceGetDecoderUtilization", POINTER, POINTER, POINTER);
    final NativeFunction powerUsage = getter("nvmlDeviceGetPowerUsage");
    final NativeFunction powerLimit = getter("nvmlDeviceGetPowerManagementLimit");
    final NativeFunction enforcedPowerLimit = getter("nvmlDeviceGetEnforcedPowerLimit");
    final NativeFunction defaultPowerLimit = getter("nvmlDeviceGetPowerManagementDefaultLimit");
    final NativeFunction powerLimitConstraints =
            function("nvmlDeviceGetPowerManagementLimitConstraints", POINTER, POINTER, POINTER);
    final NativeFunction totalEnergy = getter("nvmlDeviceGetTotalEnergyConsumption");
    final NativeFunction temperature = selector("nvmlDeviceGetTemperature");
    final NativeFunction temperatureThreshold = selector("nvmlDeviceGetTemperatureThreshold");
    final NativeFunction marginTemperature = getter("nvmlDeviceGetMarginTemperature");
    final NativeFunction fanSpeed = getter("nvmlDeviceGetFanSpeed");
    final NativeFunction clockInfo = selector("nvmlDeviceGetClockInfo");
    final NativeFunction maxClockInfo = selector("nvmlDeviceGetMaxClockInfo");
    final NativeFunction clockEventReasons =
            getter("nvmlDeviceGetCurrentClocksEventReasons, nvmlDeviceGetCurrentClocksThrottleReasons");
    final NativeFunction performanceState = getter("nvmlDeviceGetPerformanceState");
    final NativeFunction eccMode = function("nvmlDeviceGetEccMode", POINTER, POINTER, POINTER);
    final NativeFunction totalEccErrors = function("nvmlDeviceGetTotalEccErrors", POINTER, UINT, UINT, POINTER);
    final NativeFunction remappedRows =
            function("nvmlDeviceGetRemappedRows", POINTER, POINTER, POINTER, POINTER, POINTER);
    final NativeFunction retiredPagesPending = getter("nvmlDeviceGetRetiredPagesPendingStatus");
    final NativeFunction pcieGeneration = getter("nvmlDeviceGetCurrPcieLinkGeneration");
    final NativeFunction pcieMaxGeneration = getter("nvmlDeviceGetMaxPcieLinkGeneration");
    final NativeFunction pcieWidth = getter("nvmlDeviceGetCurrPcieLinkWidth");
    final NativeFunction pcieMaxWidth = getter("nvmlDeviceGetMaxPcieLinkWidth");
    final NativeFunction pcieReplays = getter("nvmlDeviceGetPcieReplayCounter");
    final NativeFunction pcieThroughput = selector("nvmlDeviceGetPcieThroughput");
    final NativeFunction fieldValues = selector("nvmlDeviceGetFieldValues");

    /* Processes: three kinds, each behind three symbols with different entries. */
    final ProcessFunctions computeProcesses = processes("nvmlDeviceGetComputeRunningProcesses");
    final ProcessFunctions graphicsProcesses = processes("nvmlDeviceGetGraphicsRunningProcesses");
    final ProcessFunctions mpsProcesses = processes("nvmlDeviceGetMPSComputeRunningProcesses");
    final NativeFunction processUtilization =
            function("nvmlDeviceGetProcessUtilization", POINTER, POINTER, POINTER, ULONG_LONG);

    /* Topology, NVLink, fabric. */
    final NativeFunction commonAncestor = function("nvmlDeviceGetTopologyCommonAncestor", POINTER, POINTER, POINTER);
    final NativeFunction peerStatus = function("nvmlDeviceGetP2PStatus", POINTER, POINTER, UINT, POINTER);
    final NativeFunction cpuAffinity = selector("nvmlDeviceGetCpuAffinity");
    final NativeFunction memoryAffinity = function("nvmlDeviceGetMemoryAffinity", POINTER, UINT, POINTER, UINT);
    final NativeFunction numaNode = getter("nvmlDeviceGetNumaNodeId");
    final NativeFunction nvLinkState = selector("nvmlDeviceGetNvLinkState");
    final NativeFunction nvLinkVersion = selector("nvmlDeviceGetNvLinkVersion");
    final NativeFunction nvLinkRemoteType = selector("nvmlDeviceGetNvLinkRemoteDeviceType");
    final NativeFunction nvLinkRemotePci = selector("nvmlDeviceGetNvLinkRemotePciInfo_v2");
    final NativeFunction nvLinkErrors = function("nvmlDeviceGetNvLinkErrorCounter", POINTER, UINT, UINT, POINTER);
    final NativeFunction fabricInfoV = getter("nvmlDeviceGetGpuFabricInfoV");
    final NativeFunction fabricInfo = getter("nvmlDeviceGetGpuFabricInfo");

    /* MIG. */
    final NativeFunction migMode = function("nvmlDeviceGetMigMode", POINTER, POINTER, POINTER);
    final NativeFunction maxMigDevices = getter("nvmlDeviceGetMaxMigDeviceCount");
    final NativeFunction migDeviceByIndex = selector("nvmlDeviceGetMigDeviceHandleByIndex");
    final NativeFunction gpuInstanceId = getter("nvmlDeviceGetGpuInstanceId");
    final NativeFunction computeInstanceId = getter("nvmlDeviceGetComputeInstanceId");
    final NativeFunction attributes = getter("nvmlDeviceGetAttributes_v2, nvmlDeviceGetAttributes");

    /* Events. */
    final NativeFunction eventSetCreate = function("nvmlEventSetCreate", POINTER);
    final NativeFunction eventSetFree = function("nvmlEventSetFree", POINTER);
    final NativeFunction eventSetWait = function("nvmlEventSetWait_v2, nvmlEventSetWait", POINTER, POINTER, UINT);
    final NativeFunction supportedEvents = getter("nvmlDeviceGetSupportedEventTypes");
    final NativeFunction registerEvents = function("nvmlDeviceRegisterEvents", POINTER, ULONG_LONG, POINTER);

    /** A process list: entries of 24 or 32 bytes behind v3, 24 behind v2, 16 behind the oldest. */
    record ProcessFunctions(NativeFunction v3, NativeFunction v2, NativeFunction v1) {}

    Functions(SymbolLookup library) {
        super(library);
    }
}
