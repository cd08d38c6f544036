package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.container;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gpu;
import static dev.basalt.core.Clusters.node;
import static dev.basalt.core.Clusters.places;
import static dev.basalt.core.Clusters.role;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.Clusters;
import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** On tiny clusters a gang is placed if and only if a placement exists. */
class PlannerOracleTest {
    private static final int SEEDS = 3_000;

    @Test
    void placesAGangExactlyWhenAPlacementExists() {
        int placedCount = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            World world = new World(new Random(seed));
            boolean exists = world.oracle().fits(world.members);

            List<GangDemand> demands = List.of(demand(world.gang(), 1));
            Plan plan =
                    new Planner(seed % 2 == 0 ? Policy.DEFAULT : spreading()).plan(world.columns.snapshot(), demands);
            PlanCheck.verify(world.columns.snapshot(), demands, plan);

            int expected = exists ? world.members.size() : 0;
            assertEquals(expected, places(plan, "g").size(), "seed " + seed + ": " + plan);
            placedCount += exists ? 1 : 0;
        }
        assertEquals(true, placedCount > SEEDS / 5 && placedCount < SEEDS * 4 / 5, "placed " + placedCount);
    }

    private static Policy spreading() {
        Policy policy = Policy.DEFAULT;
        return new Policy(policy.nodeSilentMillis(), policy.acceptMillis(), policy.completeGangMillis(), false, false);
    }

    /** A random cluster of up to 3 nodes with up to 3 devices each, partly used, and a gang of up to 5 members. */
    private static final class World {
        private final Random random;
        private final ClusterColumns columns = new ClusterColumns();
        private final List<PodTemplate> members = new ArrayList<>();
        private final List<MemberGroup> roles = new ArrayList<>();
        private final long[] freeCpu;
        private final long[][] freeMib;
        private final int[][] freePermille;
        private final int[][] freeSlots;
        private final boolean[][] idle;

        World(Random random) {
            this.random = random;
            int nodeCount = 1 + random.nextInt(3);
            freeCpu = new long[nodeCount];
            freeMib = new long[nodeCount][];
            freePermille = new int[nodeCount][];
            freeSlots = new int[nodeCount][];
            idle = new boolean[nodeCount][];
            for (int at = 0; at < nodeCount; at++) {
                addNode(at);
            }
            int left = 1 + random.nextInt(5);
            while (left > 0) {
                int count = 1 + random.nextInt(left);
                PodTemplate template = template();
                roles.add(role("role" + roles.size(), count, count, template));
                for (int member = 0; member < count; member++) {
                    members.add(template);
                }
                left -= count;
            }
        }

        Gang gang() {
            return Clusters.gang("g", members.size(), roles.toArray(new MemberGroup[0]));
        }

        Oracle oracle() {
            return new Oracle(freeCpu, freeMib, freePermille, freeSlots, idle);
        }

        private void addNode(int at) {
            String name = "n" + at;
            int deviceCount = random.nextInt(4);
            int cores = 2 + random.nextInt(8);
            List<Device> devices = new ArrayList<>();
            freeCpu[at] = cores * 1000L;
            freeMib[at] = new long[deviceCount];
            freePermille[at] = new int[deviceCount];
            freeSlots[at] = new int[deviceCount];
            idle[at] = new boolean[deviceCount];
            for (int slot = 0; slot < deviceCount; slot++) {
                int memory = random.nextBoolean() ? 10 : 6;
                devices.add(gpu(name + "-" + slot, "M" + memory, memory));
                freeMib[at][slot] = memory;
                freePermille[at][slot] = 1000;
                freeSlots[at][slot] = Device.DEFAULT_SPLIT_COUNT;
                idle[at][slot] = true;
            }
            columns.putNode(node(name, Clusters.cpu(cores), devices));
            for (int slot = 0; slot < deviceCount; slot++) {
                if (random.nextInt(3) == 0) {
                    occupy(at, slot, name);
                }
            }
        }

        private void occupy(int at, int slot, String name) {
            boolean exclusive = random.nextInt(3) == 0;
            long mib = exclusive ? freeMib[at][slot] : 1 + random.nextInt(4);
            int permille = exclusive ? 1000 : 100 * random.nextInt(6);
            freeMib[at][slot] -= mib;
            freePermille[at][slot] -= permille;
            freeSlots[at][slot] = exclusive ? 0 : freeSlots[at][slot] - 1;
            idle[at][slot] = false;
            DeviceCharge part = new DeviceCharge("main", name + "-" + slot, mib, permille, exclusive);
            columns.charge(new Charge("old-" + name + slot, "", "", name, ResourceVector.ZERO, List.of(part)));
        }

        private PodTemplate template() {
            List<ContainerSpec> containers = new ArrayList<>();
            int containerCount = random.nextInt(4) == 0 ? 2 : 1;
            for (int at = 0; at < containerCount; at++) {
                ResourceVector cpu = Clusters.cpu(random.nextInt(4));
                containers.add(container("c" + at, Phase.MAIN, cpu, asks()));
            }
            return PodTemplate.anywhere(containers);
        }

        private DeviceRequest[] asks() {
            return switch (random.nextInt(5)) {
                case 0 -> new DeviceRequest[0];
                case 1 -> new DeviceRequest[] {DeviceRequest.whole(1 + random.nextInt(2))};
                case 2 -> new DeviceRequest[] {share(2)};
                default -> new DeviceRequest[] {share(1)};
            };
        }

        private DeviceRequest share(int count) {
            MemoryAsk memory = new MemoryAsk.Mib(1 + random.nextInt(7));
            return DeviceRequest.share(count, memory, 100 * random.nextInt(8));
        }
    }
}
