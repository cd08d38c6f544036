package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;
import java.util.Map;

/** Passes nodes with enough CPU, memory, pods and extended resources free. */
public final class ResourceFilter implements Filter {
    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        for (Map.Entry<String, Long> asked : shape.requests().amounts().entrySet()) {
            String name = asked.getKey();
            long wanted = asked.getValue();
            int resource = view.resourceIndex(name);
            if (wanted > view.allocatableOf(resource, node)) {
                long has = view.allocatableOf(resource, node);
                return Verdict.refuse(new NodeReason.ResourceTooSmall(name, wanted, has));
            }
            if (wanted > view.freeOf(resource, node)) {
                return Verdict.refuse(new NodeReason.ResourceShort(name, wanted, view.freeOf(resource, node)));
            }
        }
        return Verdict.pass();
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
