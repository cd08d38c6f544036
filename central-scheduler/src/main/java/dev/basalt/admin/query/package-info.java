/**
 * How callers of the admin API ask: names, pages, filters, and the errors they get. Imports proto and gRPC. Start with
 * {@link dev.basalt.admin.query.Query}.
 */
@NullMarked
package dev.basalt.admin.query;

import org.jspecify.annotations.NullMarked;
