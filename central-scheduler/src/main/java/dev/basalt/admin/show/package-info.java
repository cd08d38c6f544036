/**
 * The published state as the admin API's resources. Imports proto, core and wire. Start with
 * {@link dev.basalt.admin.show.Tables}.
 */
@NullMarked
package dev.basalt.admin.show;

import org.jspecify.annotations.NullMarked;
