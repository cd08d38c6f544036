/**
 * The admin API: people's manifests become events, and the published state becomes answers. Imports proto, core, loop,
 * manifest, transport and wire. Start with {@link dev.basalt.admin.AdminEndpoint}.
 */
@NullMarked
package dev.basalt.admin;

import org.jspecify.annotations.NullMarked;
