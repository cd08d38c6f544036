package dev.basalt.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.LinkLevel;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinksTest {
    @Test
    void namesLinksAsNvidiaSmiDoes() {
        assertEquals("NV12", Links.word(link(12, LinkLevel.LINK_LEVEL_SYSTEM)));
        assertEquals("PIX", Links.word(link(0, LinkLevel.LINK_LEVEL_SINGLE_SWITCH)));
        assertEquals("SYS", Links.word(link(0, LinkLevel.LINK_LEVEL_SYSTEM)));
    }

    @Test
    void countsLinksFastestFirst() {
        var links = List.of(
                link(0, LinkLevel.LINK_LEVEL_SYSTEM),
                link(1, LinkLevel.LINK_LEVEL_SYSTEM),
                link(2, LinkLevel.LINK_LEVEL_SYSTEM),
                link(2, LinkLevel.LINK_LEVEL_SYSTEM));

        assertEquals("NV2 x2, NV1 x1, SYS x1", Links.summary(links));
        assertEquals("NV2", Links.summary(links.subList(2, 3)));
        assertEquals("", Links.summary(List.of()));
    }

    private static DeviceLink link(int nvlinks, LinkLevel level) {
        return DeviceLink.newBuilder().setNvlinkCount(nvlinks).setLevel(level).build();
    }
}
