package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.NvmlStatus;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One NVML function under its names, newest first. The symbol is looked up when it is first called; a driver that has
 * none of the names answers FUNCTION_NOT_FOUND, as NVML itself would. Every {@code call} has the C function's argument
 * types.
 */
final class NativeFunction {
    private static final int ABSENT = NvmlStatus.FUNCTION_NOT_FOUND.code();

    private final SymbolLookup library;
    private final List<String> names;
    private final FunctionDescriptor descriptor;
    private volatile @Nullable Binding binding;

    /** What the lookup gave. {@code name} is the symbol found, or the newest name when there is none. */
    private record Binding(String name, MethodHandle handle, boolean present) {}

    private NativeFunction(SymbolLookup library, List<String> names, FunctionDescriptor descriptor) {
        this.library = library;
        this.names = names;
        this.descriptor = descriptor;
    }

    /** A function that returns {@code nvmlReturn_t}. */
    static NativeFunction of(SymbolLookup library, List<String> names, MemoryLayout... arguments) {
        return new NativeFunction(library, names, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** True when the driver has it under any of its names. */
    boolean isPresent() {
        return resolved().present;
    }

    /** The symbol in use; the newest name when the driver has none. */
    String name() {
        return resolved().name;
    }

    private Binding resolved() {
        Binding found = binding;
        if (found == null) {
            found = resolve();
            binding = found;
        }
        return found;
    }

    private Binding resolve() {
        for (String name : names) {
            Optional<MemorySegment> symbol = library.find(name);
            if (symbol.isPresent()) {
                return new Binding(name, Linker.nativeLinker().downcallHandle(symbol.get(), descriptor), true);
            }
        }
        MethodHandle absent = MethodHandles.dropArguments(
                MethodHandles.constant(int.class, ABSENT),
                0,
                descriptor.toMethodType().parameterList());
        return new Binding(names.getFirst(), absent, false);
    }

    int call() {
        try {
            return (int) resolved().handle.invokeExact();
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a) {
        try {
            return (int) resolved().handle.invokeExact(a);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, MemorySegment b) {
        try {
            return (int) resolved().handle.invokeExact(a, b);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, MemorySegment b, MemorySegment c) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment d, MemorySegment e) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c, d, e);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, int b) {
        try {
            return (int) resolved().handle.invokeExact(a, b);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(int a, MemorySegment b) {
        try {
            return (int) resolved().handle.invokeExact(a, b);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(int a, MemorySegment b, int c) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, MemorySegment b, int c) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, int b, MemorySegment c) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, int b, int c, MemorySegment d) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c, d);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, int b, MemorySegment c, int d) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c, d);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, MemorySegment b, int c, MemorySegment d) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c, d);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, long b, MemorySegment c) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    int call(MemorySegment a, MemorySegment b, MemorySegment c, long d) {
        try {
            return (int) resolved().handle.invokeExact(a, b, c, d);
        } catch (Throwable broken) {
            throw wrongShape(broken);
        }
    }

    /** A C function throws nothing, so what arrives here is a descriptor that does not fit its call. */
    private IllegalStateException wrongShape(Throwable broken) {
        return new IllegalStateException("the descriptor of " + names + " does not fit its call", broken);
    }

    /** Layouts of arguments, by their C types. */
    static final class C {
        /** Any pointer, and every handle, which is a pointer. */
        static final MemoryLayout POINTER = ADDRESS;

        /** {@code unsigned int} and enums. */
        static final MemoryLayout UINT = JAVA_INT;

        /** {@code unsigned long long}. */
        static final MemoryLayout ULONG_LONG = JAVA_LONG;

        private C() {}
    }
}
