package dev.basalt.core.machine;

import dev.basalt.core.model.Gang;

/**
 * A gang as the ledger keeps it.
 *
 * @param gang what its user asked for
 * @param version version of its object
 * @param arrival order in which gangs arrived, unique
 * @param incarnation incarnation of the youngest pod that was asked for; 0 until a pod had to be replaced
 * @param ran true once its minimum ran
 * @param deleting true once its object is gone and its pods are being ended
 * @param status how it stands
 */
public record GangRecord(
        Gang gang,
        long version,
        long arrival,
        int incarnation,
        boolean ran,
        boolean deleting,
        Effect.GangStatus status) {}
