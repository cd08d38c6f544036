package dev.basalt.nvml.reading;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Electrical power. The draw may exceed the limit for moments.
 *
 * @param drawMilliwatt now; on Ampere and newer (but GA100) the average of one second
 * @param limitMilliwatt what an administrator set
 * @param enforcedLimitMilliwatt the lowest of all limits in force
 * @param defaultLimitMilliwatt the board's default
 * @param minLimitMilliwatt lowest settable
 * @param maxLimitMilliwatt highest settable
 * @param energyMillijoule since the driver was loaded, Volta and newer
 */
public record PowerReading(
        OptionalInt drawMilliwatt,
        OptionalInt limitMilliwatt,
        OptionalInt enforcedLimitMilliwatt,
        OptionalInt defaultLimitMilliwatt,
        OptionalInt minLimitMilliwatt,
        OptionalInt maxLimitMilliwatt,
        OptionalLong energyMillijoule) {}
