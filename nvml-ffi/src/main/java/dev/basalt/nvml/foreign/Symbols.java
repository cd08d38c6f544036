package dev.basalt.nvml.foreign;

import static dev.basalt.nvml.foreign.NativeFunction.C.POINTER;
import static dev.basalt.nvml.foreign.NativeFunction.C.UINT;

import dev.basalt.nvml.foreign.Functions.ProcessFunctions;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.util.List;

/** Binds names of a library to functions of a few common shapes; {@link Functions} lists which. */
abstract class Symbols {
    private final SymbolLookup library;

    Symbols(SymbolLookup library) {
        this.library = library;
    }

    /** A function under its names, newest first, separated by ", ". */
    final NativeFunction function(String names, MemoryLayout... arguments) {
        return NativeFunction.of(library, List.of(names.split(", ", -1)), arguments);
    }

    /** {@code (device, T *out)}. */
    final NativeFunction getter(String names) {
        return function(names, POINTER, POINTER);
    }

    /** {@code (device, unsigned which, T *out)}. */
    final NativeFunction selector(String names) {
        return function(names, POINTER, UINT, POINTER);
    }

    /** {@code (device, char *out, unsigned length)}. */
    final NativeFunction text(String names) {
        return function(names, POINTER, POINTER, UINT);
    }

    /** A process list in all its versions. */
    final ProcessFunctions processes(String name) {
        return new ProcessFunctions(
                function(name + "_v3", POINTER, POINTER, POINTER),
                function(name + "_v2", POINTER, POINTER, POINTER),
                function(name, POINTER, POINTER, POINTER));
    }
}
